# Workaday from a fresh checkout. Needs Python 3.11 or newer and make; uses uv where it is there.
#   make run           play the first scenario          make run ARGS="--seed 7"   hands ARGS on
#   make test          the tests                        make test ARGS="-k chat"
#   make check         lint, types, contracts, test

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# What an interrupted or stale install cannot fake: touched when an install has ended well.
HAS_RUN := $(VENV)/.installed-run
HAS_DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help run test lint types contracts check clean

help:
	@sed -n 's/^# \{0,1\}//;1,5p' Makefile

run: $(HAS_RUN)
	@$(BIN)/workaday run first-week $(ARGS) || { \
	    code=$$?; [ $$code -eq 1 ] || exit $$code; \
	    echo "(The run is complete; its total is below what the scenario asks for. Try ARGS='--player oracle'.)" >&2; \
	}

test: $(HAS_DEV)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(HAS_DEV)
	@$(BIN)/ruff check

types: $(HAS_DEV)
	@$(BIN)/mypy

contracts: $(HAS_DEV)
	@$(BIN)/lint-imports --no-logo

check: lint types contracts test

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# PYTHON where it is named, else the first that is new enough; uv can fetch one where there is none.
ifeq ($(origin PYTHON),file)
PYTHONS := python3 python3.13 python3.12 python3.11
else
PYTHONS := "$(PYTHON)"
endif
$(BIN)/python:
	@for python in $(PYTHONS); do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if command -v uv >/dev/null 2>&1 && [ "$${found:-$(origin PYTHON)}" != "command line" ]; then \
	    uv venv --quiet --seed --python "$${found:->=3.11}" $(VENV); \
	elif [ -z "$${found:-}" ]; then \
	    echo "Workaday needs Python 3.11 or newer; looked for: $(subst ",,$(PYTHONS))." >&2; \
	    echo "Install one, or name one: make PYTHON=/path/to/python3.12" >&2; \
	    exit 1; \
	elif ! "$$found" -m venv $(VENV); then \
	    rm -rf $(VENV); \
	    echo "$$found cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2; \
	    exit 1; \
	fi

define install
	@echo "Installing $(1) into $(VENV): this takes up to two minutes, once ..." >&2; \
	if command -v uv >/dev/null 2>&1; then \
	    uv pip install --quiet --compile-bytecode --python $(BIN)/python --editable '$(1)'; \
	else \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '$(1)'; \
	fi
	@touch $@
endef

$(HAS_RUN): pyproject.toml | $(BIN)/python
	$(call install,.)

$(HAS_DEV): pyproject.toml | $(BIN)/python
	$(call install,.[dev])
	@touch $(HAS_RUN)
