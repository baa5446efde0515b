"""Writes the golden races again, from the project's folder: `python -m tests.golden.write`. Look at the difference before you keep it."""

from tests.golden.races import write_all

if __name__ == "__main__":
    changed = list(write_all())
    print("\n".join(f"written: {path}" for path in changed) or "all as they were")
