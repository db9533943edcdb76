"""The served pages in a real browser: ask and watch, open what is cited, look around, and stay safe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Keys

from tests.demo_repo import make_demo
from tests.indexer.trees import repository
from tests.rea.browser.conftest import Browser
from tests.rea.serve.harness import Server, served

pytestmark = pytest.mark.browser

Until = Callable[[Callable[[], bool]], None]
HOSTILE = "<img src=x onerror=document.title='HIT'>.py"


@pytest.fixture(scope="module")
def server(chrome: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`rea serve` over the example application."""
    folder = tmp_path_factory.mktemp("pages")
    with served(make_demo(folder / "larder"), folder) as running:
        yield running


def test_a_question_is_asked_watched_and_read(browser: Browser, until: Until, server: Server) -> None:
    """Typed and sent with the keyboard; progress is told; a citation opens its lines; the list keeps it."""
    browser.driver.get(server.address)
    browser.console()
    # What the page tells while it works is kept: it is over in no time.
    browser.run(
        "window.told = [];"
        "new MutationObserver(() => told.push(document.getElementById('stage').textContent))"
        ".observe(document.getElementById('stage'), {childList: true});"
        "addEventListener('pagehide', () => sessionStorage.setItem('told', told.join('|')))"
    )
    browser.find("#q").send_keys("how does login work", Keys.ENTER)
    until(lambda: "/runs/" in browser.driver.current_url)
    assert "turn 1" in browser.run("return sessionStorage.getItem('told')")
    browser.picture("served-answer")
    browser.find("td a.cite").click()
    until(lambda: bool(browser.run("return document.getElementById('viewer').open")))
    assert browser.find("#viewer-lines .cited").is_displayed()
    assert browser.console() == []
    browser.find("#viewer-close").click()
    browser.driver.get(server.address)
    browser.picture("served-home")
    assert "how does login work" in browser.find("table a").text


def test_a_question_that_cannot_be_asked_is_told_on_the_page(
    browser: Browser, until: Until, server: Server
) -> None:
    """The reason stands below the box, and the next question can be typed."""
    browser.driver.get(server.address)
    browser.find("#q").send_keys("???", Keys.ENTER)
    until(lambda: browser.find("#fault").is_displayed())
    assert browser.find("#fault").text
    assert browser.find("#ask button[type=submit]").is_enabled()


def test_the_overview_leads_to_files_and_files_to_users(browser: Browser, server: Server) -> None:
    """A bar is a link; a definition of the file shows who uses it, beside the lines."""
    browser.console()
    browser.driver.get(server.address + "overview")
    browser.picture("served-overview")
    assert len(browser.all(".chart")) == 4
    browser.find(".chart a").click()
    browser.driver.get(server.address + "file?path=server/larder/security/tokens.py")
    link = next(link for link in browser.all(".symbols a") if "issue_pair" in link.text)
    link.click()
    browser.picture("served-file")
    assert browser.driver.title == "server/larder/security/tokens.py · REA"
    assert browser.find("nav [aria-current]").text == "Files"
    assert "issue_pair" in browser.find("#h-uses").text
    assert browser.all(".uses a")
    assert browser.find(".line:target").is_displayed()
    assert browser.console() == []


@pytest.mark.parametrize("page", ["", "overview", "file", "file?path=server/larder/app.py"])
def test_nothing_overflows_a_narrow_screen(browser: Browser, server: Server, page: str) -> None:
    """On a telephone the page scrolls in one direction only."""
    browser.size(380)
    browser.scheme("dark")
    browser.driver.get(server.address + page)
    browser.picture(f"served-narrow-{page.partition('/')[0].replace('?path=', '-of-') or 'home'}")
    assert browser.run("return document.documentElement.scrollWidth") <= 380


def test_hostile_names_and_code_run_nothing(browser: Browser, tmp_path: Path) -> None:
    """Names and code that are markup stay text, in lists, titles and lines."""
    root = repository(tmp_path / "app", {HOSTILE: f"def f():\n    return '''{HOSTILE}'''\n", "b.py": "f()\n"})
    with served(root, tmp_path) as server:
        for page in (
            "",
            "overview",
            "file",
            "file?path=%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D%27HIT%27%3E.py&symbol=f",
        ):
            browser.driver.get(server.address + page)
            assert "HIT" not in browser.driver.title.replace(HOSTILE, "")
            assert not browser.all("img")
            assert browser.console() == []
