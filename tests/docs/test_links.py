"""Links between the pages, to files and to headings, lead somewhere."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import PAGES, ROOT, Page


@pytest.mark.parametrize("name", PAGES)
def test_the_links_of_a_page_resolve(name: str) -> None:
    assert [link for link in Page.read(name).links() if not resolves(name, link)] == []


def test_a_broken_link_is_found() -> None:
    assert resolves("docs/errors.md", "../README.md#one-minute-of-the-library")
    assert resolves("docs/errors.md", "#refusals")
    assert not resolves("docs/errors.md", "nowhere.md")
    assert not resolves("docs/errors.md", "../README.md#nowhere")


def resolves(name: str, link: str) -> bool:
    """Whether a link on a page of the project has a target; links to other sites are taken as they are."""
    if re.match(r"\w+:", link):
        return True
    path, _, anchor = link.partition("#")
    target = (ROOT / name).parent / path if path else ROOT / name
    if not target.exists():
        return False
    return not anchor or anchor in Page.read(str(target.resolve().relative_to(ROOT))).anchors()
