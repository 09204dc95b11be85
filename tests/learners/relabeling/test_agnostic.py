"""The private agnostic learner: sizes, degenerate samples, errors."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import initial_segments, point_functions
from privlearn.laws import pure
from privlearn.learners.relabeling import private_agnostic_law
from privlearn.learners.relabeling.agnostic import (counted_answer_law, counted_draws_law, counted_relabel_law, halves,
                                                    resampled_law)


def first_row(rows):
    return pure(rows[0])


def test_halves_and_single_draws():
    assert halves(((0, 1),)) == ((), ())
    assert halves(tuple(range(7))) == ((0, 1, 2), (3, 4, 5))
    # one draw is a uniform row
    assert resampled_law(first_row, ((0, 0), (1, 1), (1, 1)), 1).exact() == {(0, 0): Fraction(1, 3),
                                                                            (1, 1): Fraction(2, 3)}
    rows = ((0, 0), (0, 0), (1, 1))  # two counted draws are the resampled rows
    expected = resampled_law(lambda got: pure(tuple(x for x, _ in got)), rows, 2).exact()
    assert counted_draws_law({0: 2, 1: 1}, 2).exact() == expected
    for draws in (1, 2):  # each needs nine rows
        with pytest.raises(ValueError, match=f"9 draws = {9 * draws}"):
            private_agnostic_law(initial_segments(1), first_row, ((0, 1),) * (9 * draws - 1), (), 4, draws)


@pytest.mark.parametrize("other", [(), ((1, 0),)])
@pytest.mark.parametrize("ones", [0, 3, 9])
def test_counted_laws_give_the_law_of_the_answer(ones, other):
    data = ((0, 1),) * (9 - ones) + ((1, 0),) * ones
    counts = {(0, 1): 9 - ones, (1, 0): ones}
    chosen = counted_relabel_law(initial_segments(2), counts, other, 4)
    joined = chosen.then(lambda h: counted_answer_law(first_row, h, {0: 9 - ones, 1: ones}, 1))
    assert joined.exact() == private_agnostic_law(initial_segments(2), first_row, data, other, 4, 1).exact()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: resampled_law(first_row, (), 1), "rows"), (lambda: counted_draws_law({0: 0}, 1), "counts")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("rows", "draws"), [((3, 1, 1), 2), ((2, 5, 2, 7), 3), ((4,), 2)])
def test_draws_are_the_sorted_words_of_all_rows(rows, draws):
    found = Counter(tuple(sorted(word)) for word in product(rows, repeat=draws))
    law = {word: Fraction(n, len(rows) ** draws) for word, n in found.items()}
    assert resampled_law(pure, rows, draws).exact() == law
    assert counted_draws_law({**Counter(rows), 9: 0}, draws).exact() == law


@pytest.mark.parametrize("counts", [{(0, 1): 2, (1, 0): 1, (2, 1): 4, (3, 0): 0}, {(0, 1): 1, (0, 0): 3, (3, 1): 2}])
@pytest.mark.parametrize("other", [(), ((1, 1), (2, 0))])
def test_a_relabelling_concept_is_weighed_by_its_errors(counts, other):
    seen = sorted({x for (x, _), n in counts.items() if n} | {x for x, _ in other})
    weights = {}
    for concept in point_functions(4).rows():
        if all(any(concept[x] != f[x] for x in seen) for f in weights):
            weights[concept] = Fraction(2, 3) ** sum(n for (x, y), n in counts.items() if concept[x] != y)
    total = sum(weights.values())
    assert counted_relabel_law(point_functions(4), counts, other, Fraction(9, 4)).exact() == {
        f: weight / total for f, weight in weights.items()}


def test_the_learner_gets_the_drawn_points_with_the_labels_of_the_concept():
    law = counted_answer_law(pure, (1, 0, 1), {0: 1, 1: 2}, 2).exact()
    assert law == {((0, 1), (0, 1)): Fraction(1, 9), ((0, 1), (1, 0)): Fraction(4, 9), ((1, 0), (1, 0)): Fraction(4, 9)}
    for call in (lambda: counted_draws_law({0: 1}, 0), lambda: resampled_law(pure, (1,), 0),
                 lambda: counted_draws_law({0: 1, 1: -1}, 1)):
        with pytest.raises(ValueError, match="must be an integer of at least"):
            call()
