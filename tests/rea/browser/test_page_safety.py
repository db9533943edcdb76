"""A repository that wants to run script in its reader's browser: neither its names nor its code get there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from indexer.reader import Index, open_index
from rea.answer import Answer, Citation, Claim, Excerpt, FlowRow
from rea.render import render
from rea.render.page_sources import gather, span_of
from tests.indexer.trees import repository
from tests.rea.browser.conftest import Browser
from tests.rea.samples import hostile, sample

pytestmark = pytest.mark.browser

ATTACKS = (
    "<script>document.title='HIT'</script>",
    "</script><script>document.title='HIT'</script>",
    "</style><script>document.title='HIT'</script>",
    "--><img src=x onerror=document.title='HIT'>",
    "'\"><svg onload=document.title='HIT'>",
    "</code></pre></details><iframe srcdoc=\"<script>parent.document.title='HIT'</script>\">",
    "<a href=\"javascript:document.title='HIT'\">x</a>",
    "{{ cycler.__init__.__globals__ }}{% raw %}",
    "&lt;script&gt;document.title='HIT'&lt;/script&gt;",
    "#\" autofocus onfocus=\"document.title='HIT'",
)


def attack(index: Index) -> Answer:
    """An answer that cites every file of the repository and repeats the attacks wherever words can stand."""
    paths = [record.path for record in index.files()]
    cited = tuple(Citation(path, 1, 2, ATTACKS, "", "verified", ATTACKS[0]) for path in paths)
    everything = " ".join(ATTACKS)
    base = sample()
    rows = tuple(
        FlowRow(text, text, text, text, (citation,), "proven")
        for text, citation in zip(ATTACKS, cited * len(ATTACKS), strict=False)
    )
    return replace(
        base,
        question=everything,
        conclusion=(Claim(everything, cited),),
        flow=rows,
        risks=tuple(Claim(text, cited) for text in ATTACKS),
        evidence=tuple(Excerpt(citation, everything, ATTACKS[:2]) for citation in cited),
        missing=ATTACKS,
        faults=ATTACKS,
        subject=ATTACKS,
    )


@pytest.fixture
def trap(tmp_path: Path) -> str:
    """The page of that answer."""
    code = "\n".join(ATTACKS) + "\n"
    names = ('a"><img src=x onerror=alert(1)>.js', "'onclick='alert(1).py", "<script>alert(1)<", "x.html")
    files = {f"src/{name}": code for name in names}
    with open_index(repository(tmp_path / "repo", files)) as index:
        answer = attack(index)
        sources = gather(index, answer)
        assert sources.passages.keys() >= {span_of(c) for c in answer.conclusion[0].citations}
        return render(answer, "html", None, sources)


def test_a_hostile_repository_runs_no_script(browser: Browser, trap: str) -> None:
    """Every citation opened, every line shown: no element of theirs, no complaint, no effect."""
    browser.show(trap)
    title = browser.driver.title
    assert title.startswith("<script>")
    for link in browser.all(".conclusion a.cite"):
        link.click()
        assert "document.title='HIT'" in browser.find("#viewer .line.cited").text
        browser.find("#viewer-close").click()
    browser.run("for (const item of document.querySelectorAll('details')) item.open = true")
    assert browser.run("return document.scripts.length") == 1
    assert browser.all("img, iframe, [onerror], [onload], [onclick], [onfocus], a[href^='javascript']") == []
    assert browser.driver.title == title
    assert browser.console() == []


@pytest.mark.parametrize("markup", [ATTACKS[0], ATTACKS[3]])
def test_the_policy_stops_what_escaping_would_have_missed(browser: Browser, markup: str) -> None:
    """Even markup that got into the page unescaped does nothing; without the policy it would have."""
    page = render(hostile(), "html")
    broken = page.replace("<main", f"{markup}<main", 1)
    assert broken != page
    browser.show(broken)
    assert "HIT" not in browser.driver.title
    assert any("Content Security Policy" in message for message in browser.console())
    browser.show(broken.replace("Content-Security-Policy", "x-nothing"), name="open.html")
    browser.run("return new Promise((done) => setTimeout(done, 200))")
    assert browser.driver.title == "HIT"


def test_the_policy_stops_requests_and_forms(browser: Browser, trap: str) -> None:
    """Not even a script in the page could send anything away."""
    browser.show(trap)
    refused = browser.run(
        "return fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.constructor.name)"
    )
    assert refused == "TypeError"
    assert any("connect" in message.lower() and "policy" in message.lower() for message in browser.console())
