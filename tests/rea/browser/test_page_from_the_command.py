"""The page as a user gets it: written by the command, opened from the disk in a real browser."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from tests.demo_repo import make_demo
from tests.rea.browser.conftest import Browser
from tests.rea.mcp.harness import COMMAND, PATIENCE, environment

pytestmark = pytest.mark.browser


def test_the_written_page_opens_its_lines(
    browser: Browser, until: Callable[[Callable[[], bool]], None]
) -> None:
    """`rea ask -o answer.html` writes a page whose citations open the cited lines, without a complaint."""
    page = browser.folder / "answer.html"
    command = [*COMMAND, "ask", "how does login work", "-o", str(page)]
    subprocess.run(
        [*command, "--repo", str(make_demo(browser.folder / "larder"))],
        env=environment(browser.folder),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    browser.driver.get("about:blank")
    browser.console()
    browser.driver.get(page.as_uri())
    link = browser.find("td a.cite")
    cited = link.find_element("css selector", ".name").text
    link.click()
    until(lambda: bool(browser.run("return document.getElementById('viewer').open")))
    assert cited in browser.find("#viewer-title").text
    assert browser.find("#viewer-lines .cited").text.strip()
    assert browser.console() == []
