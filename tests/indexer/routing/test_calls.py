"""Routes that are calls, decorators or annotations: one small real-looking file per framework."""

from __future__ import annotations

import pytest

from tests.indexer.routerows import rows

TYPED = {
    "auth.controller.ts": (
        """
@Controller({ path: 'auth', version: '1' })
export class AuthController {
  @Post('email/login')
  @HttpCode(200)
  login(@Body() dto: LoginDto) { return this.service.login(dto); }

  @Get()
  me() {}

  @SubscribeMessage('typing')
  onTyping() {}
}
""",
        ["POST /auth/email/login login", "GET /auth me", "EVENT typing onTyping"],
    ),
    "router.ts": (
        """
export const userRouter = router({ getMe: authenticatedProcedure.query(() => 1) }); // trpc
""",
        ["RPC getMe"],
    ),
    "UserController.java": (
        """
@RestController
@RequestMapping("/api/users")
public class UserController {
  private static final String ONE = "/{id}";

  @GetMapping
  public List<User> list() { return service.all(); }

  @PreAuthorize("hasRole('ADMIN')")
  @DeleteMapping(ONE)
  public void delete(@PathVariable long id) { }

  @RequestMapping(value = {"/a", "/b"}, method = RequestMethod.POST)
  public void both() { }
}
""",
        [
            "GET /api/users list",
            "DELETE /api/users/{id} delete",
            "POST /api/users/a both",
            "POST /api/users/b both",
        ],
    ),
    "Resource.java": (
        """
@Path("/orders")
public class Resource {
  @GET
  @Path("/{id}")
  public Order find(@PathParam("id") long id) { return null; }

  @POST
  public void create(Order order) { }
}
""",
        ["GET /orders/{id} find", "POST /orders create"],
    ),
    "Routes.kt": (
        """
import io.ktor.server.routing.*
fun Application.module() {
  routing {
    route("/articles") {
      get { call.respond(all()) }
      get("/{id}") { call.respond(one()) }
    }
  }
}
fun test() { client.get("/articles") }
""",
        ["GET /articles", "GET /articles/{id}"],
    ),
    "UsersController.cs": (
        """
[ApiController]
[Route("api/[controller]")]
public class UsersController : ControllerBase
{
    [HttpGet("{id:int}")]
    public ActionResult<User> Get(int id) => Ok();

    [HttpPost, Authorize]
    public IActionResult Create(User user) => Ok();

    [HttpGet("/health")]
    public IActionResult Health() => Ok();
}

[Route("")]
public class ItemsController : BaseApiController
{
    [HttpDelete("Items/{id}")]
    public void Delete(int id) { }
}

public class PersonsController : BaseApiController
{
    [HttpGet("{name}")]
    public void One(string name) { }
}
""",
        [
            "GET /api/Users/{id:int} Get",
            "POST /api/Users Create",
            "GET /health Health",
            "DELETE /Items/{id} Delete",
            "GET /Persons/{name} One",
        ],
    ),
    "Program.cs": (
        """
var api = app.MapGroup("/api");
api.MapGet("/items", ItemsApi.GetAll);
api.MapPost("/items", async Task<Ok> (Item item) => { });
app.MapHub<ChatHub>("/chat");
""",
        ["GET /api/items GetAll", "POST /api/items", "EVENT /chat ChatHub"],
    ),
    "BlogController.php": (
        """<?php
#[Route('/blog')]
class BlogController
{
    #[Route('/{slug}', name: 'post', methods: ['GET', 'POST'])]
    public function show(string $slug) { }
}
""",
        ["GET /blog/{slug} show", "POST /blog/{slug} show"],
    ),
    "main.go": (
        """
package main
import ("net/http"; "github.com/go-chi/chi/v5")
func main() {
	mux.HandleFunc("GET /healthz", health)
	http.Handle("/static/", http.StripPrefix("/static/", files))
	r := chi.NewRouter()
	r.Route("/articles", func(r chi.Router) {
		r.With(paginate).Get("/", ListArticles)
		r.Route("/{id}", func(r chi.Router) {
			r.Put("/", a.Update)
		})
	})
	r.Mount("/admin", adminRouter())
	v1 := e.Group("/v1")
	v1.GET("/users/:id", s.GetUser, auth.Required())
	v1.POST("", create(true, nil))
	sub := router.PathPrefix("/api").Subrouter()
	sub.HandleFunc("/login", login).Methods("POST", "PUT")
	path, handler := apiv1connect.NewMemoServiceHandler(s)
	apiv1.RegisterMemoServiceServer(server, service)
	slog.Any("error", err)
}
""",
        [
            "GET /healthz health",
            "ANY /static/ files",
            "GET /articles ListArticles",
            "PUT /articles/{id} Update",
            "ANY /admin/* adminRouter",
            "GET /v1/users/:id GetUser",
            "POST /v1 create",
            "POST /api/login login",
            "PUT /api/login login",
            "RPC MemoService s",
            "RPC MemoService service",
        ],
    ),
    "rocket.rs": (
        """
use rocket::{get, post};
#[get("/sends/<id>?<page>")]
async fn get_send(id: String) -> Json { }

#[post("/login", data = "<data>")]
async fn login(data: Form) -> Json { }

fn main() { rocket::build().mount("/api", api::routes()); }
""",
        ["GET /sends/<id>?<page> get_send", "POST /login login", "ANY /api/* routes"],
    ),
    "axum.rs": (
        """
use axum::{routing::{get, post}, Router};
pub fn app() -> Router {
    Router::new()
        .route("/users", get(list).post(users::create))
        .nest("/admin", Router::new().route("/stats", get(stats)))
}
""",
        ["GET /users list", "POST /users create", "ANY /admin/*", "GET /admin/stats stats"],
    ),
    "actix.rs": (
        """
use actix_web::web;
fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(web::scope("/api/v4")
        .route("/site", web::get().to(get_site))
        .service(web::resource("/search").route(web::get().to(search)))
        .service(scope("/post").route("", post().to(create_post))));
    cfg.route("/plain", web::get().to(plain));
}
""",
        [
            "GET /api/v4/site get_site",
            "GET /api/v4/search search",
            "POST /api/v4/post create_post",
            "GET /plain plain",
        ],
    ),
    "router.dart": (
        """
final router = GoRouter(routes: [
  GoRoute(path: '/login', name: 'login', builder: (context, state) => LoginScreen()),
]);
""",
        ["PAGE /login login"],
    ),
    "routes.swift": (
        """
import Vapor
func routes(_ app: Application) throws {
    let users = app.grouped("users")
    users.get(":id", use: show)
}
""",
        ["GET /users/:id show"],
    ),
    "Counter.razor": ('@page "/counter/{id:int}"\n<h1>Counter</h1>\n', ["PAGE /counter/{id:int}"]),
}


@pytest.mark.parametrize("name", TYPED)
def test_frameworks_of_other_languages(name: str) -> None:
    """One file per framework, with its prefixes from classes, groups, blocks and chained calls."""
    text, expected = TYPED[name]
    assert sorted(rows(f"src/{name}", text)) == sorted(expected)
