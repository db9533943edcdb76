using System;
using MediaBrowser.Controller.Session;
using Microsoft.AspNetCore.Mvc;

namespace App.Accounts
{
    public delegate void Changed(object sender);

    [Route("Users")]
    [Authorize(Policy = Policies.Default)]
    public class UserController : BaseController<User>, ILogin, IDisposable
    {
        public const string Cookie = "session";
        private readonly IUserManager _users, _others;

        public event EventHandler<User> LoggedIn;

        public UserController(IUserManager users) : base(users)
        {
            _users = users;
        }

        public string Name { get; set; }

        public string Title => Name.Trim();

        [HttpPost("AuthenticateByName")]
        public async Task<ActionResult<Result>> AuthenticateUser([FromBody, Required] Request request)
        {
            var local = await _users.Authenticate(request.Name).ConfigureAwait(false);
            var list = new List<string>();
            int Count(int x) => x + 1;
            LoggedIn?.Invoke(this, new Event(local));
            services.AddSingleton<IUserManager, UserManager>();
            return Ok(GetService<Result>());
        }
    }

    public interface ILogin { void Login(string name); }

    public enum Role { Guest, Admin = 9 }

    public record Credentials(string Name, string Password);

    public struct Point { public int X; }
}
