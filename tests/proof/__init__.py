import pytest

# So that their assertions say what they compared, as those of tests do.
pytest.register_assert_rewrite("tests.proof.ledger", "tests.proof.served")
