"""Exact draws: the table against weights, samples against the table, boundaries, refusals."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate, log_bracket
from privlearn.laws import powers
from privlearn.laws.powers import PowerPair, log2_floor, merged, power_law, unfold

RUNS = [(4, 1, "a"), (4, 2, "b"), (1, 3, "c"), (0, 1, None)]


class Words(random.Random):
    """Gives the listed 64-bit words in turn, then random ones."""

    def __init__(self, *words):
        super().__init__(1)
        self.left = list(words)

    def getrandbits(self, k):
        return self.left.pop(0) if self.left else super().getrandbits(k)


def test_the_table_has_the_powers_as_weights():
    law = power_law(RUNS, Fraction(3, 2)).exact()
    assert sum(law.values()) == 1
    assert law["a", 0] / law["c", 2] == Fraction(27, 8)
    assert law["b", 1] / law[None, 0] == Fraction(81, 16)


def test_a_draw_cuts_the_interval_at_the_cumulative_probabilities():
    law, cumulated = power_law(RUNS, Fraction(3, 2)), Fraction(0)
    masses = Counter()
    for (key, _), mass in law.exact().items():
        masses[key] += mass
    for key, mass in masses.items():
        first, last = int(cumulated * 2**64) + 1, int((cumulated + mass) * 2**64) - 1
        assert [law.sample(Words(word, 1 << 63))[0] for word in (first, last)] == [key, key]
        cumulated += mass


@pytest.mark.parametrize("rng", [random.Random(3), np.random.default_rng(3)])
def test_frequencies_are_near_the_table(rng):
    law = power_law(RUNS, Fraction(3, 2))
    found = Counter(law.sample(rng) for _ in range(4000))
    for outcome, mass in law.exact().items():
        assert abs(found[outcome] / 4000 - float(mass)) < 0.05  # more than six standard deviations


def test_scores_in_the_millions_need_no_large_numbers():
    runs = [(10**6, 1, "top"), (10**6 - 1, 1, "next"), (0, 2**5000, "rest")]
    found = Counter(power_law(runs, 2).sample(Words(w << 60)) for w in range(16))
    assert found == {("top", 0): 11, ("next", 0): 5}
    many = power_law([(10, 1, "near"), (0, 2**200, "far")], 2)  # outweigh a near one
    assert many.sample(random.Random(5))[0] == "far"


def test_ratio_one_is_the_uniform_law():
    assert set(power_law(RUNS, 1).exact().values()) == {Fraction(1, 7)}
    assert Counter(power_law(RUNS, 1).sample(Words((k << 64) // 7 + 9))[0] for k in range(7)) == {
        "a": 1, "b": 2, "c": 3, None: 1}


def test_a_precision_of_64_bits_is_raised_where_it_does_not_decide():
    law, third = power_law([(0, 1, 0), (0, 2, 1)], 2), 2**64 // 3
    assert [law.sample(Words(third, word, 0))[0] for word in (0, 2**64 - 1)] == [0, 1]


@pytest.mark.parametrize("gap", [0, 1, 5, 60, 500])
@pytest.mark.parametrize("base", [Fraction(1), Fraction(11, 10), Fraction(4)])
def test_a_pair_has_the_law_of_two_runs(gap, base):
    assert PowerPair("h", "l", gap, base).exact() == {
        key: mass for (key, _), mass in power_law([(gap, 1, "h"), (0, 1, "l")], base).exact().items()}


@pytest.mark.parametrize("base", [Fraction(2), Fraction(3, 2), Fraction(1), Fraction(10**9 + 1, 10**9)])
def test_the_stored_logarithm_is_just_below_the_true_one(base):
    stored, true = log2_floor(base), log_bracket(base, 128) / log_bracket(2, 128) * 2**40
    assert stored <= true.upper
    assert true.lower < stored + 2


def test_a_loop_of_100_000_steps_is_no_matter_and_merging_keeps_scores_falling():
    law = unfold(10**5, lambda k: PowerPair(k - 1, None, 200, Fraction(2)) if k else None)
    assert law.sample(random.Random(1)) == 0
    sides = [(9, 1, 0), (3, 1, 1)], [(5, 1, 2), (3, 1, 3)], []
    assert [run[0] for run in merged(*map(iter, sides))] == [9, 5, 3, 3]


def test_as_many_outcomes_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        power_law([(0, 2**64, 0)], 2).exact()
    monkeypatch.setattr(powers, "LARGEST_SUPPORT", 7)
    assert len(power_law(RUNS, 2).exact()) == 7
    with pytest.raises(TooLargeToEnumerate):
        power_law([*RUNS, (0, 1, "one more")], 2).exact()


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: power_law([], 2), "not be empty"), (lambda: power_law([(1, 0, "a")], 2), "count must"),
    (lambda: power_law([(1, 1, "a"), (2, 1, "b")], 2), "never rise"),
    (lambda: power_law(RUNS, Fraction(1, 2)), "base must be at least 1"),
    (lambda: power_law(RUNS, 2).sample(7), "rng must be .* got 7"),
    (lambda: power_law(RUNS, 2).sample(np.random), "rng must be .* got <module")])
def test_bad_runs_bases_and_generators_are_refused(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
