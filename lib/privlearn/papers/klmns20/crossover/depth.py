"""KLMNS20, Section 1 and Lemma 3.7: the iterated logarithm, the depth of the recursion, and privacy in terms of it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import log_star
from privlearn.exact.towers import tower
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, plan_tree_log, recursion_depth
from privlearn.learners.interior_point.tree_log.privacy import proved_privacy
from privlearn.learners.interior_point.trees import level_bits, path_curve
from privlearn.mechanisms import add_remove_one
from privlearn.papers.klmns20.crossover import claim

BIT_LENGTHS = (*range(3, 4097), *(1 << k for k in range(2, 65)), 1 << 20, tower(5) - 1, tower(5), tower(5) + 1)


claim("KLMNS20-1.history", kind="remark", status="quoted",
      reason="bounds from other papers; only the arithmetic of iterated logarithms is computed beside them",
      section="1 Introduction",
      title="Known bounds for approximate privacy before and in this paper",
      note="The bounds are other papers' theorems, quoted; checked here is the arithmetic of log* and of the "
           "recursion. log* of tower(6) and tower(7) is computed from their exponents, as these numbers fit nowhere.",
      erratum_kind="remark",
      erratum="A trap rather than an error: levels 0..log|X|, rounded up to a power of two, send a domain of 4 points "
              "to one of 4 points (and 2 to 2), so a recursion that is to stop at |X| <= 2 would not end.")


def rounds_of_logarithms(number: int) -> int:
    """Return how often the logarithm, rounded up, must be taken to come down to 1."""
    rounds = 0
    while number > 1:
        number, rounds = (number - 1).bit_length(), rounds + 1
    return rounds


@check("KLMNS20-1.history", grade="exact",
       quantifier="tower(0), ..., tower(5) and their neighbours; all numbers to 4096; tower(6) and tower(7) by their "
                  "exponents",
       says="log* is the number of logarithms, rounded up, down to 1: for a tower its height")
@judged("==")
def iterated_logarithm_of_a_tower_is_its_height(stars=log_star):
    for h in range(6):
        yield tower(h).bit_length(), stars(tower(h)), h
    yield "tower(6)", 1 + stars(tower(5)), 6
    yield "tower(7)", 2 + stars(tower(5)), 7
    for n in (*range(1, 4097), *(tower(h) + 1 for h in range(5)), tower(5) - 1):
        yield n, stars(n), rounds_of_logarithms(n)

def refutes_iterated_logarithm_of_a_tower_is_its_height(stars, witness):
    if isinstance(witness, str):
        return stars(2**65536) != 5
    heights = (1, 2, 4, 16, 65536)
    numbers = [witness, *(t for t in heights if t.bit_length() == witness)]
    return any(stars(n) != sum(t < n for t in heights) for n in numbers if n <= 65536)

@iterated_logarithm_of_a_tower_is_its_height.corrupted("logarithms rounded down")
def logarithms_rounded_down(number: int) -> int:
    rounds = 0
    while number > 1:
        number, rounds = number.bit_length() - 1, rounds + 1
    return rounds


@check("KLMNS20-1.history", grade="exact", quantifier="log|X| = 1, ..., 4096 and 2^k for k <= 64",
       says="the bits for the levels 0 to log|X| hold them, and are fewer than log|X| exactly if log|X| >= 3")
@sabotage("log|X| values instead of log|X| + 1", lambda b: (b - 1).bit_length())
@judged("==")
def only_two_and_four_points_are_fixed(bits=level_bits):
    for b in (*range(1, 4097), *(1 << k for k in range(65))):
        yield b, bits(b) < b, b >= 3
        yield b, 2 ** bits(b) > b, True  # room for the levels 0..b

def refutes_only_two_and_four_points_are_fixed(bits, b):
    needed = next(k for k in range(99) if len(range(1 << k)) >= b + 1)
    return bits(b) != needed and (bits(b) < needed or (bits(b) < b) != (b > 2))


claim("KLMNS20-3.7.depth", kind="lemma", title="Number of recursive calls", uses=("KLMNS20-alg1", "KLMNS20-1.history"),
      note="Printed with log*|X|; the depth down to 8 points is smaller by 2 for every |X| >= 8.")


@check("KLMNS20-3.7.depth", grade="exact",
       quantifier="log|X| = 3, ..., 4096; 2^k for k <= 64; 2^20; tower(5) - 1, tower(5), tower(5) + 1, that is |X| "
                  "up to tower(6) and beyond; |X| = tower(7) after one step",
       says="{the depth of the recursion} is at most {log*|X| - 2}")
@sabotage("recursion down to 4 points", lambda bits: recursion_depth(bits) + 1)
@judged("<=")
def depth_is_at_most_the_iterated_logarithm_less_two(depth=recursion_depth):
    tallest = tower(5)
    for bits in BIT_LENGTHS:
        stars = 1 + (log_star(bits) if bits <= tallest else 6)  # log*(2^bits)
        yield bits, depth(bits), stars - 2
    yield "tower(7)", 1 + depth(tower(5) + 1), 7 - 2  # log|X| = tower(6) has tower(5) + 1 bits

def refutes_depth_is_at_most_the_iterated_logarithm_less_two(depth, bits):
    if isinstance(bits, str):
        return depth(2**65536 + 1) > 4
    rounds, left = 0, bits
    while left > 3:  # the least k with 2^k >= left + 1
        left, rounds = next(k for k in range(70000) if 1 << k > left), rounds + 1
    return depth(bits) > rounds and depth(bits) + 1 > rounds_of_logarithms(bits)


@depth_is_at_most_the_iterated_logarithm_less_two.corrupted("recursion down to 2 points, given up after 100 calls")
def recursion_down_2_points_given_up(bits: int) -> int:
    for calls in range(100):
        if bits <= 1:
            return calls
        bits = level_bits(bits)
    return 100


claim("KLMNS20-3.7", kind="lemma", title="Privacy of TreeLog in terms of log*|X|",
      uses=("KLMNS20-3.6", "KLMNS20-3.7.depth", "KLMNS20-3.5r", "KLMNS20-2.4"),
      note="Constants reconstructed. The logarithmic factor is the loss g of a path, "
           "which is about ln(1/delta) times its step.")


DOMAINS = (64, 1 << 20, tower(5))


def planned(bits: int):
    """Return the add/remove plan with as many levels as the recursion has."""
    return plan_tree_log(bits, neighbours=add_remove_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                         kind="random path", levels=recursion_depth(bits))


@check("KLMNS20-3.7", grade="certified",
       quantifier="|X| = 2^64, 2^(2^20), tower(6) with the planned parameters of N = 2, 3, 4 levels: e^epsilon and "
                  "delta against N times one level",
       says="e^epsilon is the base's times that of one level to the power N, and delta is N times one level's")
def privacy_is_that_of_one_level_times_the_depth(certificate=proved_privacy) -> Verdict:
    def ratios() -> Iterator[Any]:
        for plan, level, found in certificates(certificate):
            depth = recursion_depth(plan.domain_bits)
            step = plan.exp_gap * level.exp_choose * level.exp_end
            yield plan.domain_bits.bit_length(), found[0], plan.parameters.exp_base * step**depth

    def deltas() -> Iterator[Any]:
        for plan, level, found in certificates(certificate):
            one = delta_of(level, plan.exp_gap)
            depth, width = recursion_depth(plan.domain_bits), one.upper - one.lower + Fraction(1, 10**20)
            yield plan.domain_bits.bit_length(), depth * one.upper, found[1].upper + depth * width
            yield plan.domain_bits.bit_length(), found[1].lower, depth * one.upper

    return all_hold(judge("==", ratios()), judge("<=", deltas()))


def certificates(certificate) -> Iterator[tuple[Any, Level, tuple[Fraction, Any]]]:
    """Yield plans, their level and what the certificate says."""
    for bits in DOMAINS:
        plan = planned(bits)
        yield plan, plan.parameters.levels[0], certificate(plan.parameters, add_remove_one, exp_gap=plan.exp_gap)


def delta_of(level, exp_gap: Fraction):
    """Return delta of one level: the path's curve, a path without a match, a node that is new."""
    return (path_curve(level.exp_path, exp_gap) + 1 / (1 + level.exp_path**level.stop)
            + 1 / (1 + level.exp_choose ** (level.threshold - 1)))


def refutes_privacy_is_that_of_one_level_times_the_depth(certificate, witness):
    plan = planned(next(bits for bits in DOMAINS if bits.bit_length() == witness))
    product, delta = certificate(plan.parameters, add_remove_one, exp_gap=plan.exp_gap)
    wanted, total = Fraction(plan.parameters.exp_base), Fraction(0)
    for level in plan.parameters.levels:
        wanted *= plan.exp_gap * level.exp_choose * level.exp_end
        total += delta_of(level, plan.exp_gap).lower
    return product != wanted or delta.upper < total

@privacy_is_that_of_one_level_times_the_depth.corrupted("one level fewer in the accounting")
def one_level_fewer_accounting(parameters, *args, **more) -> tuple[Fraction, Any]:
    return proved_privacy(TreeLogParameters(parameters.levels[1:], parameters.exp_base), *args, **more)

@privacy_is_that_of_one_level_times_the_depth.corrupted("delta of one level only")
def delta_one_level_only(parameters, *args, **more) -> tuple[Fraction, Any]:
    one = TreeLogParameters(parameters.levels[:1], parameters.exp_base)
    return proved_privacy(parameters, *args, **more)[0], proved_privacy(one, *args, **more)[1]
