"""Tests of thinning: a crowd of like files does not fill a reading list, and no file is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from indexer.records import ConfigMark
from rea.rank.crowd import MOST_OF_CROWD, MOST_VARIANTS, SMALLEST_CROWD, crowds, thinned, variants

PATHS = st.lists(st.sampled_from([f"f{number}" for number in range(12)]), unique=True)
GROUPS = st.dictionaries(
    st.sampled_from([f"f{number}" for number in range(12)]), st.sampled_from(["one", "two"])
)
MIGRATIONS = tuple(f"db/migrations/{number:04}_step.sql" for number in range(SMALLEST_CROWD + 2))


@given(PATHS, GROUPS, GROUPS)
def test_thinning_is_a_permutation(
    paths: list[str], crowd_of: dict[str, str], variant_of: dict[str, str]
) -> None:
    """Every path comes out exactly once."""
    assert sorted(thinned(paths, crowd_of, variant_of)) == sorted(paths)


@given(PATHS, GROUPS, GROUPS)
def test_thinning_keeps_the_order_of_what_stays_and_of_what_moves(
    paths: list[str], crowd_of: dict[str, str], variant_of: dict[str, str]
) -> None:
    """Files that are in no crowd keep their order, and the members of a crowd keep theirs."""
    out = list(thinned(paths, crowd_of, variant_of))
    free = [path for path in paths if path not in crowd_of and path not in variant_of]
    assert [path for path in out if path in free] == free
    for name in ("one", "two"):
        members = [path for path in paths if crowd_of.get(path) == name and path not in variant_of]
        assert [path for path in out if path in members] == members


@given(PATHS)
def test_without_crowds_nothing_moves(paths: list[str]) -> None:
    """A list of files that are unlike each other stays as it is."""
    assert list(thinned(paths, {}, {})) == paths


@given(PATHS, GROUPS)
def test_the_surplus_of_a_crowd_is_behind_everything_else(paths: list[str], crowd_of: dict[str, str]) -> None:
    """Before the first file outside all crowds stand at most so many of any crowd."""
    out = list(thinned(paths, crowd_of, {}))
    free = [at for at, path in enumerate(out) if path not in crowd_of]
    head = out[: free[-1]] if free else []
    for name in ("one", "two"):
        assert sum(crowd_of.get(path) == name for path in head) <= MOST_OF_CROWD


def test_migrations_are_a_crowd() -> None:
    """Many numbered migrations have one name together."""
    marks = [ConfigMark(path, "migration") for path in MIGRATIONS]
    names = crowds([*MIGRATIONS, "db/runner.py"], marks, dict.fromkeys(MIGRATIONS, "code"))
    assert set(names) == set(MIGRATIONS)
    assert len(set(names.values())) == 1


def test_translations_are_a_crowd() -> None:
    """One file per language, whatever the folders."""
    paths = [f"lang/{code}/messages.json" for code in ("de", "en", "fr", "it", "nl", "pl", "pt", "zh")]
    assert set(crowds(paths, [], dict.fromkeys(paths, "translation"))) == set(paths)


def test_a_handful_is_no_crowd() -> None:
    """Fewer files than a crowd needs are left alone."""
    few = MIGRATIONS[: SMALLEST_CROWD - 1]
    assert crowds(few, [ConfigMark(path, "migration") for path in few], {}) == {}


def test_ordinary_files_are_no_crowd() -> None:
    """Files without numbers are each their own, however many."""
    paths = [f"src/{name}.py" for name in ("login", "logout", "session", "token", "guard", "roles", "menu")]
    assert crowds(paths, [], dict.fromkeys(paths, "code")) == {}


def test_one_file_per_database_is_a_variant() -> None:
    """The same file in sister folders, defining the same, shares a key; a list shows one of them first."""
    paths = ["store/mysql/user.go", "store/sqlite/user.go", "store/postgres/user.go", "store/cache.go"]
    names = {path: frozenset(("CreateUser", "ListUsers", "DeleteUser")) for path in paths}
    names[paths[0]] |= {"quote"}
    keys = variants(paths, names)
    assert set(keys) == set(paths[:3])
    assert len(set(keys.values())) == 1
    assert list(thinned(paths, {}, keys))[:2] == [paths[0], paths[3]]
    assert MOST_VARIANTS == 1


def test_files_of_unlike_folders_are_no_variants() -> None:
    """That `api` and `stores` both have a session file does not make one stand for the other."""
    paths = [
        "src/api/http.ts",
        "src/api/items.ts",
        "src/api/session.ts",
        "src/stores/pantry.ts",
        "src/stores/session.ts",
    ]
    names = {path: frozenset((f"{path}_load", f"{path}_save", "default")) for path in paths}
    assert variants(paths, names) == {}
    assert variants(paths, {}) == {}
