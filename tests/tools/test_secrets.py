"""What is kept on the machine: files that look like secrets, and key-like values in lines."""

from __future__ import annotations

import random
import time

import pytest

from tools.secrets import MARK, MAX_QUOTED, is_secret_path, looks_random, redact_line, redact_window

# Built from pieces, so that no scanner takes this file for a leak.
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
STRIPE = "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc"
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "server/.env.production",
        "prod.env",
        "certs/server.pem",
        "certs/server.example.com.key",
        "home/.ssh/config",
        "id_rsa",
        "deploy/id_ed25519",
        "credentials",
        "config/credentials.json",
        "config/secrets.yml",
        ".npmrc",
        ".netrc",
        "infra/prod.tfvars",
        "gcp/my-service-account.json",
        "client_secret_12.json",
        "release.keystore",
    ],
)
def test_files_of_secrets_are_recognised(path: str) -> None:
    """A file whose name says that it holds secrets is one."""
    assert is_secret_path(path)


@pytest.mark.parametrize(
    "path",
    [
        ".env.example",
        ".env.sample",
        ".env.dist",
        ".env.example.local",
        "env.template",
        "config/secrets.yml.example",
        "id_rsa.pub",
        "src/credentials.py",
        "app/Http/secrets.ts",
        "src/env.ts",
        "keys.go",
        "docs/credentials.md",
        "src/environment.env.ts",
        "Secrets/SecretStore.cs",
        "public.crt",
    ],
)
def test_templates_and_code_stay_readable(path: str) -> None:
    """Templates of secret files and code about secrets are ordinary files."""
    assert not is_secret_path(path)


@pytest.mark.parametrize(
    "line",
    [
        f"aws_access_key_id = {AWS}",
        f'token: "{GITHUB}"',
        f"const stripe = '{STRIPE}'",
        f"Authorization: Bearer {JWT}",
        'PASSWORD = "xK9#mQ2$vL8pW4"',
        "'secret' => 'f3fca79989cafe7dead71beefedc812b'",
        '{"api_key":"9d2Kf8Lq0ZxPw7Rt5Vb3Nm1"}',
        'client_secret := "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA=="',
        "db = postgres://app:s8Kd02LmQp3x@db.internal:5432/app",
        'System.setProperty("apollo.access-key.secret", "1cf998c4e2ad4704b45a98a509d15719")',
    ],
)
def test_key_like_values_are_blanked(line: str) -> None:
    """Known key forms and random literals given to secret names leave only a mark."""
    shown = redact_line(line)
    assert MARK in shown
    for value in (
        AWS,
        GITHUB,
        STRIPE,
        JWT,
        "xK9#mQ2$vL8pW4",
        "f3fca799",
        "9d2Kf8Lq0",
        "Zm9vYmFy",
        "s8Kd02",
        "1cf998",
    ):
        assert value not in shown


@pytest.mark.parametrize(
    "line",
    [
        'password = request.POST["password"]',
        "const token = await getToken2FA(user)",
        'S3_SECRET_KEY = envsecret("S3_SECRET_KEY")',
        'token := "memos_pat_abc123"',
        "password: process.env.DB_PASSWORD_2",
        'secret_key = os.environ["SECRET_KEY_V2"]',
        '$table->string("password_reset_token_2")',
        'token_url = "https://github.com/login/oauth2/access_token"',
        'passwordField = "input[name=password1]"',
        "secret: ${{ secrets.GITHUB_TOKEN_V2 }}",
        'api_key = "your-api-key-123"',
        'hash = "sha256/base64"',
        "url = postgres://user:password@localhost/db",
        "integrity: sha512-oHTJxkUyUA==",
        'token_type = "urn:ietf:params:oauth:token-type:access_token"',
        '"passwordResetTokenExpired": "Das Token ist nach 24 Stunden abgelaufen"',
    ],
)
def test_ordinary_code_is_left_alone(line: str) -> None:
    """Code that handles secrets without holding one is shown as it is."""
    assert redact_line(line) == line


def test_unquoted_values_count_only_where_values_stand_bare() -> None:
    """`KEY=value` is blanked in configuration, not in code, where the right side is an expression."""
    lines = ["SECRET_KEY=k3J9xQ7mPz2Lw8Rt5Vb1"]
    assert redact_window(lines, 1, 1, "deploy/app.conf") == (f"SECRET_KEY={MARK}",)
    assert redact_window(lines, 1, 1, "src/app.py") == tuple(lines)


def test_body_of_a_private_key_is_blanked_even_when_the_window_starts_inside() -> None:
    """Lines of a private key are hidden although its first line is not shown; the lines around it stay."""
    body = ["MIIEpAIBAAKCAQEA" + "x7Kd9Lm2" * 6 for _ in range(20)]
    lines = [
        "before = 1",
        "-----BEGIN RSA PRIVATE KEY-----",
        *body,
        "-----END RSA PRIVATE KEY-----",
        "after = 2",
    ]
    shown = redact_window(lines, 10, len(lines), "notes.txt")
    assert len(shown) == len(lines) - 9
    assert not any("MIIE" in line for line in shown)
    assert shown[-1] == "after = 2"


def test_a_check_for_a_private_key_is_not_a_private_key() -> None:
    """Code that looks for the first line of a key, and the code after it, is shown."""
    lines = [
        'if "-----BEGIN PRIVATE KEY-----" in text:',
        "    return load(text)",
        "    raise ValueError(text)",
    ]
    assert redact_window(lines, 1, 3, "load.py") == tuple(lines)


def test_number_of_lines_never_changes() -> None:
    """Redaction keeps line numbers: one line in, one line out."""
    chooser = random.Random(7)
    alphabet = "abc=:'\"- PRIVATEKEYBGN01\\n"
    for _ in range(200):
        lines = ["".join(chooser.choices(alphabet, k=chooser.randint(0, 60))) for _ in range(30)]
        assert len(redact_window(lines, 5, 25, "x.txt")) == 21


@pytest.mark.parametrize(
    "line",
    [
        "secret" * 300_000,
        'secret="' + "a1" * 900_000,
        "eyJaaaaaaaaaaaa." * 100_000,
        "-----BEGIN A A " * 90_000,
    ],
)
def test_a_huge_line_is_cut_before_it_is_looked_at(line: str) -> None:
    """A line of 1.5 MB costs no more than the 10,000 characters that are kept of it."""
    started = time.perf_counter()
    (shown,) = redact_window([line], 1, 1, "x.env.txt")
    assert len(shown) <= MAX_QUOTED + len(MARK)
    assert time.perf_counter() - started < 2


def test_random_keys_look_random_and_words_do_not() -> None:
    """Nearly every generated key of 24 characters is recognised; identifiers with digits are not."""
    chooser = random.Random(1)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    keys = ["".join(chooser.choices(alphabet, k=24)) for _ in range(500)]
    assert sum(looks_random(key) for key in keys) >= 475
    for word in (
        "oauth2_client",
        "Bootstrap5Theme",
        "user_token_v2",
        "sha256WithRSAEncryption",
        "page-2-of-3",
    ):
        assert not looks_random(word)
