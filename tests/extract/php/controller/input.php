<?php

namespace App\Http\Controllers;

use App\Models\User;
use App\Services\{Login, Session as Sess};
use function App\Support\now;

const LIMIT = 5;
define('APP_KEY', env('APP_KEY'));

require_once __DIR__ . '/helpers.php';

#[Middleware('auth')]
abstract class LoginController extends Controller implements Guard, \Countable
{
    use ThrottlesLogins, \App\Traits\Audits;

    const HOME = '/dashboard';
    protected static ?string $guard = 'web';
    protected $fillable = ['email', 'password'];

    public function __construct(private readonly Login $login) {}

    public function store(LoginRequest $request): Response
    {
        $user = User::where('email', $request->input('email'))->first();
        $this->login?->attempt($user);
        event(new LoggedIn($user));
        return redirect()->intended(self::HOME);
    }

    abstract protected function username();
}

interface Guard {}

trait Audits
{
    public function audit() {}
}

enum Role: string
{
    case Admin = 'admin';

    public static function default(): self { return self::Admin; }
}

function helper($value)
{
    return $value;
}

Route::post('/login', [LoginController::class, 'store'])->middleware('throttle:5');
$handler = fn ($request) => helper($request);
