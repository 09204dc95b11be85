"""Walks: every proof that runs is shown, its steps in order, with the runs that stop without a hypothesis."""

import re

import pytest

from privlearn.checking import registry
from privlearn.checking.proofs import Line, proofs_so_far
from privlearn.shown.walks import drawn, state, told, walk


def test_each_proof_is_shown_with_a_run_for_each_hypothesis_that_is_needed():
    registry.load()
    for id, proof in proofs_so_far().items():
        shown = walk(id)
        text, first = shown._repr_html_(), proof.first
        runs = re.findall(r'<section class="run".*?</section>', text)
        assert len(runs) == 1 + sum(h.without is not None for h in proof.hypotheses), id
        assert re.findall(r'data-step="([^"]+)"', runs[0]) == list(proof.steps), id
        assert all('data-state="fails"' in run for run in runs[1:]), id
        assert repr(shown).count("\n") == len(proof.walk(first)), id


def test_lines_and_parts_in_words():
    assert [state(Line("s", "<=", left, 1)) for left in (0, 1, 2)] == ["holds", "equal", "fails"]
    assert told(("pattern", (0, 1))) == "pattern 01"
    assert told((2, (0, 1))) == "(2, 01)"
    assert drawn(((0, 1, 1), (1, 0, 0))).count("<tr>") == 2
    assert drawn(((0, 1), (2, 1))) == "(0, 1), (2, 1)"


def test_a_claim_without_a_proof_that_runs_is_refused():
    with pytest.raises(ValueError, match="must be that of a claim with a proof that runs, got 'ABMS20-9.9'"):
        walk("ABMS20-9.9")
