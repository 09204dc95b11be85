"""KLMNS20, Lemma 3.8: its displayed conditions, at their edges, against the exact failure of whole runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import privlearn.papers.klmns20.utility.success  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged
from privlearn.exact import as_fraction, least_integer
from privlearn.learners.interior_point import interior_point_law, interior_score
from privlearn.learners.interior_point.problem import exponential_failure
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, choice_failure,
                                                        end_failure, fast_tree_log_law, tree_log_law)
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates
from privlearn.mechanisms import from_scores
from privlearn.mechanisms.exponential import run_law
from privlearn.papers.klmns20.utility.bounds import (RATES, enough_stop, enough_trim, enough_trim_for_half,
                                                     one_point_weight, success_probability, two_points_weight)

Database = tuple[int, ...]
Betas = tuple[Fraction, Fraction, Fraction]
LONG = 64


@dataclass(frozen=True)
class Setting:
    """A domain of 2^bits points, N equal levels, e^epsilon_b, n_b and the score that is promised."""

    bits: int
    levels: int
    level: Level
    exp_base: Fraction
    left: int
    score: int

    @property
    def parameters(self) -> TreeLogParameters:
        """What the algorithm is run with."""
        return TreeLogParameters((self.level,) * self.levels, self.exp_base)

    @property
    def rows(self) -> int:
        """The n of the lemma."""
        return self.levels * (2 * self.level.trim + self.level.stop) + self.left

    @property
    def base_values(self) -> int:
        """The B of the lemma: a level turns 2^k points into k + 1 values, stored in as many bits as they need."""
        values = 1 << self.bits
        for _ in range(self.levels):
            values = (values - 1).bit_length() + 1
        return values


def least_betas(setting: Setting) -> Betas:
    """Return the least beta_b, beta_c and beta_e that the conditions allow, each with equality in one of them."""
    level = setting.level
    return (exponential_failure(setting.base_values, setting.left, setting.exp_base),
            choice_failure(level.exp_choose, int(level.threshold), level.stop),
            end_failure(level.exp_end, level.trim + 1 - setting.score))


def level_of(trim: int, stop: int, choose: Any, end: Any, threshold: int = 1, path: Any = 2) -> Level:
    return Level(exp_path=path, exp_choose=choose, threshold=threshold, exp_end=end, trim=trim, stop=stop)


def failure(setting: Setting, s: Database, law: dict[Any, Any]) -> Any:
    """Return how often the answer has not the score that is promised."""
    return 1 - sum(p for x, p in law.items() if x is not None and interior_score(x, s) >= setting.score)


@cache
def worst_failure(setting: Setting) -> tuple[Fraction, Database]:
    """Return the largest failure without levels over all databases, and where."""
    found, s = max((failure(setting, s, interior_point_law(s, range(1 << setting.bits), setting.exp_base).exact()), s)
                   for s in combinations_with_replacement(range(1 << setting.bits), setting.rows))
    return as_fraction(found), s


def long_cases() -> Iterator[tuple[Setting, Database]]:
    """Yield databases on 2^64 points that come near the bound of one choice, and near that of one end.

    Equal elements have one node on each level, and equal levels, so that each of two levels may fail. Of two heaps
    beside the middle each holds all of its node but for one element, and its node's only good leaf has score t_1 +
    1 on most of the levels; the others have that of the elements at both ends of the domain.
    """
    half, top = 1 << (LONG - 1), (1 << LONG) - 1
    for trim, stop in product(range(3), range(3)):
        certain = Fraction(10**9)
        for (choose, tau), levels in product(((2, 1), (3, 2)), (1, 2)):
            one = Setting(LONG, levels, level_of(trim, stop, choose, 10**9, tau), certain, 1, 1)
            yield one, (5,) * one.rows
        for end, score in product((2, 4), range(1, trim + 2)):
            far = score - 1
            one = Setting(LONG, 1, level_of(trim, stop, 4, end, -20), certain, 2, score)
            yield one, ((0,) * far + (half - 2,) * (trim + 1 + stop - far) + (half + 1,) * (trim + 1 - far)
                        + (top,) * far)


@cache
def long_failures() -> tuple[tuple[Setting, Database, Fraction], ...]:
    """Return the failures on the long databases."""
    return tuple((one, s, failure(one, s, fast_tree_log_law(s, one.bits, one.parameters).exact()))
                 for one, s in long_cases())


@check("KLMNS20-3.8", grade="exact",
       quantifier="no level on 1, 2, 4 and 8 points, n_b = 1 to 5, e^epsilon_b = 5/4, 2, 4: all databases; one and "
                  "two levels on 2^64 points, t_1, t_2 <= 2: databases on which one choice, each of two, or one end "
                  "fails nearly as often as it may",
       says="{1 - beta_b - N (beta_c + beta_e) at the least betas} is at most {Pr[an answer of this score]}")
@judged("<=")
def the_lemma_holds_under_its_conditions(success=success_probability):
    bases = [Setting(bits, 0, level_of(0, 0, 2, 2), b, left, 1) for bits, left in product(range(4), range(1, 6))
             for b in (Fraction(5, 4), Fraction(2), Fraction(4))]
    small = ((one, s, failing) for one in bases for failing, s in [worst_failure(one)])
    for one, s, failing in (*small, *long_failures()):
        yield (one, s), success(*least_betas(one), one.levels), 1 - failing


def refutes_the_lemma_holds_under_its_conditions(success, one, s):
    law = tree_log_law(s, one.bits, one.parameters).exact()
    good = [x for x in law if x is not None and sum(z <= x for z in s) >= one.score <= sum(z >= x for z in s)]
    return len(s) >= one.rows and sum(law[x] for x in good) < success(*least_betas(one), one.levels)


RATIOS = {rate: rate.of for rate in RATES}  # epsilon -> e^epsilon


def missed_leaf(ratio: Fraction, trim: int, score: int) -> Fraction:
    """Return how often the end misses the score: t_1 + 1 rows on either side of one leaf, few beyond the next."""
    s = (0,) * (trim + 1) + (4,) * (trim + 2 - score) + (7,) * (score - 1)
    law = from_scores({x: interior_score(x, s) for x in candidates((1, 1), 3)}, ratio).exact()
    return sum((p for x, p in law.items() if interior_score(x, s) < score), Fraction(0))


@check("KLMNS20-3.8", grade="exact",
       quantifier="e^epsilon_e = 11/10, 4, 1000, beta_e = 1/2, 1/4, 10^-30, s = 1, 2, 9: the least t_1 on four "
                  "leaves, three of which have score s - 1; and the least even t_1 with s = t_1/2 + 1",
       says="{the probability to miss the score} is at most {beta_e}")
@judged("<=")
def end_misses_the_score_with_beta_e(trims=(enough_trim, enough_trim_for_half)):
    for e, beta, score in trims[0].instances():
        trim = max(score - 1, trims[0](e, beta, score))
        yield (e, beta, score), missed_leaf(RATIOS[e], trim, score), beta
    for e, beta in trims[1].instances():
        half = max(0, -(-trims[1](e, beta) // 2))
        yield (e, beta, None), missed_leaf(RATIOS[e], 2 * half, half + 1), beta

def refutes_end_misses_the_score_with_beta_e(trims, e, beta, score):
    if score is None:
        half = max(0, -(-trims[1](e, beta) // 2))
        gain = RATIOS[e] ** (half + 1)
    else:
        gain = RATIOS[e] ** (max(score - 1, trims[0](e, beta, score)) - score + 2)
    return gain / (gain + 1 + 1 + 1) < 1 - beta


@check("KLMNS20-3.8", grade="exact",
       quantifier="e^epsilon_c = 11/10, 4, 1000, beta_c = 9/10, 1/2, 1/4, 10^-30, tau = -2, 1, 40: the least t_2, t_2 "
                  "+ 1 equal elements and one node",
       says="{the probability of no node} is at most {beta_c}")
@judged("<=")
def choice_finds_the_node_but_for_beta_c(stops=enough_stop):
    for e, beta, tau in stops.instances():
        heavy = max(0, stops(e, beta, tau)) + 1
        yield (e, beta, tau), node_law((5,) * heavy, 3, 2, RATIOS[e], tau).exact()[None], beta

def refutes_choice_finds_the_node_but_for_beta_c(stops, e, beta, tau):
    more = max(0, stops(e, beta, tau)) + 1 - tau
    return beta * (1 + RATIOS[e] ** more) < 1


def least_base(needs, ratio: Fraction, values: int, beta: Fraction) -> int:
    """Return the least n_b with which e^(epsilon_b n_b) and the sum of both halves are as large as is asked for."""
    one, two = (need(values, beta) for need in needs)
    return least_integer(lambda n: ratio**n >= one and ratio ** (n - n // 2) + ratio ** (n // 2) >= two, 1)


@check("KLMNS20-3.8", grade="exact",
       quantifier="B = 1, 2, 3, 10, 2^64, beta_b = 1/2, 1/4, 10^-30, e^epsilon_b = 11/10, 2: the least n_b, all of "
                  "them at one point, or half of them each at two adjacent ones",
       says="{the failure of the base} is at most {beta_b}")
@judged("<=")
def base_fails_with_beta_b(needs=(one_point_weight, two_points_weight)):
    for (values, beta), ratio in product(dict.fromkeys(args for need in needs for args in need.instances()),
                                         (Fraction(11, 10), Fraction(2))):
        n = least_base(needs, ratio, values, beta)
        for heaps in ((n,), (n - n // 2, n // 2))[:values]:
            runs = [*((1, heap) for heap in heaps), *[(values - len(heaps), 0)] * (values > len(heaps))]
            yield (values, beta, ratio, heaps), run_law(runs, ratio).exact().get(len(heaps), Fraction(0)), beta

def refutes_base_fails_with_beta_b(needs, values, beta, ratio, heaps):
    good = sum(ratio**heap for heap in heaps)
    return sum(heaps) == least_base(needs, ratio, values, beta) and values - len(heaps) > beta * (
        values - len(heaps) + good)
