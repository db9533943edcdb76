"""Roles by path, over many ecosystems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.records import FileRole
from indexer.roles import role_of

EXPECTED: dict[FileRole, tuple[str, ...]] = {
    "test": (
        "tests/test_login.py",
        "hc/api/tests/test_metrics.py",
        "conftest.py",
        "pkg/store/user_test.go",
        "src/login.test.ts",
        "src/login.spec.tsx",
        "src/__tests__/App.jsx",
        "spec/models/user_spec.rb",
        "src/test/java/com/x/Base.java",
        "app/src/androidTest/java/Main.kt",
        "core/LoginServiceTest.java",
        "Tests/AppTests/RouteTests.swift",
        "tests/Jellyfin.Api.Tests/UserTests.cs",
        "Some.Project.Tests/Data/sample.json",
        "test/portal/config_test.exs",
        "src/lib.rs/tests/common.rs",
        "cypress/e2e/login.cy.js",
        "packages/app-tests/e2e/x.ts",
        "tools/testing/selftests/bpf/x.c",
        "features/login.feature",
        "t/01-basic.t",
        "Test/自动/登录.py",
    ),
    "doc": (
        "README.md",
        "README",
        "LICENSE",
        "CHANGELOG.rst",
        "docs/guide.md",
        "docs/conf.py",
        "Documentation/arm/booting.txt",
        "apps/docs/src/page.tsx",
        "src/components/README.md",
        "文档/说明.md",
    ),
    "translation": (
        "lang/zh_CN/auth.php",
        "lang/zh_CN.json",
        "locale/de/LC_MESSAGES/django.po",
        "web/src/locales/en.json",
        "src/lang/zh-CN.json",
        "src/lang/ca@valencia.json",
        "public/locales/fr/common.json",
        "config/locales/devise.zh-TW.yml",
        "app/i18n/zh-CN.ts",
        "app/src/main/res/values-zh-rCN/strings.xml",
        "app/src/main/res/values/strings.xml",
        "src/main/resources/messages_zh_CN.properties",
        "Resources/Strings.de.resx",
        "Base.lproj/Localizable.strings",
        "l10n/app_de.arb",
        "priv/gettext/errors.pot",
        "Server/Localization/Core/pt-BR.json",
    ),
    "example": (
        "examples/basic/main.py",
        "samples/ftrace/sample.c",
        "pedometer/example/lib/main.dart",
        "src/Button.stories.tsx",
        "apollo-demo/Main.java",
    ),
    "config": (
        "pyproject.toml",
        "docker/Dockerfile",
        "docker-compose.yml",
        ".env.example",
        ".github/workflows/release.yml",
        ".github/workflows/_perf_tests.yml",
        "package.json",
        "vite.config.ts",
        "App/appsettings.Development.json",
        "pom.xml",
        "go.mod",
        "Makefile",
        "CMakeLists.txt",
        "requirements-dev.txt",
    ),
    "data": ("countries.json", "public/logo.svg", "data/prices.csv", "patches/fix.patch", "public/ads.txt"),
    "code": (
        "src/app.py",
        "hc/settings.py",
        "app/Models/User.php",
        "resources/views/auth/login.blade.php",
        "templates/emails/reset-body.txt",
        "templates/email/smtp_test.hbs",
        "scripts/release_smoke_test.sh",
        "db/migrate/001_init.sql",
        "src/i18n/index.ts",
        "src/latest.py",
        "src/Contest.java",
        "src/Digits.swift",
        "src/main/Audit.java",
        "src/features/docs/editor.ts",
        "src/components/demo/Panel.vue",
        "lib/security/security.go",
        "app/models/history.rb",
        "install.sh",
        "bin/deploy",
        "proto/user.proto",
        "contests/models.py",
        "源码/登录.py",
        "Kconfig.py",
    ),
}


@pytest.mark.parametrize(
    ("role", "path"), [(role, path) for role, paths in EXPECTED.items() for path in paths]
)
def test_paths_have_the_role_people_expect(role: FileRole, path: str) -> None:
    """Conventions of many languages and frameworks are known, and look-alikes are not mistaken for them."""
    assert role_of(path) == role


@given(st.text(max_size=40))
def test_every_path_has_a_role(path: str) -> None:
    """No path, however odd, is without a role."""
    assert role_of(path) in EXPECTED
