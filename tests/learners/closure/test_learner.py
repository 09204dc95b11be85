"""Closure learning: scores, draws, laws."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, initial_segments
from privlearn.laws import Law, pure
from privlearn.learners.closure import best_completion_error, closure_learn_law, completion_score, composed
from privlearn.learners.closure.learner import draws_law
from privlearn.learners.relabeling import error_count, relabel_law

DATA = ((0, 1), (1, 0))


def test_scores_of_completions():
    score = completion_score(8, ((1, 1),), ())  # last step counts errors
    assert [score(DATA, h) for h in all_functions(2).rows()] == [error_count(DATA, h) for h in all_functions(2).rows()]
    # xor with all functions mends everything
    assert {completion_score(6, (), (all_functions(2),))(DATA, h) for h in all_functions(2).rows()} == {0}
    assert completion_score(8, (), (all_functions(2),))((), (0, 0)) == 0  # empty database has score zero
    functions = ((0, 1, 1), (1, 1, 0))  # error of a complete composition
    third = (Fraction(1, 3),) * 3
    assert best_completion_error(8, functions, (), composed(8, functions), third) == 0
    one = ConceptClass.from_matrix([(0, 1)])  # single concept class can complete
    assert best_completion_error(6, ((1, 1),), (one,), (0, 0), (Fraction(1, 4), Fraction(3, 4))) == Fraction(1, 4)


def test_one_class_is_relabel_draw_learn():
    concepts, other = initial_segments(2), ((1, 0), (1, 0))
    law = closure_learn_law(2, (concepts,), (lambda rows: pure((rows[0][1],) * 2),), ((DATA, other),), 4, share=2)
    by_hand = relabel_law(concepts, error_count, DATA, other, 4).then(lambda pair: draws_law(pair[0], 1)).map(
        lambda rows: ((rows[0][1],) * 2,))
    assert law.exact() == by_hand.exact()
    assert draws_law(DATA, 0).exact() == {(): 1}  # no draws give the empty database


@pytest.mark.parametrize(("call", "message"), [
    (lambda: completion_score(16, (), (all_functions(2),)), "rule must be below"),
    (lambda: draws_law((), 1), "data must not be empty"),
    (lambda: closure_learn_law(2, (initial_segments(2),), (lambda rows: pure((0, 0)),), ((DATA, DATA),), 4),
        "a positive multiple of 9 rows"),
    (lambda: closure_learn_law(2, (initial_segments(2),), (), ((DATA, DATA),), 4),
        "learners and samples must be as many")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_classes_and_shares_at_their_limits():
    assert completion_score(8, (), (ConceptClass.from_matrix([(1, 1)]),))(DATA, (0, 1)) == 2
    with pytest.raises(ValueError, match="after must hold classes"):
        completion_score(8, (), (ConceptClass.from_matrix(np.zeros((0, 2), dtype=int)),))
    def learned(share: int) -> Law:
        count = (lambda rows: pure((len(rows),)),)
        return closure_learn_law(2, (initial_segments(2),), count, ((DATA, DATA),), 4, share)

    assert learned(1).exact() == {((2,),): 1}
    with pytest.raises(ValueError, match="share must be an integer of at least 1"):
        learned(0)
