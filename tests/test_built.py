"""Tests of the kernel are skipped where it is missing; here it may be missing only where nothing could compile it.

A kernel that no longer compiles would install as a package without one, and all that tests it would fall silent.
"""

from __future__ import annotations

import os
import shutil

import pytest

from upriver.bots import kernel


def compilers() -> list[str]:
    """The C++ compilers on this machine."""
    names = (os.environ.get("CXX", ""), "c++", "g++", "clang++")
    return [name for name in names if name and shutil.which(name)]


def unbuilt_though_possible() -> str:
    """What is wrong with the kernel that was installed; empty when nothing is."""
    found = compilers()
    if found and not kernel.is_built():
        return f"{found[0]} is here, but the kernel is not built: run `cmake -S . -B build` to see why"
    if found and kernel._copy("generic").has_pdep() and "pdep" not in kernel.copies():
        return "this processor runs the copy pdep, but it was not built"
    return ""


def test_the_kernel_is_built_wherever_there_is_a_compiler() -> None:
    assert unbuilt_though_possible() == ""


@pytest.mark.parametrize("missing", ["generic", "pdep"])
def test_a_kernel_that_did_not_compile_is_noticed(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = kernel._copy

    def copy(name: kernel.CopyName) -> object:
        if name == missing:
            raise kernel.MissingKernelError
        return real(name)

    if not compilers() or missing not in kernel.copies():
        assert unbuilt_though_possible() == ""
        return
    kernel.copies.cache_clear()
    monkeypatch.setattr(kernel, "_copy", copy)
    try:
        assert unbuilt_though_possible() != ""
    finally:
        monkeypatch.undo()
        kernel.copies.cache_clear()
