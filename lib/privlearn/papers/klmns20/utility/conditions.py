"""KLMNS20, Lemma 3.8: its displayed conditions, at their edges, against the exact failure of whole runs."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import privlearn.papers.klmns20.utility.success  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged
from privlearn.exact import least_integer
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.tree_log import fast_tree_log_law, tree_log_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates
from privlearn.mechanisms import from_scores
from privlearn.mechanisms.exponential import run_law
from privlearn.papers.klmns20.utility.bounds import (RATES, enough_stop, enough_trim, enough_trim_for_half,
                                                     one_point_weight, success_probability, two_points_weight)
from privlearn.papers.klmns20.utility.instances import BIG, Run, alone, along, heavy

LONG = 64


def bases() -> Iterator[Run]:
    """Yield all databases without levels."""
    for bits, left, ratio in product(range(4), range(1, 6), (Fraction(5, 4), Fraction(2), Fraction(4))):
        for s in combinations_with_replacement(range(1 << bits), left):
            yield alone(s, bits, left, exp_b=ratio)


def long_runs() -> Iterator[Run]:
    """Yield databases on 2^64 points that come near the bound of one choice, and near that of one end.

    Equal elements have one node on each level, and equal levels, so that each of two levels may fail. Of two heaps
    beside the middle each holds all of its node but for one element, and its node's only good leaf has score t_1 +
    1 on most of the levels; the others have that of the elements at both ends of the domain.
    """
    half, top = 1 << (LONG - 1), (1 << LONG) - 1
    for trim, stop in product(range(3), range(3)):
        for (choose, tau), levels in product(((2, 1), (3, 2)), (1, 2)):
            yield from along((5,) * (levels * (2 * trim + stop) + 1), heavy, levels, bits=LONG, t_1=trim, t_2=stop,
                             tau=tau, **BIG | {"exp_c": choose})
        for end, score in product((2, 4), range(1, trim + 2)):
            far = score - 1
            yield from along((0,) * far + (half - 2,) * (trim + 1 + stop - far) + (half + 1,) * (trim + 1 - far)
                             + (top,) * far, heavy, bits=LONG, t_1=trim, t_2=stop, n_b=2, tau=-20, s=score,
                             **BIG | {"exp_c": 4, "exp_e": end})


@cache
def chances() -> tuple[tuple[Run, Any], ...]:
    """Return how often the answer has the score, on whichever paths."""
    laws = ((run, fast_tree_log_law(run.S, run.bits, run.parameters).exact()) for run in (*bases(), *long_runs()))
    return tuple((run, sum(p for x, p in law.items() if x is not None and interior_score(x, run.S) >= run.s))
                 for run, law in laws)


@check("KLMNS20-3.8", grade="exact",
       quantifier="no level on 1, 2, 4 and 8 points, n_b = 1 to 5, e^epsilon_b = 5/4, 2, 4: all databases; one and "
                  "two levels on 2^64 points, t_1, t_2 <= 2: databases on which one choice, each of two, or one end "
                  "fails nearly as often as it may",
       says="{1 - beta_b - N (beta_c + beta_e) at the least betas} is at most {Pr[an answer of this score]}")
@judged("<=")
def the_lemma_holds_under_its_conditions(success=success_probability):
    for run, chance in chances():
        yield (run,), success(run.beta_b, run.beta_c, run.beta_e, len(run.D)), chance


def refutes_the_lemma_holds_under_its_conditions(success, witness):
    run = witness[0]
    law = tree_log_law(run.S, run.bits, run.parameters).exact()
    good = [x for x in law if x is not None and sum(z <= x for z in run.S) >= run.s <= sum(z >= x for z in run.S)]
    return sum(law[x] for x in good) < success(run.beta_b, run.beta_c, run.beta_e, len(run.D))


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
