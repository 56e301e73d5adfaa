"""A mean and how far it may be off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over independent samples.

    Args:
        mean: the mean.
        error: its standard error; None for a single sample, which cannot tell.
    """

    mean: float
    error: float | None

    @classmethod
    def of(cls, samples: Sequence[float]) -> Estimate:
        """The estimate from one or more samples."""
        error = stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else None
        return cls(fmean(samples), error)
