"""Finds what a repository is about: the nouns its files are named for, without the words every codebase shares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from indexer.records import FileRecord
from indexer.words import stem, terms_of

# Words that name a part of a program, not the thing it handles.
TECHNICAL = frozenset(
    stem(word)
    for word in ["test", "tests", "spec", "index", "init", "main", "app", "application", "apps", "server", "client", "api", "service", "services", "controller", "controllers", "model", "models", "view", "views", "util", "utils", "helper", "helpers", "handler", "handlers", "type", "types", "config", "configuration", "configs", "setting", "settings", "manager", "factory", "builder", "base", "core", "common", "lib", "library", "data", "info", "list", "item", "items", "detail", "details", "page", "pages", "component", "components", "store", "stores", "repository", "repositories", "dao", "dto", "entity", "entities", "database", "db", "migration", "migrations", "sql", "create", "update", "delete", "destroy", "add", "remove", "edit", "new", "get", "set", "use", "default", "readme", "license", "doc", "docs", "user", "users", "auth", "login", "password", "token", "session", "admin", "system", "log", "logs", "error", "errors", "exception", "exceptions", "middleware", "request", "requests", "response", "http", "form", "forms", "url", "urls", "route", "routes", "router", "provider", "providers", "module", "modules", "action", "actions", "event", "events", "job", "jobs", "task", "tasks", "command", "commands", "key", "keys", "value", "values", "name", "names", "message", "messages", "email", "mail", "i18n", "lang", "locale", "script", "scripts", "package", "version", "docker", "integration", "open", "internal", "external", "public", "private", "abstract", "impl", "interface", "constant", "constants", "enum", "state", "context", "hook", "hooks", "style", "styles", "icon", "icons", "dialog", "modal", "menu", "layout", "layouts", "table", "tables", "row", "column", "field", "fields", "validation", "format", "template", "templates", "show", "id", "web", "www", "html", "css", "js", "ts", "py", "java", "go", "php", "ruby", "rust", "json", "yaml", "yml", "xml", "toml", "txt", "md", "lock", "rc", "dev", "prod", "build", "release", "android", "ios", "src", "root", "home", "fake", "mock", "sample", "example", "demo", "wrapper", "adapter", "proxy", "filter", "listener", "observer", "parser", "scanner", "result", "query", "mutation", "schema", "resource", "resources", "asset", "assets", "image", "images", "file", "files", "path", "number", "string", "object", "array", "map", "node", "tree", "graph", "parse", "render", "make", "run", "start", "stop", "load", "save", "read", "write", "send", "the", "and", "for", "with", "from", "feature", "features", "shared", "global", "local", "simple", "basic", "generic", "custom", "extra", "misc", "other", "my", "our", "own", "part"]
)
MOST_NOUNS = 3
SHORTEST = 3


def domain_nouns(files: Iterable[FileRecord], most: int = MOST_NOUNS) -> tuple[str, ...]:
    """The stems that name most of the code, spread over most folders, best first."""
    count: Counter[str] = Counter()
    folders: dict[str, set[str]] = {}
    top: set[str] = set()
    for record in files:
        if record.role != "code":
            continue
        folder, _, name = record.path.rpartition("/")
        top.add(record.path.split("/", 1)[0])
        for term in set(terms_of(name.rsplit(".", 1)[0])):
            if len(term) >= SHORTEST and term.isalpha() and term not in TECHNICAL:
                count[term] += 1
                folders.setdefault(term, set()).add(folder)
    # The project's own name is in the names of its top folders and says nothing about its data.
    project = Counter(term for name in top for term in set(terms_of(name)))
    for term, times in project.items():
        if times >= max(3, len(top) // 2):
            count.pop(term, None)
    score = {term: len(folders[term]) * math.log(1 + count[term]) for term in count}
    return tuple(sorted(score, key=lambda term: (-score[term], term))[:most])
