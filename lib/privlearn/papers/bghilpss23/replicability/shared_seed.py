"""BGHILPSS23: correlated sampling by readers who know a seed."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.fractions import HALF
from privlearn.laws.correlated_sampling import correlated_disagreement, correlated_sample, first_accepted, shared_rounds
from privlearn.papers.bghilpss23.replicability import claim
from privlearn.papers.bghilpss23.replicability.instances import Table, small_laws

ZERO = Fraction(0)
SeededReader = Callable[..., Any]

claim("BGHILPSS23-sampling.seed", kind="algorithm", section="0 Exact forms and proofs", uses=("BGHILPSS23-sampling",),
      title="Readers who know a seed and the list of outcomes: correlated sampling with exact comparisons",
      note="That Python's generator gives random numbers is believed, and tried on 600 seeds.")

OUTCOMES, BITS = (0, 1, 2), 12


@cache
def written_out(seed: int) -> tuple[tuple[int, Fraction], ...]:
    """Return the first 40 rounds of a seed, each u as the middle of its twelve binary digits, found by halving."""
    rounds = []
    for x, u in islice(shared_rounds(OUTCOMES, seed), 40):
        low = 0
        for digit in reversed(range(BITS)):
            low += (not u < Fraction(low + (1 << digit), 1 << BITS)) << digit
        rounds.append((x, Fraction(2 * low + 1, 2 << BITS)))
    return tuple(rounds)


def by_probability(law: Any, *, universe: Any, seed: int) -> Any:
    """List the outcomes by their own probabilities, the largest first."""
    return correlated_sample(law, universe=sorted(universe, key=lambda x: -law.get(x, 0)), seed=seed)


def of_the_law_alone(law: Table, *, universe: Any, seed: int) -> Any:
    """List the outcomes of one's own law only."""
    return correlated_sample(law, universe=tuple(law), seed=seed)


def draws(read: SeededReader) -> list[Any]:
    """Return what readers of all small laws take from a few seeds."""
    return [read(law, universe=OUTCOMES, seed=seed) for law in small_laws(3, 3) for seed in range(8)]


@check("BGHILPSS23-sampling.seed", grade="exact",
       quantifier="30 seeds, all laws on 3 outcomes with denominators up to 4",
       says="readers take the first round that they accept when all numbers of a seed are written out")
@sabotage("outcomes in the order of one's own probabilities", by_probability)
@sabotage("outcomes of one's own law only", of_the_law_alone)
@sabotage("the seed plus one", lambda law, universe, seed: correlated_sample(law, universe=universe, seed=seed + 1))
@judged("==")
def readers_take_what_the_written_rounds_say(read: SeededReader = correlated_sample) -> Iterator[Any]:
    for seed in range(30):
        for law in small_laws(3, 4):
            yield (seed, law), read(law, universe=OUTCOMES, seed=seed), first_accepted(law, written_out(seed))

def refutes_readers_take_what_the_written_rounds_say(read: SeededReader, seed, law) -> bool:
    taken = next(x for x, u in shared_rounds(OUTCOMES, seed) if x in law and u < law[x])
    return read(law, universe=OUTCOMES, seed=seed) != taken


PAIRS = (({0: HALF, 1: HALF}, {1: HALF, 2: HALF}), ({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 2: HALF,
                                                                                           1: Fraction(1, 4)}))
SEEDS, TOLERANCE = 600, Fraction(9, 100)


def frequency(read: SeededReader, pair: tuple[Table, Table], what: int) -> Fraction:
    """Return how often readers of all seeds differ (what = 3), or the left one takes an outcome."""
    taken = [[read(law, universe=OUTCOMES, seed=seed) for law in (pair if what == 3 else pair[:1])]
             for seed in range(SEEDS)]
    return Fraction(sum(t[0] != t[1] if what == 3 else t[0] == what for t in taken), SEEDS)


@check("BGHILPSS23-sampling.seed", grade="statistical", quantifier="seeds 0 to 599, two pairs of laws on 3 outcomes",
       says="{the distance of a frequency from its probability} is at most {0.09}",
       reason="A right program fails with probability below 0.001 (Hoeffding, 8 frequencies); one with a frequency "
              "off by 0.18 passes with probability below 0.0001.")
@sabotage("outcomes in the order of one's own probabilities", by_probability)
@sabotage("outcomes of one's own law only", of_the_law_alone)
@sabotage("each reader has randomness of its own", lambda law, universe, seed: correlated_sample(
    law, universe=universe, seed=seed + 10**6 * len(law) + 10**9 * max(law)))
@judged("<=")
def readers_of_seeds_differ_as_often_as_they_must(read: SeededReader = correlated_sample) -> Iterator[Any]:
    for left, right in PAIRS:
        for what in (3, *OUTCOMES):
            right_one = correlated_disagreement(left, right) if what == 3 else left.get(what, 0)
            yield (left, right, what), abs(frequency(read, (left, right), what) - right_one), TOLERANCE

def refutes_readers_of_seeds_differ_as_often_as_they_must(read: SeededReader, left, right, what) -> bool:
    hits = 0
    for seed in range(SEEDS):
        a, b = (read(law, universe=OUTCOMES, seed=seed) for law in (left, right))
        hits += a != b if what == 3 else a == what
    both = {x: min(left[x], right[x]) for x in left if x in right}
    later = sum((m * abs(left[x] - right[x]) for x, m in both.items()), Fraction(0))
    differ = (2 - 2 * sum(both.values()) - later) / (2 - sum(both.values()))
    return abs(Fraction(hits, SEEDS) - (differ if what == 3 else left.get(what, 0))) > TOLERANCE


NUMBERS, WORDS = 12, (range(64), range(64, 128), range(128, 192))


def is_below(number: int, limit: Fraction) -> bool:
    """Return whether the number of the first round of a seed is below a limit."""
    return bool(next(shared_rounds(OUTCOMES, number))[1] < limit)


def digits_of(below: Callable[[int, Fraction], bool], number: int) -> tuple[int, ...]:
    """Return the first 192 binary digits of a number, found by halving."""
    low, found = Fraction(0), []
    for place in range(1, 193):
        found.append(0 if below(number, low + Fraction(1, 1 << place)) else 1)
        low += Fraction(found[-1], 1 << place)
    return tuple(found)


@check("BGHILPSS23-sampling.seed", grade="statistical",
       quantifier="the numbers of the first rounds of 12 seeds: their first 192 binary digits, 64 at a time",
       says="{the distance of the share of ones from 1/2} is at most {0.09}",
       reason="A right program fails with probability below 0.0001 (Hoeffding, 3 times 768 digits); one whose late "
              "digits are ones with probability 0.68 passes with probability below 0.0001.")
@sabotage("numbers of 64 digits", lambda number, limit: is_below(number, Fraction(-(-limit * 2**64 // 1), 2**64)))
@sabotage("limits are cut to 64 digits", lambda number, limit: is_below(number, Fraction(limit * 2**64 // 1, 2**64)))
@judged("<=")
def late_digits_are_fair(below: Callable[[int, Fraction], bool] = is_below) -> Iterator[Any]:
    digits = [digits_of(below, number) for number in range(NUMBERS)]
    for place, word in enumerate(WORDS):
        ones = sum(found[k] for found in digits for k in word)
        yield place, abs(Fraction(ones, NUMBERS * len(word)) - HALF), TOLERANCE

def refutes_late_digits_are_fair(below: Callable[[int, Fraction], bool], place: int) -> bool:
    """Find the digits as those of whole numbers of 192 bits."""
    ones = 0
    for number in range(NUMBERS):
        low, high = 0, 1 << 192
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if below(number, Fraction(middle, 1 << 192)) else (middle, high)
        ones += (low >> 64 * (2 - place) & (1 << 64) - 1).bit_count()
    return not NUMBERS * 64 * (HALF - TOLERANCE) <= ones <= NUMBERS * 64 * (HALF + TOLERANCE)
