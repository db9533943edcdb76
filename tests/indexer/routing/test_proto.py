"""Services of proto files and Play's route tables."""

from __future__ import annotations

from tests.indexer.routerows import rows


def test_rpcs_and_their_http_annotations() -> None:
    """Each rpc is a row with package and service, each HTTP path of it another."""
    text = """
syntax = "proto3";
package memos.api.v1;

service AuthService {
  // rpc Old(OldRequest) returns (OldResponse);
  rpc SignIn(SignInRequest) returns (SignInResponse) {
    option (google.api.http) = {
      post: "/api/v1/auth/signin"
      body: "*"
      additional_bindings { get: "/api/v1/auth/signin" }
    };
  }
  rpc Watch(stream WatchRequest) returns (stream WatchResponse);
}
message M { string get = 1; }
"""
    assert rows("proto/auth.proto", text) == [
        "RPC /memos.api.v1.AuthService/SignIn SignIn",
        "POST /api/v1/auth/signin SignIn",
        "GET /api/v1/auth/signin SignIn",
        "RPC /memos.api.v1.AuthService/Watch Watch",
    ]


def test_play_tables() -> None:
    """A line of conf/routes is a route; its comment lines are none."""
    text = "# GET /old controllers.Old.x\nGET     /login      controllers.Auth.login(next: String)\n"
    assert rows("conf/routes", text) == ["GET /login Auth@login"]
