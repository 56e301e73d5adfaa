# Everything runs through `make`; all that has to be there is Python 3.11+, make, and Node 20.19+ for the browser's page.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
# What the browser is given. Folders are among its sources, so that a file that has gone is noticed too.
CLIENT := src/upriver/web/index.html
CLIENT_SOURCES := $(shell find web/src web/public -not -name '*.test.ts') \
	web/index.html web/sw.js web/vite.config.ts web/svelte.config.js

.DEFAULT_GOAL := help
.PHONY: help play terminal test soak postgres chromium check lint format golden wire pictures shots vectors bench wheel lock clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/play.stamp $(CLIENT)  ## play in the browser, alone or with friends (make play ARGS="--port 9000")
	@$(BIN)/upriver serve --open $(ARGS)

terminal: .venv/play.stamp  ## play against bots in this terminal (make terminal ARGS="--lang it")
	@$(BIN)/upriver play $(ARGS)

# They start Python hundreds of times: what it compiles is kept, whatever the shell says.
test soak: export PYTHONDONTWRITEBYTECODE =

# Much of their time the tests wait, for bots that think or cards that fly: one process more than there are cores.
test: .venv/dev.stamp postgres chromium $(CLIENT)  ## run every test (make test ARGS="-k hook")
	$(BIN)/pytest --numprocesses $$($(BIN)/python -c "import os; print(os.cpu_count() + 1)") --dist worksteal $(ARGS)

# The tests start a PostgreSQL of their own; as root on Debian and Ubuntu it is installed, elsewhere this says how.
postgres: .venv/dev.stamp
	@$(BIN)/python -m tests.postgres

# So it is with the browser that they look through.
chromium: .venv/dev.stamp
	@$(BIN)/python -m tests.chromium

soak: .venv/dev.stamp postgres  ## the proofs at length, some minutes: 50 tables, 20 kills, both databases; bad input
	SOAK=1 $(BIN)/pytest --numprocesses 0 --capture no tests/proof tests/server/test_app.py $(ARGS)

check: lint test  ## format, lint, strict types and every test: what must be green before a commit

lint: .venv/dev.stamp  ## check format, lint and strict types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/dev.stamp .venv/web.stamp  ## format the code and mend what ruff can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	npm --prefix web run --silent format

golden: .venv/dev.stamp  ## write the golden playthroughs anew; review the diff
	$(BIN)/python -m tests.playthroughs.rewrite

vectors: .venv/dev.stamp  ## write anew what the browser's score pad must agree on; review the diff
	$(BIN)/python -m tests.vectors.rewrite

wire: .venv/dev.stamp .venv/web.stamp  ## write the browser's types of the messages anew
	$(BIN)/python -m upriver.server.schema | npm --prefix web run --silent wire > web/src/wire.ts

pictures: .venv/dev.stamp chromium $(CLIENT)  ## take the pictures of the running game anew
	$(BIN)/python -m docs.pictures.terminal
	$(BIN)/python -m docs.pictures.browser

shots: .venv/dev.stamp chromium $(CLIENT)  ## look at every screen in every size, in web/shots (make shots ARGS="pad --langs it")
	$(BIN)/python -m web.shots $(ARGS)

bench: .venv/dev.stamp postgres chromium $(CLIENT)  ## measure the speed of the rules, the kernel, the stores, the server and the page
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.kernel
	$(BIN)/python -m bench.decisions
	$(BIN)/python -m bench.review
	$(BIN)/python -m bench.store
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.load --db postgresql --processes 2
	$(BIN)/python -m bench.load --bots rule --tables 1,50
	$(BIN)/python -m bench.load --bots expert --tables 1,10
	$(BIN)/python -m bench.browser

wheel: .venv/play.stamp $(CLIENT)  ## build the package, with the browser's page in it, into dist
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist
	@ls dist

lock: .venv/dev.stamp  ## take the current release of each dependency into constraints.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --no-annotate --group dev pyproject.toml \
		--custom-compile-command "make lock" --output-file constraints.txt

clean:  ## remove what make has installed and cached
	rm -rf .venv web/node_modules src/upriver/web dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
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

.venv/web.stamp: .venv/bin/uv web/package.json web/package-lock.json
	@web/check-node.sh
	@echo "Installing what the browser's page is built with ..."
	@npm --prefix web ci --silent --no-fund --no-audit
	@touch $@

$(CLIENT): .venv/web.stamp $(CLIENT_SOURCES)
	@web/check-node.sh
	@npm --prefix web run --silent build
