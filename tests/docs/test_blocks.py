"""Every block of Python and every `$ upriver` line in the README and the docs runs, and does what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Page
from tests.docs.running import Session


@pytest.mark.parametrize("name", DOCS)
def test_the_blocks_of_a_page_run(name: str, tmp_path: Path) -> None:
    failures = Session(Page.read(name), tmp_path).run()
    assert not failures, "\n\n".join(failures)


BROKEN = {
    "Python that raises": ("```python\nhalf = 1 / 0\n```\n", "page.md:2: ZeroDivisionError"),
    "a name of another page": ("```python\nprint(half)\n```\n", "page.md:2: NameError"),
    "a value that is not shown": ("```pycon\n>>> 1 + 1\n3\n```\n", "Got:\n    2"),
    "an error that is not shown": ("```pycon\n>>> [].pop()\n```\n", "IndexError"),
    "print that is not shown": ("```python\nprint(1)\n```\n```text\n2\n```\n", "page.md:5: the page shows:\n2"),
    "a command that fails": ("```console\n$ upriver verify nothing.jsonl\n```\n", "page.md:2: exit code 1, not 0"),
    "a command that should fail": ("```sh\n$ upriver --version  # (exit 1)\n```\n", "page.md:2: exit code 0, not 1"),
    "output that is not shown": ("```console\n$ upriver --version\nriver\n```\n", "page.md:2: the page shows:\nriver"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_a_page_shows_wrongly_is_found(case: str, tmp_path: Path) -> None:
    text, told = BROKEN[case]
    failures = Session(Page.parse("page.md", text), tmp_path).run()
    assert len(failures) == 1
    assert told in failures[0]


def test_blocks_of_a_page_share_names_and_a_folder(tmp_path: Path) -> None:
    page = Page.parse(
        "page.md",
        "```python\nfrom pathlib import Path\nname = 'game.txt'\n```\n"
        "```pycon\n>>> Path(name).write_text('upriver game 1')\n14\n```\n"
        "```console\n$ upriver verify game.txt  # (exit 1)\n...\n```\n",
    )
    assert Session(page, tmp_path).run() == []
    assert (tmp_path / "game.txt").exists()
