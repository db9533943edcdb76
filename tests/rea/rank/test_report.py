"""Tests of reports: long texts with a title and quoted code are ranked by their own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rea.rank.locate import locate
from rea.rank.report import is_report, report_query
from tests.rea.conftest import Bench

MakeBench = Callable[[Mapping[str, str]], Bench]

REPORT = """Basket loses its discount after a merge

When two baskets are merged, the discount of the first one is gone:

```python
import logging
logging.basicConfig(level=logging.DEBUG)
merge(first, second)
```

The culprit seems to be `shop.baskets.joining.merge_baskets`.
"""


@pytest.mark.parametrize(
    ("text", "report"),
    [
        (REPORT, True),
        ("Crash\nIt crashes.", True),
        ('  File "shop/cart.py", line 3, in add', True),
        ("How does login work?", False),
        ("登录流程是怎样的?", False),
        ("", False),
    ],
)
def test_a_report_is_told_from_a_question(text: str, report: bool) -> None:
    """A title with text below, a trace or a long text is a report."""
    assert is_report(text) is report


def test_the_title_counts_most_and_quoted_code_least() -> None:
    """What stands in the title outweighs the prose, and that outweighs words of quoted code alone."""
    terms = report_query(REPORT).terms
    assert terms["discount"] > terms["culprit"] > terms["debug"]


def test_a_dotted_name_is_looked_for_as_a_file() -> None:
    """`shop.baskets.joining.merge_baskets` may be in shop/baskets/joining.py."""
    assert "shop/baskets/joining.py" in report_query(REPORT).files


def test_the_file_a_report_spells_out_comes_first(bench_of: MakeBench) -> None:
    """Among files that speak of the same, the module named in the report leads."""
    text = "def {}(basket):\n    return basket.discount.merge()\n"
    files = {f"shop/baskets/{name}.py": text.format(name) for name in ("prices", "joining", "orders")}
    assert locate(bench_of(files).index, REPORT)[0].path == "shop/baskets/joining.py"


def test_an_empty_report_is_a_query_without_words() -> None:
    """Lines of dashes have no title and ask for nothing."""
    assert not report_query("---\n***\n").terms
