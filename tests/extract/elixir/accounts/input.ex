defmodule Shop.Accounts.User do
  @moduledoc "A user."
  use Ecto.Schema
  import Ecto.Changeset
  alias Shop.{Repo, Mailer}
  alias Shop.Accounts.Token, as: T
  @behaviour Shop.Store
  @lifetime 3600

  @type t :: %__MODULE__{}
  @callback fetch(id :: integer) :: t

  schema "users" do
    field :email, :string
    belongs_to :team, Shop.Team
  end

  @doc "Logs in."
  def login(email, password) when is_binary(email) do
    email
    |> get_by_email()
    |> verify(password)
    |> T.issue()
  end

  def login(nil, _), do: {:error, :missing}

  def anonymous, do: %User{}

  defp verify(user, password) do
    Enum.map([user], &check/1)
    Bcrypt.verify_pass(password, user.hash) && Repo.update(user)
  end

  defmacro guarded(block) do
    quote do: unquote(block)
  end

  defguard is_locked(user) when user.attempts > 3
  defdelegate send_mail(user), to: Mailer
  def left <~> right, do: {left, right}
end

defprotocol Shop.Render do
  def render(value)
end

defimpl Shop.Render, for: Shop.Accounts.User do
  def render(user), do: user.email
end

defmodule ShopWeb.Router do
  use ShopWeb, :router

  pipeline :browser do
    plug :fetch_session
    plug ShopWeb.Auth, :admin
  end

  scope "/", ShopWeb do
    get "/login", SessionController, :new
  end
end

defmodule Shop.UserTest do
  test "logs in" do
    assert {:ok, _} = User.login("a", "b")
  end
end
