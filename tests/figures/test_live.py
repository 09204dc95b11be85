"""Live controls: each move calls the library, and what it refuses stands beside the control."""

from fractions import Fraction

import pytest

from privlearn.figures import live
from privlearn.figures.controls import slider, typed
from privlearn.figures.explorer import explore


def ratio(n, by):
    if by == 0:
        raise ValueError(f"by must not be 0, got {by}")
    return f"{n / by}"


@pytest.fixture
def fields():
    explorer = explore(ratio, n=slider([1, 2, 3], label="$n$"), by=typed(Fraction, ["1", "1/2"]))
    *rows, below = live.widgets(explorer.controls, explorer.see, explorer.see(explorer.start)).children
    return {**{field.spec["label"]: field for _, field in (row.children for row in rows)}, "seen": below}


def test_labels_are_formulas_and_words():
    explorer = explore(ratio, n=slider([1, 2], label="$n$"), by=[1, 2])
    row, *_ = live.widgets(explorer.controls, explorer.see, explorer.see(explorer.start)).children
    assert (row.children[0].value, row.children[1].spec["label"]) == ("$n$", "n")


def test_a_move_shows_what_the_library_says(fields):
    fields["n"].state = 2
    assert fields["seen"].state["told"] == "3"
    fields["by"].state = "1/2"
    assert fields["seen"].state["told"] == "6"


def test_what_the_library_refuses_stands_beside_the_control_until_it_is_right(fields):
    fields["by"].state = "0"
    assert (fields["by"].message, fields["n"].message) == ("by must not be 0, got 0", "")
    assert fields["seen"].state["told"] == "1"
    fields["by"].state = "2"
    assert (fields["by"].message, fields["seen"].state["told"]) == ("", "1/2")


def test_a_text_that_is_no_value_is_named_whatever_is_moved(fields):
    fields["by"].state = "x"
    fields["n"].state = 1
    assert fields["by"].message == "Invalid literal for Fraction: 'x'"
    assert fields["n"].message == ""


def test_an_error_of_another_kind_is_told_with_its_name():
    explorer = explore(lambda n: 1 // n, n=[1, 0])
    row, _ = live.widgets(explorer.controls, explorer.see, explorer.see(explorer.start)).children
    row.children[1].state = 1
    assert row.children[1].message.startswith("ZeroDivisionError: ")


@pytest.mark.parametrize("patience", [-1, 60])
def test_what_is_slow_is_computed_when_the_reader_lets_go_and_says_so(monkeypatch, fields, patience):
    monkeypatch.setattr(live, "PATIENCE", patience)
    fields["n"].state = 1
    assert fields["n"].patient is fields["by"].patient is (patience < 0)
    assert fields["seen"].state["note"].startswith("computed when you let go: 0.") is (patience < 0)
