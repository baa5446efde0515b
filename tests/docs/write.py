"""Write the generated parts of the documents again: `python -m tests.docs.write`."""

from tests.docs.generated import PARTS, ROOT, with_part

if __name__ == "__main__":
    for (document, name), part in PARTS.items():
        path = ROOT / document
        path.write_text(with_part(path.read_text(encoding="utf-8"), name, part()), encoding="utf-8")
        print(f"wrote {name} in {document}")
