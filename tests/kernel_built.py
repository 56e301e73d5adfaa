"""The mark of tests that need the compiled kernel.

They are skipped only where nothing could compile it: where there is a compiler and no kernel, `test_built.py` fails.
"""

from __future__ import annotations

import pytest

from upriver.bots import kernel

needs_kernel = pytest.mark.skipif(
    not kernel.is_built(), reason="no compiler was there to build the kernel (else test_built.py fails)"
)
