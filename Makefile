# Everything runs through `make`; nothing has to be installed by hand but Python 3.11+ and make.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play test postgres check lint format golden wire pictures bench lock clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/play.stamp  ## play a game in this terminal (make play ARGS="--lang it")
	@$(BIN)/upriver play $(ARGS)

test: .venv/dev.stamp postgres .venv/web.stamp  ## run every test (make test ARGS="-k hook")
	$(BIN)/pytest --numprocesses auto $(ARGS)

# The tests start a PostgreSQL of their own; as root on Debian and Ubuntu it is installed, elsewhere this says how.
postgres: .venv/dev.stamp
	@$(BIN)/python -m tests.postgres

check: lint test  ## format, lint, strict types and every test: what must be green before a commit

lint: .venv/dev.stamp  ## check format, lint and strict types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/dev.stamp  ## format the code and mend what ruff can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: .venv/dev.stamp  ## write the golden playthroughs anew; review the diff
	$(BIN)/python -m tests.playthroughs.rewrite

wire: .venv/dev.stamp .venv/web.stamp  ## write the browser's types of the messages anew
	$(BIN)/python -m upriver.server.schema | npm --prefix web run --silent wire > web/src/wire.ts

pictures: .venv/dev.stamp  ## take the pictures of the running game anew
	$(BIN)/python docs/pictures/make_pictures.py

bench: .venv/dev.stamp  ## measure the speed of the rules and the kernel
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.kernel

lock: .venv/dev.stamp  ## take the current release of each dependency into constraints.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --no-annotate --group dev pyproject.toml \
		--custom-compile-command "make lock" --output-file constraints.txt

clean:  ## remove what make has installed and cached
	rm -rf .venv web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests bench docs -name __pycache__ -type d -exec rm -rf {} +

.venv/bin/uv:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing: install Python 3.11 or newer, or name it: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$$($(PYTHON) --version) is too old: install Python 3.11 or newer, or name it: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt-get install python3-venv)"; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv

# The kernel is compiled here; without a compiler the rest installs all the same.
.venv/play.stamp: .venv/bin/uv pyproject.toml constraints.txt CMakeLists.txt $(wildcard native/*)
	@echo "Installing Upriver; compiling its kernel takes half a minute ..."
	@$(UV) --editable .
	@touch $@

.venv/dev.stamp: .venv/play.stamp
	@$(UV) --group dev
	@touch $@

.venv/web.stamp: .venv/play.stamp web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing: install Node.js 20.19 or newer, from your system or https://nodejs.org"; exit 1; }
	@npm --prefix web ci --silent --no-fund --no-audit
	@touch $@
