"""The Python contract that other programs rely on, sentence by sentence."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

import privlearn.concepts as concepts
import privlearn.dimensions as dimensions
import privlearn.laws as laws
import privlearn.mechanisms as mechanisms

HALF = Fraction(1, 2)


@pytest.mark.parametrize("half", [HALF, fmpq(1, 2), 0.5, np.float64(0.5)])
def test_numbers_come_in_as_fraction_fmpq_and_float(half):
    assert laws.choice({"a": half, "b": half}).exact() == {"a": HALF, "b": HALF}
    response = mechanisms.randomised_response(half)
    assert mechanisms.audit_approximate(response, [(0,), (1,)], mechanisms.replace_one, 1).delta == 0


def test_classes_have_concepts_by_points_and_their_names():
    made = concepts.ConceptClass.from_matrix(np.array([[0, 1, 1], [0, 1, 1], [1, 0, 0]]))
    assert made.matrix.shape == (2, 3)
    assert (made.point_names, made.concept_names) == ((0, 1, 2), (0, 2))
    assert concepts.intervals(2).matrix.tolist() == [[int(x < j) for x in range(4)] for j in range(5)]
    assert concepts.points(3).matrix.tolist() == np.eye(8, dtype=int).tolist()


def test_dimensions_and_witnesses():
    made = concepts.intervals(2)
    assert dimensions.vc_dimension(made) == 1
    found = dimensions.shattered_set(made)
    assert isinstance(found, tuple)
    assert dimensions.is_shattered(found, by=made)
    assert dimensions.vc_dimension(concepts.ConceptClass.from_matrix(np.zeros((0, 3)))) == -1


@pytest.mark.parametrize("rng", [random.Random(1), np.random.default_rng(1)], ids=["random", "numpy"])
def test_a_law_is_read_exactly_and_by_sampling(rng):
    law = laws.choice({1: Fraction(1, 3), 2: Fraction(2, 3)}).then(lambda k: laws.choice({k: 1})).map(str)
    assert law.exact() == {"1": Fraction(1, 3), "2": Fraction(2, 3)}
    assert law.sample(rng) in {"1", "2"}


def test_relations_list_ordered_pairs_an_infinite_ratio_is_math_inf_and_no_pair_an_error():
    assert mechanisms.replace_one([(0,), (1,)]) == [((0,), (1,)), ((1,), (0,))]
    assert set(mechanisms.add_remove_one([(), (5,)])) == {((), (5,)), ((5,), ())}
    found = mechanisms.audit_pure(lambda database: laws.choice({database: 1}), BITS, mechanisms.replace_one)
    assert found.exp_epsilon is math.inf
    with pytest.raises(ValueError, match="at least one pair"):
        mechanisms.audit_pure(own_mechanism, [(0, 0)], mechanisms.replace_one)


def own_mechanism(database):
    """A mechanism as a user would write it: a function from a database to a law."""
    return laws.choice({"yes": Fraction(1 + sum(database), 4), "no": Fraction(3 - sum(database), 4)})


BITS = [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("relation", [mechanisms.replace_one, mechanisms.replace_one(BITS)], ids=["relation", "pairs"])
def test_audits_of_a_function_show_their_witness(relation):
    pure = mechanisms.audit_pure(own_mechanism, BITS, relation)
    assert pure.exp_epsilon == 2
    left, right, outcome = pure.witness
    assert own_mechanism(left).exact()[outcome] == 2 * own_mechanism(right).exact()[outcome]
    approximate = mechanisms.audit_approximate(own_mechanism, BITS, relation, 1)
    assert approximate.delta == Fraction(1, 4)
    left, right, event = approximate.witness
    p, q = (sum(own_mechanism(d).exact()[o] for o in event) for d in (left, right))
    assert p - q == approximate.delta
