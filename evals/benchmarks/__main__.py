"""`make bench CORPUS=… [KERNEL=…]`: measures and rewrites docs/benchmarks.md."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

from evals.benchmarks import ours, report
from evals.benchmarks.records import Machine
from evals.benchmarks.trees import Plan, measure, say

PAGE = ours.CHECKOUT / "docs" / "benchmarks.md"
VERSION_ROUNDS = 11


def main() -> int:
    """Measures what the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m evals.benchmarks", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="a checkout of the size of an application")
    parser.add_argument("--kernel", type=Path, help="a tree of the size of the Linux kernel")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    cores = os.cpu_count() or 1
    plans = []
    if options.corpus:
        plans.append(
            Plan(options.corpus.resolve().name, options.corpus.resolve(), options.rounds, cores, False)
        )
    if options.kernel:
        plans.append(Plan(options.kernel.resolve().name, options.kernel.resolve(), 1, cores, True))
    missing = [str(plan.source) for plan in plans if not plan.source.is_dir()]
    if missing or not plans:
        say(f"no such folder: {', '.join(missing)}" if missing else "name a checkout: make bench CORPUS=path")
        return 2
    before = os.getloadavg()[0]
    version = ours.version(VERSION_ROUNDS)
    reports = []
    for plan in plans:
        with tempfile.TemporaryDirectory(prefix="rea-bench-") as work:
            reports.append(measure(plan, Path(work)))
    machine = Machine(
        cores=cores,
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        load=(before, os.getloadavg()[0]),
        rounds=options.rounds,
    )
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(report.render(machine, version, reports), encoding="utf-8")
    say(f"written: {options.output}")
    return 0 if all(target.met for one in reports for target in one.targets) else 1


if __name__ == "__main__":
    sys.exit(main())
