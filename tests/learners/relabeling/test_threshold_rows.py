"""The rows of the agnostic learner of thresholds: its four events, its privacy, and the events on a small domain."""

from fractions import Fraction
from itertools import product
from math import exp, expm1, log

import pytest

from privlearn.exact import binomial_tail
from privlearn.learners.interior_point.threshold_samples import private_threshold_rows
from privlearn.learners.relabeling.accuracy import chosen_above_bracket, hard_segment_scores
from privlearn.learners.relabeling.threshold_rows import RATIO, agnostic_threshold_rows, half_rows

DELTA = Fraction(1, 10**6)
CASES = [(bits, Fraction(1, a), Fraction(1, b)) for bits, a, b in product((1, 10, 60), (2, 4, 50), (2, 4, 1000))]


def events(h, bits, alpha):
    """Return the bounds on the three events that are not the base learner's."""
    cuts = 2**bits + 1
    return (2 * cuts * exp(-2 * h * float(alpha / 8) ** 2), cuts * exp(-float(alpha) * h / 16),
            float(cuts) ** 2 * exp(-2 * h * float(alpha / 8) ** 2))


@pytest.mark.parametrize(("bits", "alpha", "beta"), CASES)
def test_every_event_has_a_quarter_of_beta_and_one_row_less_is_too_few_for_one(bits, alpha, beta):
    h = half_rows(domain_bits=bits, delta=DELTA, alpha=alpha, beta=beta)
    base = 9 * private_threshold_rows(domain_bits=bits, epsilon=1, delta=DELTA, alpha=alpha / 2, beta=beta / 4)
    quarter = float(beta / 4) * (1 + 1e-9)
    assert base <= h
    assert max(events(h, bits, alpha)) <= quarter
    assert base == h or max(events(h - 1, bits, alpha)) > quarter


def test_with_little_privacy_the_sample_itself_is_enough():
    assert RATIO.lower < RATIO.upper < RATIO.lower + Fraction(1, 10**20)
    assert log(RATIO.upper) == pytest.approx(2 * log(1 + exp(0.5)) + expm1(1) / 9)
    wishes = {"domain_bits": 10, "delta": DELTA, "alpha": Fraction(1, 4), "beta": Fraction(1, 4)}
    assert {agnostic_threshold_rows(epsilon=e, **wishes) for e in (Fraction(43, 20), 5, 1000)} == {2 * half_rows(
        **wishes)}
    with pytest.raises(ValueError, match="epsilon must be positive"):  # more privacy needs a positive epsilon
        agnostic_threshold_rows(domain_bits=3, epsilon=0, delta=DELTA, alpha=Fraction(1, 4), beta=Fraction(1, 4))


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(2)])
def test_subsampling_gives_the_privacy_that_is_asked_for(epsilon):
    wishes = {"domain_bits": 10, "delta": DELTA, "alpha": Fraction(1, 4), "beta": Fraction(1, 4)}
    sample, rows = 2 * half_rows(**wishes), agnostic_threshold_rows(epsilon=epsilon, **wishes)
    kept = [sample / (rows - k) for k in (0, 2)]
    losses = [log(1 + share * (float(RATIO.upper) - 1)) for share in kept]
    assert losses[0] <= float(epsilon) + 1e-12 < losses[1] + 1e-3
    assert losses[0] == pytest.approx(float(epsilon), rel=1e-3)


@pytest.mark.parametrize(("rows", "alpha"), [(64, Fraction(1, 2)), (200, Fraction(1, 4)), (400, Fraction(1, 8))])
def test_the_bound_on_a_bad_relabelling_holds_on_data_made_to_be_hard(rows, alpha):
    slack = int(alpha * rows / 8)
    scores = hard_segment_scores(rows, slack, others=rows)
    assert float(chosen_above_bracket(scores, slack).upper) <= len(scores) * exp(-float(alpha) * rows / 16)


@pytest.mark.parametrize("rows", [10, 100, 400])
@pytest.mark.parametrize("mass", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_one_mass_strays_less_often_than_its_share_of_the_bound(rows, mass):
    strays = 1 - binomial_tail(rows, mass, at_least=(mass - Fraction(1, 8)) * rows)
    assert float(strays) <= exp(-2 * rows / 64)
