from fractions import Fraction

import pytest

from privlearn.dimensions.representation.points import representing_sets
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.points.side_by_side import small_class_size
from privlearn.learners.selection import small_class_learner, small_class_rows

QUARTER, TENTH = Fraction(1, 4), Fraction(1, 10)


def test_rows_are_those_of_the_generic_learner_over_the_small_class():
    size = small_class_size(64, QUARTER)
    assert small_class_rows(64, 2, QUARTER, TENTH) == occam_sample_size(size, 2, QUARTER, TENTH)
    assert small_class_rows(2**60000, 2, QUARTER, TENTH) > 2 * 10**7  # an astronomic d is fine
    # the law of the learner is over functions on all points
    law = small_class_learner(4, Fraction(99, 100), 4)(((3, 1),)).exact()
    assert sum(law.values()) == 1
    assert all(len(hypothesis) == 16 for hypothesis in law)


@pytest.mark.parametrize("call", [lambda: small_class_learner(0, QUARTER, 4),
                                  lambda: small_class_learner(8, 2, 4), lambda: small_class_rows(8, 1, QUARTER, TENTH)])
def test_bad_arguments_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


@pytest.mark.parametrize("seeds", [(), (1,)])
def test_the_learner_weighs_the_drawn_sets_by_their_errors(seeds):
    alpha, database, weights = Fraction(99, 100), ((3, 1), (0, 0), (3, 1), (15, 1)), {}
    for row in representing_sets(4, alpha / 2, *(seeds or (0,))).concept_class().rows():
        weights[row] = weights.get(row, 0) + Fraction(2, 3) ** sum(row[x] != y for x, y in database)
    law = small_class_learner(4, alpha, Fraction(9, 4), *seeds)(database).exact()
    assert law == {row: weight / sum(weights.values()) for row, weight in weights.items()}
