# Short commands; `just` lists them.

default:
    @just --list

# Everything that the checks run
test:
    pytest

# The kernel as plain NumPy, with coverage
interpreted:
    NUMBA_DISABLE_JIT=1 pytest tests/differential -m "not compiled"

# Style, format and layers
lint:
    ruff check . && ruff format --check . && lint-imports

# Play the races of all studies and make their pages again
studies:
    python -m reports.studies.make

# Write the generated parts of documents and the golden races again
generate:
    python -m tests.docs.write && python -m tests.golden.write
