"""Config marks by path, over many ecosystems."""

from __future__ import annotations

import pytest

from indexer.marks import marks_of

EXPECTED = {
    "build": (
        "Makefile",
        "web/vite.config.ts",
        "pom.xml",
        "src/Api/Api.csproj",
        "scripts/build.sh",
        "build.rs",
    ),
    "dependencies": (
        *(
            "package.json",
            "requirements-dev.txt",
            "requirements/base.txt",
            "go.mod",
            "Gemfile",
            "composer.json",
        ),
    ),
    "environment": (".env.example", "docker/.env", ".nvmrc", "hc/local_settings.py.example"),
    "migration": (
        "hc/api/migrations/0001_initial.py",
        "db/migrate/20200101_init.rb",
        "db/knex_migrations/2025-01-01-x.js",
        "store/migration/sqlite/0.2/00__user.sql",
        "alembic/versions/ab12_add.py",
        "scripts/sql/delta/v1-v2/a.sql",
        "prisma/migrations/2023_x/migration.sql",
        "prisma/schema.prisma",
        "src/main/resources/db/V1__init.sql",
        "Server/Migrations/Routines/Fix.cs",
        "store/migrator.go",
        "db/schema.rb",
    ),
    "ci": (
        *(".github/workflows/test.yml", ".gitlab-ci.yml", "Jenkinsfile", ".circleci/config.yml"),
        ".husky/pre-commit",
    ),
    "container": (
        *("Dockerfile", "docker/Dockerfile.debian", "compose.yaml", "docker/entrypoint.sh", ".dockerignore"),
    ),
    "release": (
        *(".goreleaser.yml", "CHANGELOG.md", ".github/workflows/release.yml", "extra/release/beta.mjs"),
        *("scripts/publish.sh", "VERSION"),
    ),
    "deploy": (
        *("k8s/app.yaml", "helm/chart/values.yaml", "Procfile", "fly.toml", "main.tf", "deploy/app.service"),
    ),
    "config": (
        *("hc/settings.py", "config/app.php", "src/main/resources/application.yml", "App/appsettings.json"),
        "config/prod.exs",
    ),
}
UNMARKED = (
    "src/login.py",
    "static/scripts/controller/ReleaseController.js",
    "src/components/Deploy.vue",
    "tests/fixtures/Dockerfile",
    "docs/deploy/guide.md",
    "tests/migrations/test_migrations.py",
    ".github/ISSUE_TEMPLATE/config.yml",
    "hc/api/migrations/__init__.py",
    "app/services/deploy/runner.py",
    "app/models/release/note.rb",
    "mm/migrate.c",
)


@pytest.mark.parametrize(
    ("kind", "path"), [(kind, path) for kind, paths in EXPECTED.items() for path in paths]
)
def test_files_are_marked(kind: str, path: str) -> None:
    """The files that build, configure, migrate, test or ship an application are known."""
    assert kind in {mark.kind for mark in marks_of([path])}


@pytest.mark.parametrize("path", UNMARKED)
def test_the_application_itself_is_not_marked(path: str) -> None:
    """Source that merely speaks of releases or deployment, tests and documents get no mark."""
    assert marks_of([path]) == []


def test_marks_are_sorted_and_a_file_may_have_several() -> None:
    """Marks come by kind and path, whatever the order of the paths, each once."""
    marks = marks_of(["z/package.json", "package.json", "z/package.json", "Dockerfile"])
    assert [(mark.kind, mark.path) for mark in marks] == [
        ("build", "package.json"),
        ("build", "z/package.json"),
        ("container", "Dockerfile"),
        ("dependencies", "package.json"),
        ("dependencies", "z/package.json"),
    ]
