"""Tests of the settings: who wins, and what a wrong value is told."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from rea.errors import DataFileError, UsageError
from rea.settings import FILE, Secret, Settings, config_folder, load_settings


def write(folder: Path, text: str) -> Path:
    """The user's file with this text."""
    folder.joinpath(FILE).write_text(text, encoding="utf-8")
    return folder


def test_defaults(tmp_path: Path) -> None:
    """With nothing said the offline reasoner answers with ten turns and twenty files."""
    settings = load_settings({}, {}, tmp_path / "nowhere")
    assert settings == Settings(model="offline", lang="", format="terminal", max_turns=10, max_files=20)
    assert not settings.sends


def test_flags_win_over_environment_over_file(tmp_path: Path) -> None:
    """Each source is asked in its order, value by value."""
    folder = write(tmp_path, "max_turns: 3\nmax_files: 4\nlang: zh\n")
    settings = load_settings(
        {"max_turns": 5, "lang": None}, {"REA_MAX_TURNS": "6", "REA_MAX_FILES": "7"}, folder
    )
    assert (settings.max_turns, settings.max_files, settings.lang) == (5, 7, "zh")


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "  \n\n"])
def test_an_empty_file_is_no_error(tmp_path: Path, text: str) -> None:
    """A file somebody emptied or only commented sets nothing."""
    assert load_settings({}, {}, write(tmp_path, text)) == Settings()


def test_every_setting_has_a_variable(tmp_path: Path) -> None:
    """Whatever can be set can be set in the environment."""
    values = {
        "model": "m",
        "lang": "en",
        "format": "json",
        "max_turns": "1",
        "max_files": "2",
        "max_seconds": "1.5",
        "explore_model": "small",
        "base_url": "http://localhost:1/v1",
        "api_key": "sk-1",
        "tool_protocol": "text",
        "window": "8000",
        "silence": "9",
        "max_tool_calls": "3",
        "max_tokens_total": "4",
        "max_cost": "0.5",
        "semantic": "off",
    }
    assert set(values) == {field.name for field in fields(Settings)} - {"record"}
    environ = {f"REA_{name.upper()}": value for name, value in values.items()}
    assert load_settings({}, environ, tmp_path) == Settings(
        model="m", explore_model="small", base_url="http://localhost:1/v1", api_key=Secret("sk-1"),
        tool_protocol="text", window=8000, silence=9.0, lang="en", format="json", max_turns=1, max_files=2,
        max_seconds=1.5, max_tool_calls=3, max_tokens_total=4, max_cost=0.5, semantic="off",
    )  # fmt: skip


def test_the_variables_of_the_sdk_count_after_our_own(tmp_path: Path) -> None:
    """OPENAI_API_KEY and OPENAI_BASE_URL count; REA's own variables win; a key alone names no model."""
    sdk = {"OPENAI_API_KEY": "sk-a", "OPENAI_BASE_URL": "http://a/v1"}
    settings = load_settings({}, sdk, tmp_path)
    assert (settings.api_key, settings.base_url) == (Secret("sk-a"), "http://a/v1")
    assert not settings.sends
    own = load_settings({}, {**sdk, "REA_API_KEY": "sk-b", "REA_BASE_URL": "http://b/v1"}, tmp_path)
    assert (own.api_key, own.base_url) == (Secret("sk-b"), "http://b/v1")


def test_a_key_is_never_shown(tmp_path: Path) -> None:
    """Neither the settings nor the message about a wrong key or address show a secret; no flag takes one."""
    settings = load_settings({"api_key": "sk-flag"}, {"OPENAI_API_KEY": "sk-hidden"}, tmp_path)
    assert settings.api_key.value == "sk-hidden"
    assert "sk-hidden" not in repr(settings) + str(settings)
    for environ in ({"REA_API_KEY": "sk-\nhidden"}, {"REA_BASE_URL": "ftp://me:hidden@host"}):
        with pytest.raises(UsageError) as caught:
            load_settings({}, environ, tmp_path)
        assert "hidden" not in str(caught.value)


def test_a_recording_is_only_named_on_the_command_line(tmp_path: Path) -> None:
    """Neither file nor environment can have a recording overwritten question after question."""
    assert load_settings({}, {"REA_RECORD": "x"}, tmp_path).record == ""
    with pytest.raises(DataFileError, match="`record` is not a setting"):
        load_settings({}, {}, write(tmp_path, "record: x\n"))


@pytest.mark.parametrize(
    ("flags", "environ", "message"),
    [
        ({"max_turns": 0}, {}, "--max-turns is '0': a whole number from 1 to 100"),
        ({"max_files": -1}, {}, "--max-files is '-1'"),
        ({}, {"REA_MAX_TURNS": "many"}, "REA_MAX_TURNS is 'many'"),
        ({}, {"REA_MAX_SECONDS": "-1"}, "REA_MAX_SECONDS"),
        ({}, {"REA_MAX_SECONDS": "nan"}, "REA_MAX_SECONDS"),
        ({}, {"REA_LANG": "fr"}, "REA_LANG is 'fr'"),
        ({}, {"REA_FORMAT": "pdf"}, "terminal, markdown, json"),
        ({"model": " "}, {}, "--model"),
        ({"base_url": "localhost:11434"}, {}, "--base-url is 'localhost:11434': an address such as http"),
        ({"base_url": "file:///etc/passwd"}, {}, "--base-url"),
        ({"max_cost": -1}, {}, "--max-cost"),
        ({"window": "many"}, {}, "--window"),
        ({"model": "x" * 999}, {}, "--model"),
    ],
)
def test_wrong_values_are_named(
    tmp_path: Path, flags: dict[str, object], environ: dict[str, str], message: str
) -> None:
    """A value that cannot be used is told with its flag or variable and what is expected."""
    with pytest.raises(UsageError, match=message):
        load_settings(flags, environ, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lang: en\nmax_turns: lots\n", "config.yaml:2: max_turns: a whole number"),
        ("\n\ncolour: red\n", "config.yaml:3: `colour` is not a setting"),
        ("max_turns: true\n", "config.yaml:1"),
        ("max_turns: [1]\n", "config.yaml:1"),
        ("lang: en\n  - broken: [\n", r"config.yaml:\d"),
        ("- a list\n", "config.yaml:1"),
        ("just text\n", "config.yaml:1"),
        ("max_turns: !!python/object/apply:os.system ['true']\n", "config.yaml:1"),
    ],
)
def test_wrong_files_are_named_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    """A mistake in the file is told with file and line; no tag in it is obeyed."""
    with pytest.raises(DataFileError, match=message):
        load_settings({}, {}, write(tmp_path, text))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Bytes that are no text, and a folder in the file's place, are errors with the path."""
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataFileError, match=r"config\.yaml"):
        load_settings({}, {}, tmp_path)
    (tmp_path / "other" / FILE).mkdir(parents=True)
    with pytest.raises(DataFileError, match=r"config\.yaml"):
        load_settings({}, {}, tmp_path / "other")


def test_the_folder_can_be_chosen() -> None:
    """REA_CONFIG_DIR names the folder, else the platform's convention holds."""
    assert config_folder({"REA_CONFIG_DIR": "/x"}) == Path("/x")
    assert config_folder({}).name == "rea"


def test_the_repository_cannot_set_anything(tmp_path: Path) -> None:
    """Only the user's own folder is read: a config.yaml in a clone has no say."""
    clone = tmp_path / "clone"
    (clone / ".rea").mkdir(parents=True)
    write(clone, "max_turns: 1\n")
    hostile = "model: evil\nbase_url: http://evil.example/v1\napi_key: sk-evil\n"
    write(clone / ".rea", hostile)
    (clone / ".env").write_text("OPENAI_BASE_URL=http://evil.example/v1\nREA_MODEL=evil\n", encoding="utf-8")
    assert load_settings({}, {}, tmp_path / "user") == Settings()
