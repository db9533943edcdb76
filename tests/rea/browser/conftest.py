"""A real headless Chromium for the page, and what the tests ask it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Pictures of what the tests saw, to be looked at; the folder is not part of the project.
PICTURES = Path(__file__).resolve().parents[3] / "build" / "screenshots"


@dataclass
class Browser:
    """The browser with short names for what the tests do."""

    driver: Chrome
    folder: Path

    def show(self, page: str, *, name: str = "answer.html") -> None:
        """Opens a page from a file, as a reader does."""
        file = self.folder / name
        file.write_text(page, encoding="utf-8")
        self.driver.get("about:blank")
        self.console()
        self.driver.get(file.as_uri())

    def find(self, selector: str) -> WebElement:
        """The first element that a selector names."""
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[WebElement]:
        """Every element that a selector names."""
        return self.driver.find_elements("css selector", selector)

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        """The value of a script."""
        return self.driver.execute_script(script, *arguments)

    def command(self, name: str, **arguments: object) -> dict[str, Any]:
        """A command of the developer tools."""
        answer: dict[str, Any] = self.driver.execute_cdp_cmd(name, arguments)
        return answer

    def size(self, width: int, height: int = 900) -> None:
        """The size of the window's content in pixels."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def scheme(self, name: str, media: str = "") -> None:
        """Light or dark, screen or print; nothing glides, so that a click hits what it aims at."""
        features = {"prefers-color-scheme": name, "prefers-reduced-motion": "reduce"}
        self.command(
            "Emulation.setEmulatedMedia",
            media=media, features=[{"name": key, "value": value} for key, value in features.items()],
        )  # fmt: skip

    def console(self) -> list[str]:
        """What the browser complained about since the page was opened."""
        read: Callable[[str], list[dict[str, str]]] = self.driver.get_log
        return [entry["message"] for entry in read("browser")]

    def picture(self, name: str) -> None:
        """Keeps what is seen now as an artefact of the run."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        assert self.driver.save_screenshot(str(PICTURES / f"{name}.png"))


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests, or a skip that says what is missing."""
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no Chromium with chromedriver is installed (Debian: chromium chromium-driver)")
    options = ChromeOptions()
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    profile = tmp_path_factory.mktemp("profile")
    for argument in (
        "--headless=new",
        "--no-sandbox",  # the sandbox does not start as root or in a container
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        "--force-color-profile=srgb",
        f"--user-data-dir={profile}",
    ):
        options.add_argument(argument)
    started = Chrome(options=options, service=ChromeService(driver))
    try:
        started.set_page_load_timeout(60)
        yield started
    finally:
        started.quit()


@pytest.fixture
def browser(chrome: Chrome, tmp_path: Path) -> Iterator[Browser]:
    """The browser with a clean window: 1200 wide, light, script on."""
    opened = Browser(chrome, tmp_path)
    opened.size(1200)
    opened.scheme("light")
    yield opened
    opened.command("Emulation.setScriptExecutionDisabled", value=False)
    chrome.get("about:blank")


@pytest.fixture
def until(chrome: Chrome) -> Callable[[Callable[[], bool]], None]:
    """Waits until something is so; a browser answers in its own time."""

    def wait(condition: Callable[[], bool]) -> None:
        WebDriverWait(chrome, 20, 0.05).until(lambda _: condition())

    return wait
