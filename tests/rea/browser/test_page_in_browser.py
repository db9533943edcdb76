"""The page in a real browser: citations open their lines, by mouse or keyboard, on any screen, on paper."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import cast

import pytest
from selenium.webdriver import ActionChains, Keys

from indexer.reader import Index
from rea.answer import Answer
from rea.loop.agent import run
from rea.loop.reasoner import PlanRequest
from rea.offline.reasoner import OfflineReasoner
from rea.render import render
from rea.render.page_sources import gather
from tests.rea.browser.conftest import Browser
from tests.rea.samples import absent, chinese, hostile, sample

pytestmark = pytest.mark.browser

Until = Callable[[Callable[[], bool]], None]

# The lowest contrast of any text with its background, by the formula of WCAG 2.
CONTRAST = """
const parse = (c) => c.match(/[\\d.]+/g).map(Number);
const light = (c) => { const [r, g, b] = parse(c).map((v) => v / 255)
  .map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b; };
const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
  if ((parse(c)[3] ?? 1) > 0) return c; } return "rgb(255, 255, 255)"; };
let worst = [99, ""];
for (const e of document.querySelectorAll("body *")) {
  if (e.closest("svg") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
  if (!e.checkVisibility()) continue;
  const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
  const ratio = (a + .05) / (b + .05);
  if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
}
return worst;
"""

# The words of the drawing that are not wholly inside their box, or inside the drawing where they have none.
OUTSIDE = """
const out = [];
for (const text of document.querySelectorAll("svg text:not(.layer)")) {
  if (!text.checkVisibility()) continue;
  const stage = text.closest(".stage");
  const a = text.getBoundingClientRect();
  const b = (stage ? stage.querySelector("rect") : text.ownerSVGElement).getBoundingClientRect();
  const inside = a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  if (!inside) out.push(text.textContent);
}
return out;
"""


@pytest.fixture(scope="module")
def login(demo: Index) -> str:
    """The page of a real answer about the bundled application, with its lines."""
    answer = ask(demo, "how does login work")
    return render(answer, "html", None, gather(demo, answer))


def ask(index: Index, question: str) -> Answer:
    """What the offline reasoner answers."""
    return run(PlanRequest(question), OfflineReasoner(), index)


def active(browser: Browser) -> str:
    """The number of the citation that has the focus, '' when none has."""
    return cast("str", browser.run("return document.activeElement.dataset.source || ''"))


def press(browser: Browser, *keys: str) -> None:
    """Keys on whatever has the focus."""
    ActionChains(browser.driver).send_keys(*keys).perform()


def test_a_click_on_a_citation_shows_its_lines(browser: Browser, demo: Index, login: str) -> None:
    """The cited lines open, highlighted, as they stand in the file, with lines around them."""
    browser.show(login)
    link = browser.find("td a.cite")
    place = link.find_element("css selector", ".where").text
    path, _, span = place.rpartition(":")
    first, last = (int(number) for number in span.split("-"))
    link.click()
    assert browser.find("#viewer").is_displayed()
    assert browser.find("#viewer-title .place").text == place
    shown = browser.all("#viewer .line.cited")
    assert [int(line.get_attribute("data-line") or 0) for line in shown] == list(range(first, last + 1))
    real = demo.read_text(path).split("\n")[first - 1 : last]
    assert [line.get_property("textContent") for line in shown] == real
    assert shown[0].is_displayed()
    assert len(browser.all("#viewer .line")) > len(shown)
    assert browser.all("#viewer .cited mark")
    browser.picture("lines")


def test_every_stage_and_arrow_of_the_drawing_opens_lines(browser: Browser, login: str) -> None:
    """The drawing is not a picture: each of its parts leads to evidence."""
    browser.show(login)
    parts = browser.all(".flow.wide a, .flow.only a")
    assert len(parts) > 6
    for part in parts:
        ActionChains(browser.driver).move_to_element(part).click().perform()
        assert browser.find("#viewer .line.cited").is_displayed()
        press(browser, Keys.ESCAPE)
        assert not browser.find("#viewer").is_displayed()


@pytest.mark.parametrize("question", ["how does login work", "where is data stored", "登录流程是怎样的"])
@pytest.mark.parametrize("width", [1200, 390])
def test_words_stay_inside_the_drawing(browser: Browser, demo: Index, question: str, width: int) -> None:
    """No text of a stage leaves its box, no label leaves the drawing."""
    browser.size(width)
    browser.show(render(ask(demo, question), "html"))
    outside = browser.run(OUTSIDE)
    assert outside == []


def test_the_keyboard_is_enough(browser: Browser, login: str) -> None:
    """Tab reaches citations, Enter opens, n and p step, Escape closes and gives the focus back."""
    browser.show(login)
    press(browser, Keys.TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    press(browser, Keys.TAB)
    assert active(browser) == "1"
    press(browser, Keys.ENTER)
    first = browser.find("#viewer-title").text
    press(browser, "n")
    assert browser.find("#viewer-title").text != first
    assert browser.find("#viewer-position").text.startswith("2 ")
    press(browser, "p")
    assert browser.find("#viewer-title").text == first
    press(browser, "p")
    assert (
        browser.find("#viewer-position").text.split()[0] == browser.find("#viewer-position").text.split()[-1]
    )
    press(browser, Keys.ESCAPE)
    assert not browser.find("#viewer").is_displayed()
    assert active(browser) == "1"


@pytest.mark.parametrize("answer", [sample(), chinese(), absent(), hostile()], ids=["a", "zh", "none", "bad"])
def test_the_browser_has_nothing_to_complain_about(browser: Browser, answer: Answer) -> None:
    """No error and no warning, also while citations are opened."""
    browser.show(render(answer, "html"))
    browser.find("a.cite").click()
    press(browser, "n", Keys.ESCAPE)
    assert browser.console() == []


def test_nothing_is_fetched(browser: Browser, login: str) -> None:
    """The file is all there is."""
    browser.show(login)
    assert browser.run("return performance.getEntriesByType('resource').map((e) => e.name)") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(browser: Browser, login: str, scheme: str) -> None:
    """All text has the contrast of 4.5 to 1 that WCAG asks for, on a ground of the scheme."""
    browser.scheme(scheme)
    browser.show(login)
    browser.run("for (const item of document.querySelectorAll('details')) item.open = true")
    ratio, where = browser.run(CONTRAST)
    assert ratio >= 4.5, where
    ground = browser.run(
        "return getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)"
    )
    assert (max(ground) < 60) == (scheme == "dark")
    browser.run("for (const item of document.querySelectorAll('details')) item.open = false")
    browser.picture(scheme)


@pytest.mark.parametrize("width", [320, 390, 768, 1600])
def test_the_page_fits_every_width(browser: Browser, login: str, width: int) -> None:
    """Nothing is cut off and nothing scrolls sideways but code; the drawing is never shown twice."""
    browser.size(width)
    browser.show(login)
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert sum(figure.is_displayed() for figure in browser.all("figure")) == 1
    browser.find("a.cite").click()
    assert browser.find("#viewer .line.cited").is_displayed()
    assert browser.run("return document.getElementById('viewer').getBoundingClientRect().left") >= 0
    browser.picture(f"width-{width}")


def test_without_script_citations_lead_to_their_lines(browser: Browser, login: str, until: Until) -> None:
    """A reader who runs no script follows a link, and the lines unfold."""
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    browser.show(login)
    link = browser.all("td a.cite")[3]
    number = link.get_attribute("data-source")
    assert not browser.find(f"#lines-{number}").is_displayed()
    link.click()
    until(lambda: browser.find(f"#lines-{number} .line.cited").is_displayed())
    assert not browser.find("#viewer").is_displayed()


def test_paper_holds_every_cited_line(browser: Browser, login: str) -> None:
    """What can be opened on a screen stands open in print, and closes again afterwards."""
    browser.show(login)
    browser.run(
        "window.open_in_print = -1; addEventListener('beforeprint', () => { window.open_in_print ="
        " document.querySelectorAll('details:not([open])').length; });"
    )
    before = len(browser.all("details[open]"))
    pdf = base64.b64decode(browser.command("Page.printToPDF")["data"])
    assert pdf.startswith(b"%PDF")
    assert browser.run("return window.open_in_print") == 0
    assert len(browser.all("details[open]")) == before
    browser.scheme("light", media="print")
    assert not browser.find("#viewer").is_displayed()


def test_a_screen_reader_finds_names_and_structure(browser: Browser, login: str) -> None:
    """One main part, one first heading, tables with headers, and a name on whatever can be used."""
    browser.show(login)
    browser.find("a.cite").click()
    press(browser, Keys.ESCAPE)
    tree = [node for node in browser.command("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree]
    roles = [role for role, _ in named]
    assert roles.count("main") == roles.count("banner") == roles.count("contentinfo") == 1
    usable = [(role, name) for role, name in named if role in ("link", "button", "DisclosureTriangle")]
    assert len(usable) > 40
    assert [role for role, name in usable if not name.strip()] == []
    assert {"table", "columnheader", "rowheader"} <= set(roles)
    assert any(role == "link" and name.endswith(", verified") for role, name in named)
    assert browser.run("return document.querySelectorAll('h1').length") == 1
