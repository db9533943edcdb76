"""Phoenix routers."""

from __future__ import annotations

from tests.indexer.routerows import rows


def test_scopes_resources_live_views_and_channels() -> None:
    """Scopes prefix paths and modules; resources unfold; live views are pages, channels events."""
    text = """
defmodule ShopWeb.Router do
  use ShopWeb, :router

  scope "/", ShopWeb do
    pipe_through [:browser, :auth]
    get "/login", SessionController, :new
    live "/users/:id", UserLive.Show, :show
    scope "/admin", Admin, as: :admin do
      resources "/orders", OrderController, only: [:index, :show] do
        post "/pay", PaymentController, :create
      end
    end
  end

  forward "/graphql", Absinthe.Plug
end
"""
    assert rows("lib/shop_web/router.ex", text) == [
        "GET /login ShopWeb.SessionController@new",
        "PAGE /users/:id ShopWeb.UserLive.Show",
        "GET /admin/orders ShopWeb.Admin.OrderController@index",
        "GET /admin/orders/:id ShopWeb.Admin.OrderController@show",
        "POST /admin/orders/:order_id/pay ShopWeb.Admin.PaymentController@create",
        "ANY /graphql/* Absinthe.Plug",
    ]


def test_events_of_channels_and_live_views() -> None:
    """`channel` rows and the events a live view handles are event routes."""
    text = """
defmodule ShopWeb.UserSocket do
  use Phoenix.Socket
  channel "room:*", ShopWeb.RoomChannel
end
defmodule ShopWeb.CartLive do
  def handle_event("add", params, socket), do: {:noreply, socket}
end
"""
    assert rows("lib/shop_web/socket.ex", text) == [
        "EVENT room:* ShopWeb.RoomChannel",
        "EVENT add handle_event",
    ]
