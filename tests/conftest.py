"""How hypothesis searches: the same examples on every run, or with `--hypothesis-profile=deep` new ones, and many."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.postgres",)

settings.register_profile(
    "steady", max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", settings.get_profile("steady"), derandomize=False, max_examples=2000)
settings.load_profile("steady")
