"""Controls: which values, in which words, and what is refused."""

from fractions import Fraction

import pytest

from privlearn.concepts import thresholds
from privlearn.figures.controls import choice, control, database, grid, powers, slider, steps, toggle, typed

HALF = Fraction(1, 2)


@pytest.mark.parametrize(("made", "kind", "start", "frames"), [
    (slider([HALF, 1], start=1), "slider", 1, [("1/2", HALF), ("1", 1)]),
    (powers(2, range(9, 12), start=2**10), "slider", 2**10, [("2⁹", 2**9), ("2¹⁰", 2**10), ("2¹¹", 2**11)]),
    (powers(2, [-1, 0]), "slider", HALF, [("2⁻¹", HALF), ("2⁰", 1)]),
    (steps(range(2)), "steps", 0, [("0", 0), ("1", 1)]),
    (choice({"fair": HALF, "sure": 1}, start="sure"), "choice", 1, [("fair", HALF), ("sure", 1)]),
    (choice([3, 4], start=4), "choice", 4, [("3", 3), ("4", 4)]),
    (toggle(True), "toggle", True, [("off", False), ("on", True)]),
    (typed(Fraction, ["1/2", "1"]), "typed", HALF, [("1/2", HALF), ("1", 1)]),
    (grid({"a": [[0, 1]], "b": [[1, 1]]}), "grid", ((0, 1),), [("a", ((0, 1),)), ("b", ((1, 1),))]),
    (grid({"three": thresholds(1)}), "grid", ((1, 1), (0, 1)), [("three", ((1, 1), (0, 1)))]),
    (database((5, 3), [3, 5], moves=1), "database", (5, 3), [("5, 3", (5, 3)), ("5, 5", (5, 5))])])
def test_a_control_has_a_start_and_frames(made, kind, start, frames):
    assert (made.kind, made.read(made.start)) == (kind, start)
    assert [(text, made.read(state)) for text, state in made.frames] == frames


@pytest.mark.parametrize(("given", "kind"), [
    (range(3), "slider"), ((1, 2), "slider"), ({"a": 1, "b": 2}, "choice"), (False, "toggle"),
    (thresholds(2), "grid"), (steps([1, 2]), "steps")])
def test_a_type_names_its_control(given, kind):
    assert control(given).kind == kind


@pytest.mark.parametrize(("make", "message"), [
    (lambda: slider([1]), r"values must have at least two entries, got \[1\]"),
    (lambda: slider([1, 2], start=3), r"start must be one of the values \[1, 2\], got 3"),
    (lambda: database((1, 7), range(3)), "start must have rows of the domain, got 7"),
    (lambda: database((1, 2), range(3), moves=2), "moves must name one of the 2 rows, got 2"),
    (lambda: typed(Fraction, []), "examples must have at least one entry"),
    (lambda: grid({}), "examples must have at least one entry"),
    (lambda: typed(Fraction, ["x"]).read("x"), "Invalid literal")])
def test_what_is_no_control_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_label_is_said_without_the_marks_of_tex():
    assert slider([1, 2], label=r"the ratio $e^{\varepsilon}$").spoken == "the ratio e^epsilon"
