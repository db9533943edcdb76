"""Rails route tables."""

from __future__ import annotations

from tests.indexer.routerows import rows

PATH = "config/routes.rb"


def test_resources_unfold() -> None:
    """`resources` gives seven actions, `only` and `except` cut them, nested ones carry the parent's id."""
    text = """
Rails.application.routes.draw do
  resources :stories, except: [:index, :new, :edit, :update, :destroy] do
    post "upvote", on: :member
    get "top", on: :collection
    resources :suggestions, only: %i[create]
    member do
      patch :hide
    end
  end
  resource :session, only: [:create, :destroy]
end
"""
    assert rows(PATH, text) == [
        "POST /stories StoriesController@create",
        "GET /stories/:id StoriesController@show",
        "POST /stories/:id/upvote StoriesController@upvote",
        "GET /stories/top StoriesController@top",
        "POST /stories/:story_id/suggestions SuggestionsController@create",
        "PATCH /stories/:id/hide StoriesController@hide",
        "DELETE /session SessionsController@destroy",
        "POST /session SessionsController@create",
    ]


def test_namespaces_scopes_and_targets() -> None:
    """Namespaces prefix path and controller; both ways to name a target work, over several lines too."""
    text = """
Rails.application.routes.draw do
  root to: "home#index"
  namespace :api do
    scope "/v1", module: "v1" do
      get "login", to: "auth_tokens#new" # the form
      post "/login" => "auth_tokens#create",
        :as => "do_login"
    end
  end
  if Rails.env.development?
    mount Sidekiq::Web => "/jobs"
  end
  match "/reset" => "login#reset", :via => [:get, :post]
  get "/old", to: redirect("/new")
  devise_for :users
end
"""
    assert rows(PATH, text) == [
        "GET / HomeController@index",
        "GET /api/v1/login Api::V1::AuthTokensController@new",
        "POST /api/v1/login Api::V1::AuthTokensController@create",
        "ANY /jobs/* Sidekiq::Web",
        "GET /reset LoginController@reset",
        "POST /reset LoginController@reset",
        "GET /old redirect",
        "ANY /users/* devise",
    ]


def test_other_ruby_files_are_no_tables() -> None:
    """`get "x"` in a test is a request, not a route."""
    assert rows("spec/login_spec.rb", 'it "works" do\n  get "/login"\nend\n') == []
