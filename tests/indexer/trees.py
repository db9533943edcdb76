"""Small trees of files to index, with and without git."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

APP = {
    "app/auth.py": (
        "import hashlib\n"
        "from app.store import save_token\n\n\n"
        "class LoginService:\n"
        "    def issue_token(self, user):\n"
        "        token = hashlib.sha256(user.encode()).hexdigest()\n"
        "        save_token(user, token)\n"
        "        return token\n\n\n"
        "def login(request):\n"
        "    return LoginService().issue_token(request.user)\n"
    ),
    "app/store.py": (
        "TOKENS = {}\n\n\n"
        "def save_token(user, token):\n"
        "    TOKENS[user] = token\n\n\n"
        "def clear_tokens():\n"
        "    TOKENS.clear()\n"
    ),
    "web/client.js": (
        'export function login(name) {\n  return fetch("/login", { method: "POST", body: name });\n}\n'
    ),
    "README.md": "# Example\n\nPeople log in with a token. 登录流程在这里。\n",
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files below a folder, which is returned."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def git(root: Path, *args: str) -> str:
    """Runs git in a test repository and returns what it prints."""
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
    return subprocess.run(
        ["git", *identity, *args], cwd=root, check=True, capture_output=True, text=True
    ).stdout


def repository(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A git repository with one commit of the files."""
    write(root, files)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "First")
    return root
