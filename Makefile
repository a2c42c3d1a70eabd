# Everything here needs only make, git and a Python >= 3.11 with pip and venv. `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
SITE_TOOLS := build/site-tools/ready
STUBS := clients/python/gunbai/referee/py.typed
PROTOS := $(shell find protos)
# The client without coroutines is derived from the one with them.
AIO := $(wildcard clients/python/gunbai_client/aio/*.py)
# The TypeScript client takes Node.js and npm, which nothing else needs.
TYPESCRIPT := clients/typescript
MODULES := $(TYPESCRIPT)/node_modules/.package-lock.json
HAS_NODE := command -v npm >/dev/null && node --eval 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
HOOKS := record/build_record.py record/gunbai_record/stubs.py record/gunbai_record/plain_source.py clients/python/build_client.py
DESCRIPTION := pyproject.toml record/pyproject.toml clients/python/pyproject.toml $(HOOKS) requirements.lock.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What is imported is compiled once and kept, whatever the environment says: a start of the service takes a third of the time.
unexport PYTHONDONTWRITEBYTECODE
# One more than two cores have: the tests of a suite that waits for processes, disks and sockets take turns.
WORKERS ?= 3
# A test that hangs ends its process after 20 minutes, and is a failure with its name and its stack.
BOUNDED := --override-ini faulthandler_timeout=1200 --override-ini faulthandler_exit_on_timeout=true

.PHONY: help
help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: demo
demo: setup  ## set up, then referee a full game of every title and verify the records
	$(BIN)/gunbai demo

.PHONY: test
test: setup  ## set up, then run the short suite, in random order
	$(BIN)/pytest --numprocesses $(WORKERS) $(BOUNDED) $(ARGS)

.PHONY: test-long
test-long: setup  ## set up, then run the whole suite, with crash tests and long searches
	$(BIN)/pytest --numprocesses $(WORKERS) -m "long or not long" --hypothesis-profile long $(ARGS)

.PHONY: datasette
datasette: setup  ## try the queries of docs/datasette.json with Datasette, in a separate environment
	$(BIN)/pytest -m long tests/datasette $(ARGS)

.PHONY: mutants
mutants: setup  ## test the tests of a module with cosmic-ray (ARGS="referee/game/judge.py"); show the mistakes that no test notices
	@test -x build/mutants/bin/cosmic-ray || { $(BIN)/python -m venv build/mutants && build/mutants/bin/pip \
	  --disable-pip-version-check --quiet install --no-deps --only-binary :all: --require-hashes --requirement tools/mutants/requirements.lock.txt; }
	@$(BIN)/python -m tools.mutants $(ARGS)

.PHONY: attack
attack: setup  ## attack a service on this machine in every way that once succeeded; print what it cost
	$(BIN)/python -m lab.attacks $(ARGS)

.PHONY: faults
faults: setup  ## kill and pause services while clients play, again and again, and check what the clients saw (ARGS="kills --rounds 1000", "stream --rounds 10")
	@$(BIN)/python -m lab.histories $(ARGS)

.PHONY: fuzz
fuzz: setup  ## try mutated inputs on a target, such as ARGS="requests --inputs 100000"; installs Atheris
	@$(PIP) install --no-deps --only-binary :all: --require-hashes --requirement lab/fuzz/requirements.lock.txt
	$(BIN)/python -m lab.fuzz $(ARGS)

.PHONY: differing
differing: setup  ## compare the record verifiers on nearly right records (ARGS="--records 100000 --seed 2 --keep FOLDER")
	$(BIN)/python -m lab.differing $(ARGS)

.PHONY: train
train: setup  ## train a title's network again (ARGS="king_of_tokyo --seed 1"); installs numpy next to the environment
	@$(PIP) install --target build/training --upgrade --no-deps --only-binary :all: --require-hashes --requirement lab/training/requirements.lock.txt
	@PYTHONPATH=build/training $(BIN)/python -m lab.training $(ARGS)

.PHONY: tampering
tampering: setup  ## tamper with a record of each title in every way; print which changes were noticed, and which were located (ARGS="--title shogun --every 23")
	$(BIN)/python -m lab.tampering $(ARGS)

.PHONY: playthroughs
playthroughs: setup  ## write the transcripts of seeded games again; their diff shows what a change does
	$(BIN)/python -m tools.transcript

.PHONY: flow
flow: setup  ## write the flow of steps and events into the titles' READMEs
	$(BIN)/python -m tools.pages.flow

.PHONY: draws
draws: setup  ## write docs/draws.md from the titles: what each chance step draws, and how
	$(BIN)/python -m tools.pages.draws

.PHONY: tables
tables: setup  ## write docs/tables from the titles: the JSON Schema of each title's tables
	$(BIN)/python -m tools.pages.tables

.PHONY: vectors
vectors: setup  ## write docs/vectors: test vectors for other implementations
	$(BIN)/python -m tools.vectors.write

.PHONY: fixtures
fixtures: setup  ## write tests/fixtures/records: records of each title with every kind of entry
	$(BIN)/python -m tools.fixtures.write

.PHONY: moves
moves: setup  ## write docs/moves: a list of moves of each title
	$(BIN)/python -m tools.pages.moves

.PHONY: notation
notation: setup  ## write the short forms of each title in docs/notation.md
	$(BIN)/python -m tools.pages.notation

.PHONY: errors
errors: setup  ## write docs/errors.md from the reasons of the protos
	$(BIN)/python -m tools.pages.errors

.PHONY: rulings
rulings: setup  ## write docs/rulings-changelog.md from the rules versions of the titles
	$(BIN)/python -m tools.pages.rulings

.PHONY: limits
limits: setup  ## write docs/limits.md from the constants of the code
	$(BIN)/python -m tools.pages.limits

.PHONY: samples
samples: setup  ## let bots play the sample games of the pages again (ARGS="shogun")
	@$(BIN)/python -m tools.samples $(ARGS)

.PHONY: screenshots
screenshots: setup  ## write docs/screenshots: every kind of page and title, in three widths, light and dark, as Chromium shows them
	$(BIN)/python -m tools.pages.screenshots $(ARGS)

.PHONY: docs
docs: $(SITE_TOOLS)  ## build the site in build/site; fail on a missing page or a broken link
	@NO_MKDOCS_2_WARNING=1 build/site-tools/bin/mkdocs build --quiet --strict

$(SITE_TOOLS): docs/site/requirements.lock.txt | $(BIN)/python
	@$(BIN)/python -m venv --clear build/site-tools
	@build/site-tools/bin/pip --disable-pip-version-check --quiet install --no-deps --only-binary :all: --require-hashes --requirement $<
	@touch $@

.PHONY: lint
lint: setup  ## check code and tests with ruff and mypy --strict; with Node.js, the TypeScript client too
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@if ! { $(HAS_NODE); }; then echo "Without Node.js the TypeScript client is not linted"; \
	elif ! $(MAKE) --no-print-directory $(MODULES); then echo "npm cannot install the TypeScript client's linters: it is not linted"; \
	else $(MAKE) --no-print-directory lint-typescript; fi

.PHONY: lint-typescript
lint-typescript: typescript
	npm --prefix $(TYPESCRIPT) run --silent lint

.PHONY: format
format: setup  ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: serve
serve: setup  ## run the service and its web pages on loopback, until interrupted
	@$(BIN)/gunbai web $(WEB) & pages=$$!; trap 'kill $$pages' EXIT; $(BIN)/gunbai serve $(ARGS)

.PHONY: bench
bench: setup  ## measure everything, and compare it with the targets
	$(BIN)/gunbai dev bench $(ARGS)

.PHONY: cluster
cluster: setup  ## run 3 NATS servers, 2 referees and bots on this machine, until interrupted
	@$(BIN)/gunbai dev cluster $(ARGS)

.PHONY: setup
setup: $(READY) $(STUBS)  ## make .venv with everything in it; does nothing if nothing changed

$(BIN)/python:
	@for python in $${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "1/4 Creating $(VENV) with $$("$$python" --version)"; exec "$$python" -m venv $(VENV); \
	  fi; \
	done; \
	echo "gunbai needs Python >= 3.11: none found; name one with PYTHON=/path/to/python3" >&2; exit 1

# The bytecode of what is never imported is not worth its seconds, so it is compiled on first use.
$(READY): $(DESCRIPTION) | $(BIN)/python
	@echo "2/4 Installing $$(grep -c '==' requirements.lock.txt) packages (a minute or two, longer on a busy machine)"
	@$(PIP) install --no-compile --no-deps --only-binary :all: --require-hashes --requirement requirements.lock.txt
	@echo "3/4 Installing gunbai itself"
	@$(PIP) install --no-deps --no-build-isolation --editable record
	@$(PIP) install --no-deps --no-build-isolation --editable clients/python --editable .
	@touch $(STUBS) $@
	@echo "4/4 gunbai is installed in $(VENV)"

.PHONY: stubs
stubs: setup  ## generate the stubs, the exceptions and the blocking client again if their sources changed

$(STUBS): $(PROTOS) $(AIO) $(HOOKS) | $(READY)
	@echo "Generating the stubs and exceptions of the protos and the blocking client"
	@$(BIN)/python record/build_record.py
	@$(BIN)/python clients/python/build_client.py

.PHONY: typescript
typescript: $(TYPESCRIPT)/dist/index.js  ## build the TypeScript client; needs Node.js and npm

$(MODULES): $(TYPESCRIPT)/package-lock.json
	@echo "Installing the build tools of the TypeScript client"
	@npm --prefix $(TYPESCRIPT) ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

$(TYPESCRIPT)/src/reasons.ts: $(PROTOS) $(TYPESCRIPT)/generate.py $(TYPESCRIPT)/protoc-gen-gunbai.mjs $(MODULES) | $(READY)
	@$(BIN)/python $(TYPESCRIPT)/generate.py
	@touch $@

$(TYPESCRIPT)/dist/index.js: $(TYPESCRIPT)/src/reasons.ts $(wildcard $(addprefix $(TYPESCRIPT)/,src/*.ts verify/*.js verify/titles/*.js tsconfig*.json))
	@rm -rf $(TYPESCRIPT)/dist
	@npm --prefix $(TYPESCRIPT) run --silent build
	@touch $@

.PHONY: protos-accept
protos-accept: setup  ## accept additions to the protos; later changes must stay compatible with them
	$(BIN)/python -m tools.compatibility $(ARGS)

.PHONY: freeze
freeze: setup  ## freeze new fixtures and vectors; fail if a frozen one changed
	$(BIN)/python -m tools.freezing

.PHONY: lock
lock:  ## pin the dependencies of the three pyproject.toml again, for every Python and platform
	@scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	$(or $(PYTHON),python3) -m venv "$$scratch" && "$$scratch/bin/pip" install --quiet uv && \
	compile=("$$scratch/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --only-binary :all: \
	  --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
	  --no-emit-package gunbai --no-emit-package gunbai-client --no-emit-package gunbai-record $(ARGS)); \
	"$${compile[@]}" --all-extras pyproject.toml --output-file requirements.lock.txt; \
	sed -n 's/^\([a-z0-9-]*==[^ ]*\).*/\1/p' requirements.lock.txt > "$$scratch/pinned"; \
	"$${compile[@]}" --extra connect --extra jetstream --extra ops --constraint "$$scratch/pinned" pyproject.toml --output-file container/requirements.lock.txt; \
	"$${compile[@]}" docs/site/requirements.txt --output-file docs/site/requirements.lock.txt; \
	"$${compile[@]}" --no-binary yattag --no-emit-package yattag tools/mutants/requirements.txt --output-file tools/mutants/requirements.lock.txt; \
	"$${compile[@]}" lab/training/requirements.txt --output-file lab/training/requirements.lock.txt; \
	"$${compile[@]}" bench/open_spiel/requirements.txt --output-file bench/open_spiel/requirements.lock.txt; \
	"$${compile[@]}" tests/datasette/requirements.txt --output-file tests/datasette/requirements.lock.txt

.PHONY: clean
clean:  ## remove the environment, the stubs and every cache
	rm -rf $(VENV) record/gunbai clients/python/gunbai clients/python/gunbai_client/blocking clients/python/gunbai_client/reasons.py
	rm -rf $(addprefix $(TYPESCRIPT)/,node_modules dist src/stubs src/reasons.ts) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
