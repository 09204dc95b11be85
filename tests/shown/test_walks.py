"""Walks: every proof that runs is shown, its steps in order, with the runs that stop without a hypothesis."""

import re

import pytest

from privlearn.checking import registry
from privlearn.checking.proofs import Line, proofs_so_far
from privlearn.shown.walks import KINDS, drawn, numbers_of, read, run_on, state, told, walk, written


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
        for part in first:
            if {*map(type, numbers_of(part))} <= {*KINDS}:
                assert read(written(part), part) == part, id


def test_lines_and_parts_in_words():
    assert [state(Line("s", "<=", left, 1)) for left in (0, 1, 2)] == ["holds", "equal", "fails"]
    assert told(("pattern", (0, 1))) == "pattern 01"
    assert told((2, (0, 1))) == "(2, 01)"
    assert drawn(((0, 1, 1), (1, 0, 0))).count("<tr>") == 2
    assert drawn(((0, 1), (2, 1))) == "(0, 1), (2, 1)"


def test_a_reader_walks_on_an_object_of_his_own():
    shown = walk("KLMNS20-3.5", S=(0, 0, 1), P=(0, 0, 0), t=1)
    assert "S = [0, 0, 1]" in repr(shown)
    assert 'data-text="0, 0, 1"' in run_on("KLMNS20-3.5", {"S": "0, 0, 1", "t": "1"})  # with a path that is possible
    assert 'data-state="fails"' in run_on("KLMNS20-3.5", {"c": "1/2"})
    with pytest.raises(ValueError, match="parts must be among S, P, .*, got T"):
        walk("KLMNS20-3.5", T=3)
    with pytest.raises(ValueError, match="the proof has no line for this object"):
        run_on("KLMNS20-3.5", {"t": "-1"})


@pytest.mark.parametrize(("text", "like", "rule"), [
    ("0, x", (0,), "made of numbers"), ("1/0", 1, "made of"), ("f(1)", 1, "made of numbers"), ("(1", (1,), "made"),
    ("2.5", 1, "made of numbers"), ("1/2", 1, "of the kind of 1"), ("1, 2", 1, "of the kind of 1"),
    ("1", "odd", "of the kind of odd"), ("10000000", 1, "none above"), ("1, " * 101, (1,), "at most 100 numbers"),
    ("01 1", ((0, 0, 1),), "part must be words"), ("012", ((0, 0, 1),), "part must be words")])
def test_what_is_no_part_of_the_kind_is_refused(text, like, rule):
    with pytest.raises(ValueError, match=rule):
        read(text, like)


def test_a_claim_without_a_proof_that_runs_is_refused():
    with pytest.raises(ValueError, match="must be that of a claim with a proof that runs, got 'ABMS20-9.9'"):
        walk("ABMS20-9.9")
