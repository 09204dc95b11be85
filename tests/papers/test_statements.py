"""What is kept of the mutants of statements is of the code at hand, and nothing of it is open."""

import pytest

from privlearn.checking import registry, statements

STATED = [entry for entry in registry.load().values() if entry.own_formulas]


@pytest.mark.parametrize("entry", STATED, ids=lambda entry: entry.id)
def test_kept_results_are_of_this_code_and_hold(entry):
    rows = statements.kept(entry)
    assert rows is not None, "of other code: renew it with `privlearn verify --statements --keep`"
    assert [row["survivors"] + row["faults"] for row in rows] == [[]] * len(entry.own_formulas)
