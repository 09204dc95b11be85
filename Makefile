# Private Learning, Executed. Each target does its own set-up; `make` alone lists them.

PYTHON ?= python3
BIN := .venv/bin

# What a caller's shell sets must not reach our Python.
unexport PYTHONPATH PYTHONHOME PYTHONWARNINGS PYTHONSTARTUP PYTHONDONTWRITEBYTECODE VIRTUAL_ENV

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup book test lab long bench clean pages

help:
	@echo "make book    build the site; it ends by printing where to open it"
	@echo "make test    run everything that must hold"
	@echo "make lab     open the pages as notebooks in JupyterLab"
	@echo "make long    run the checks that take minutes, and keep their results as data (some minutes)"
	@echo "make bench   measure again what the page on running times shows (some minutes; keep the machine quiet)"
	@echo "make setup   only create .venv and fetch the web files"
	@echo "make clean   remove the environment and all that was built"
	@echo
	@echo "PYTHON=...   the Python (3.11 or newer) that creates .venv; now: $(PYTHON)"

setup: .venv/linked book/_assets/vendor/complete

# The dependencies, exactly as locked.
.venv/installed: requirements.txt
	@$(eval lack := $(shell sh tools/check_system.sh "$(PYTHON)"))$(if $(lack),$(error $(lack)))
	@echo "installing the locked requirements into .venv (one to three minutes)"
	@test -x $(BIN)/pip || "$(PYTHON)" -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.txt
	@touch $@

# The library itself, editable.
.venv/linked: .venv/installed pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The web files that the site brings along.
book/_assets/vendor/complete: .venv/installed package.json package-lock.json .npmrc tools/vendor.py
	@echo "fetching the site's web files"
	@$(BIN)/python -m tools.vendor

# Every claim, once; `privlearn` also keeps the verdicts in _build/verdicts.json, where the pages find them.
_build/verify.json: .venv/linked $(shell find lib -name '*.py' -o -path '*/claims/data/*.json')
	@echo "checking the claims"
	@$(BIN)/privlearn verify --jobs 2 --json $@

# Every page, once; the manifest's time changes only when a page or a file did.
pages _build/pages/manifest.json: setup _build/verify.json
	@$(BIN)/python -m tools.execute

_build/html/index.html: _build/pages/manifest.json _build/verify.json tools/build_site.py
	@$(BIN)/python -m tools.build_site

book: _build/html/index.html
	@echo "The book is built. Open it with a browser: file://$(CURDIR)/_build/html/index.html"

test: setup
	@$(BIN)/python -m tools.gate

lab: setup _build/verify.json
	@$(BIN)/jupyter lab --notebook-dir . book

# The claims that have checks too long for every day; results are committed as data under lib/privlearn/claims/data.
long: setup
	@$(BIN)/privlearn verify --long --keep --jobs 2 --json _build/verify_long.json

# Every program in benchmarks/, one after the other; results are committed as data under benchmarks/results.
bench: setup
	@for file in benchmarks/[a-z]*.py; do \
	    name=$$(basename $$file .py); echo "measuring $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done

clean:
	rm -rf .venv _build book/_assets/vendor .mypy_cache .ruff_cache .pytest_cache lib/*.egg-info
	find lib tools tests book -name __pycache__ -type d -prune -exec rm -rf {} +
