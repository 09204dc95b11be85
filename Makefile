# Private Learning, Executed. Each target does its own set-up; `make` alone lists them.

# The Python that makes .venv. One that is asked for makes it anew if another made it; else .venv stays as it is.
PYTHON ?= python3
ASKED := $(filter-out file,$(origin PYTHON))
BIN := .venv/bin
IS_MADE = $(if $(ASKED),,$(shell $(BIN)/python -c 'import sys; sys.exit(sys.prefix == sys.base_prefix)' 2>/dev/null && echo yes))

# What a caller's shell sets must not reach our Python.
unexport PYTHONPATH PYTHONHOME PYTHONWARNINGS PYTHONSTARTUP PYTHONDONTWRITEBYTECODE VIRTUAL_ENV
unexport PYTHONSAFEPATH PYTHONOPTIMIZE PYTHONINSPECT
export PYTHONUTF8 := 1

# A home folder that cannot be written has a stand-in.
AT_HOME := test -w "$$HOME" || { export HOME="$$PWD/_build/home"; mkdir -p "$$HOME"; };
RUN := $(AT_HOME) exec $(BIN)/python -m

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help setup book preview test lab lite long mutants bench archive assignments marks clean pages

help:
	@echo "make book    build the site; it ends by printing where to open it"
	@echo "             make book PART=thresholds builds one part: a folder of book/"
	@echo "make preview PAGE=closure/boosting"
	@echo "             show one page as its prose stands now, in seconds: nothing is executed"
	@echo "make test    run everything that must hold"
	@echo "make lab     open the pages as notebooks in JupyterLab"
	@echo "make lite    add the pages as notebooks that run in a reader's browser (90 MB)"
	@echo "make long    run the checks and tests that take minutes, and keep their results as data (some minutes)"
	@echo "make mutants change the library's code in small ways and see what notices (an hour or more)"
	@echo "make bench   measure again what the page on running times shows (some minutes; keep the machine quiet)"
	@echo "make archive make of the built site one zip and one PDF, with data and hashes, in _build/archive (some minutes)"
	@echo "make assignments PART=thresholds WEEK=2 SEED=0"
	@echo "             release exercises as assignments of nbgrader, in _build/assignments/thresholds (INTO=... elsewhere)"
	@echo "make marks PART=thresholds WEEK=2"
	@echo "             judge what was handed in there; feedback and the table of marks"
	@echo "make setup   only create .venv and fetch the web files"
	@echo "make clean   remove the environment and all that was built"
	@echo
	@echo "PYTHON=...   the Python (3.11 or newer) that creates .venv; now: $(PYTHON)"

# The environment, the library in it and the site's web files: what is missing of them.
setup:
	$(if $(IS_MADE),,$(eval lack := $(shell sh tools/check_system.sh "$(PYTHON)"))$(if $(lack),$(error $(lack))))
	@"$(if $(IS_MADE),$(BIN)/python,$(PYTHON))" -m tools.set_up $(if $(ASKED),--chosen)

book: setup
	@$(RUN) tools book $(PART)

# PAGE alone: its prose as it stands, with the outputs that it had.
preview: setup
	@$(RUN) tools preview $(PAGE)

# Only the executed pages.
pages: setup
	@$(RUN) tools book --until pages $(PART)

test: setup
	@$(RUN) tools gate

# LAB has options of JupyterLab's own, such as --no-browser.
lab: setup
	@$(AT_HOME) $(BIN)/python -m tools book --until claims
	@$(RUN) jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) --notebook-dir . $(LAB) book

# The book, and beside it every page as a notebook that runs in a reader's browser.
lite: setup
	@$(BIN)/python -m tools.set_up_lite
	@$(RUN) tools book --until lite

# What takes too long for every day. Claims: results are committed as data under lib/privlearn/checking/data. Tests, which
# look at the site with its notebooks: as tests/long.json.
long: setup
	@$(AT_HOME) $(BIN)/python -m privlearn verify --long --keep --jobs 2 --json _build/verify_long.json
	@$(MAKE) lite
	@$(RUN) tools long

# Small changes of the library's code, tried against all that should notice; results are committed as data.
mutants: setup
	@$(RUN) tools mutants $(MUTANTS)

# Every program in benchmarks/, one after the other; results are committed as data under benchmarks/results.
bench: setup
	@$(AT_HOME) for file in benchmarks/[a-z]*.py; do \
	    name=$$(basename $$file .py); echo "measuring $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done

# The built site as one zip and one PDF, and the data that are too large for it.
archive: setup
	@$(RUN) tools archive

# The exercises as a course of nbgrader: all parts and weeks, or those asked for.
COURSE = $(PART) $(if $(WEEK),--week $(WEEK)) $(if $(SEED),--seed $(SEED)) $(if $(INTO),--into '$(INTO)')

assignments marks: setup
	@"$(BIN)/python" -m tools.set_up --teach
	@$(RUN) tools assignments $(if $(filter marks,$@),marks,release) $(COURSE)

clean:
	rm -rf .venv .venv-lite _build book/_assets/vendor .mypy_cache .ruff_cache .pytest_cache lib/*.egg-info
	find lib tools tests book -name __pycache__ -type d -prune -exec rm -rf {} +
