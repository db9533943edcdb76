"""Laravel route files."""

from __future__ import annotations

from tests.indexer.routerows import rows


def test_groups_prefix_and_name_controllers() -> None:
    """Nested groups join their prefixes; a controller group completes the method's name."""
    text = """<?php
Route::get('/', [HomeController::class, 'index'])->name('home');
Route::middleware(['auth'])->prefix('vaults')->group(function () {
    Route::get('', 'VaultController@index');
    Route::prefix('{vault}')->group(function () {
        Route::put('settings', VaultSettingsController::class);
        // Route::get('old', [OldController::class, 'show']);
    });
});
Route::group(['prefix' => 'admin', 'middleware' => 'can:admin'], function () {
    Route::match(['get', 'post'], '/users', [UserController::class, 'manage']);
});
Route::controller(OrderController::class)->group(fn () => Route::post('/orders', 'store'));
Route::view('/welcome', 'welcome');
Route::prefix('api')->group(base_path('routes/api.php'));
"""
    assert rows("routes/web.php", text) == [
        "GET / HomeController@index",
        "GET /vaults VaultController@index",
        "PUT /vaults/{vault}/settings VaultSettingsController",
        "GET /admin/users UserController@manage",
        "POST /admin/users UserController@manage",
        "POST /orders OrderController@store",
        "PAGE /welcome welcome",
        "ANY /api/* routes/api.php",
    ]


def test_resources_unfold_and_api_files_are_prefixed() -> None:
    """Resource routes give one row per action; routes/api.php lies under /api as Laravel has it."""
    text = """<?php
Route::apiResource('photos', PhotoController::class)->only(['index', 'update']);
Route::resource('posts.comments', CommentController::class)
    ->except(['create', 'edit', 'destroy', 'update', 'store']);
"""
    assert rows("routes/api.php", text) == [
        "GET /api/photos PhotoController@index",
        "PUT /api/photos/{photo} PhotoController@update",
        "GET /api/posts/{post}/comments CommentController@index",
        "GET /api/posts/{post}/comments/{comment} CommentController@show",
    ]


def test_broadcast_channels_are_events() -> None:
    """A broadcast channel is an event route."""
    assert rows("routes/channels.php", "<?php\nBroadcast::channel('chat.{id}', fn () => true);\n") == [
        "EVENT chat.{id}"
    ]
