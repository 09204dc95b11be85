"""From representations to learners and back: laws, bounds, numbers of rows, errors."""

from fractions import Fraction
from itertools import product
from math import ceil, floor, prod

import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.exact import binomial_probabilities
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.selection import (hashed_points, representation_failure, representation_failure_bound,
                                          representation_learner)
from privlearn.learners.selection.representations import as_branches, success_on_every_database
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered

QUARTER, RATIO = Fraction(1, 4), Fraction(9, 4)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
ITSELF = ((Fraction(1), tuple(T3.rows())),)


def test_mixtures_of_exponential_mechanisms():
    database = ((0, 0), (1, 1), (1, 0))  # one branch is the exponential mechanism
    listed = exponential_learner(T3, RATIO)(database).exact()
    assert representation_learner(ITSELF, RATIO)(database).exact() == {T3.rows()[k]: p for k, p in listed.items()}
    learner = representation_learner(hashed_points(1, 1), RATIO)  # mixture keeps the ratio
    audit = audit_pure(learner, multiset_databases(labelled_rows(2), 2), replace_one_unordered)
    assert audit.exp_epsilon <= learner.promise.exp_epsilon == RATIO
    assert len(as_branches([(1, [(0, 1)]), (0, [(1, 1)])])) == 2  # a branch may have no weight


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_failure_is_that_of_the_pac_game(rows: int) -> None:
    for target, weights in product(T3.rows(), grid_distributions(2, 4)):
        exact = exact_failure(exponential_learner(T3, RATIO), T3, target, weights, rows, QUARTER)
        found = representation_failure(ITSELF, target, weights, rows, RATIO, QUARTER)
        assert found.lower <= exact <= found.upper < found.lower + Fraction(1, 2**80)


def test_bounds_are_no_smaller_than_the_failure():
    branches = hashed_points(1, 2)
    for target, weights in product(point_functions(2).rows(), grid_distributions(2, 5)):
        game = (branches, target, weights, 12, RATIO, QUARTER)
        assert representation_failure(*game).lower <= representation_failure_bound(*game)
    hopeless = ((QUARTER, ((0, 0),)), (1 - QUARTER, ((1, 1),)))  # branch without a good hypothesis is lost
    assert representation_failure_bound(hopeless, (1, 1), (QUARTER * 2, QUARTER * 2), 5, RATIO, QUARTER) == QUARTER
    assert [success_on_every_database(n, 2, 1) for n in range(3)] == [1, Fraction(1, 2), Fraction(1, 4)]
    assert [success_on_every_database(rows, 2, Fraction(1, 2)) for rows in (0, 1, 3)] == [
        Fraction(1, 2), Fraction(1, 4), Fraction(1, 16)]
    real, ratio = Fraction(1, 3), 2  # rows that are replaced with a chance cost the mean of the factor
    mean = sum(chance * ratio**m for m, chance in enumerate(binomial_probabilities(4, real)))
    assert success_on_every_database(4, ratio, Fraction(1, 2), real) == Fraction(1, 2) / mean
    assert success_on_every_database(4, ratio, Fraction(1, 2), 0) == Fraction(1, 2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: as_branches([(2, [(0, 1)]), (-1, [(1, 1)])]), "non-negative"),
    (lambda: success_on_every_database(1, 2, 2), "success"),
    (lambda: success_on_every_database(-1, 2, 1), "rows|exp_epsilon|success|real"),
    (lambda: success_on_every_database(1, Fraction(1, 2), 1), "rows|exp_epsilon|success|real"),
    (lambda: success_on_every_database(1, 2, 2), "rows|exp_epsilon|success|real"),
    (lambda: success_on_every_database(1, 2, 1, 2), "rows|exp_epsilon|success|real"),
    (lambda: representation_learner(ITSELF, RATIO)(((-1, 0),)), "database must hold"),
    (lambda: representation_learner(ITSELF, RATIO)(((2, 0),)), "database must hold"),
    (lambda: representation_learner(ITSELF, RATIO)(((0, 2),)), "database must hold"),
    (lambda: representation_learner(ITSELF, RATIO)(((1,),)), "database must hold"),
    (lambda: as_branches(((QUARTER, ((0,),)),)), r"branches|weights|hypotheses"),
    (lambda: as_branches(((QUARTER * 2, ((0,),)), (QUARTER * 2, ((0, 1),)))), r"branches|weights|hypotheses"),
    (lambda: as_branches(()), "branches must not be empty"),
    (lambda: as_branches(((1, ()),)), "branches must not be empty"),
    (lambda: as_branches(((QUARTER, ()), (1 - QUARTER, ((0,),)))), "branches must not be empty"),
    (lambda: representation_learner(ITSELF, 1), "exp_epsilon must be above 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


BRANCHES = ((Fraction(2, 5), ((0, 1, 1), (0, 1, 1), (1, 0, 0))), (Fraction(0), ((1, 1, 1),)),
            (Fraction(3, 5), ((1, 1, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1))))


def lost_on(database: tuple, wrong: set) -> Fraction:
    """The chance that the learner says one of the wrong hypotheses, from the definition."""
    total = Fraction(0)
    for weight, hypotheses in BRANCHES:
        mass = [Fraction(2, 3) ** sum(h[x] != y for x, y in database) for h in hypotheses]
        total += weight * sum(m for m, h in zip(mass, hypotheses, strict=True) if h in wrong) / sum(mass)
    return total


@pytest.mark.parametrize("database", [(), ((1, 1),), ((0, 1), (2, 0), (2, 0), (1, 0)), ((0, 0), (0, 1), (1, 1))])
def test_law_is_the_mixture_of_the_exponential_mechanisms(database: tuple) -> None:
    branches = [(w, tuple(dict.fromkeys(hypotheses))) for w, hypotheses in BRANCHES]
    law = representation_learner(branches, RATIO)(database).exact()
    expected: dict = {}
    for weight, hypotheses in branches:
        mass = [Fraction(2, 3) ** sum(h[x] != y for x, y in database) for h in hypotheses]
        for m, h in zip(mass, hypotheses, strict=True):
            expected[h] = expected.get(h, 0) + weight * m / sum(mass)
    assert law == {h: p for h, p in expected.items() if p}


@pytest.mark.parametrize("weights", [(Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)), (0, QUARTER, 1 - QUARTER)])
@pytest.mark.parametrize("target", [(0, 1, 1), (1, 1, 0)])
@pytest.mark.parametrize("rows", [0, 1, 2, 4])
def test_failure_is_summed_over_the_samples_to_the_bits_asked_for(weights: tuple, target: tuple, rows: int) -> None:
    wrong = {h for _, hypotheses in BRANCHES for h in hypotheses
             if sum(w for w, a, b in zip(weights, target, h, strict=True) if a != b) > QUARTER}
    terms: dict = {}
    for xs in product([x for x in range(3) if weights[x]], repeat=rows):
        key = tuple(sorted(xs))
        terms[key] = terms.get(key, 0) + prod(weights[x] for x in xs) * lost_on([(x, target[x]) for x in xs], wrong)
    found = representation_failure(BRANCHES, target, weights, rows, RATIO, QUARTER, 9)
    assert found.lower == sum(Fraction(floor(term * 512), 512) for term in terms.values())
    assert found.upper == sum(Fraction(ceil(term * 512), 512) for term in terms.values())
