# Two commands a new machine needs: `make demo` and `make test`. Everything else is for developers.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-slow check clean

demo: $(VENV)/.installed
	$(BIN)/railbird demo

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -q -n auto -m "not slow"

# -x: a failure must end the run at once, before the clock of .ci/run could hide it
test-slow: $(VENV)/.installed-test
	$(BIN)/python -m pytest -q -x -n auto -m slow

# format, lint, types, import contracts: what .ci/run runs before the tests
check: $(VENV)/.installed-test build/src/railbird
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy build/src/railbird
	$(BIN)/lint-imports

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e .
	touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -c constraints.txt -e ".[dask,test]"
	touch $@ $(VENV)/.installed

# Type checkers don't follow the editable import hook, so they get a tree of links.
build/src/railbird:
	mkdir -p $@
	for room in agents arena cli datasets detectors; do ln -sfn ../../../$$room $@/$$room; done

clean:
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
