"""What is tested here is compiled; where there was no compiler there is nothing to test.

Where there is one and no kernel, `tests/test_built.py` fails, so this skip hides no kernel that is broken."""

from __future__ import annotations

import pytest

from upriver.bots import kernel


@pytest.fixture(autouse=True)
def built() -> None:
    if not kernel.is_built():
        pytest.skip("the kernel is not built: there was no compiler when the package was installed")
