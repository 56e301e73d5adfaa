"""Rewrite every playthrough from its own events: `python -m tests.playthroughs.rewrite`, then review the diff."""

from __future__ import annotations

from tests.playthroughs.playthrough import FOLDER, rebuild


def main() -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        path.write_text(rebuild(text), encoding="utf-8")


if __name__ == "__main__":
    main()
