"""Judges of the exercises on the page heavy-paths-privacy."""

from fractions import Fraction
from typing import Any

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn
from privlearn.mechanisms import above_threshold


def instance_index(seed: int) -> int:
    """Return f_1, 3 for seed 0."""
    return drawn(seed, (3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10))[0]


@asked("Say which level is reported, and exactly how probable the other one is.",
       level=2, minutes=20, library="above_threshold")
@answered
def judge_index(answer, seed: int = 0) -> str:
    """Judge (k, p, m): if f = (f_1, 40), T = 20, noises of ratio 2, level k is taken but for p <= 2^-m, m largest."""
    if not isinstance(answer, tuple) or len(answer) != 3 or not all(map(is_exact, answer)):
        return "not yet: give (k, p, m), exact numbers, for example (1, Fraction(1, 9), 3)"
    k, given, m = answer
    if k not in (1, 2):
        return "not yet: there are two levels, 1 and 2"
    if type(m) is not int or not 0 <= m <= 1000:
        return "not yet: m is an integer between 0 and 1000"
    first = above_threshold((instance_index(seed), 40), 20, 2, 2).exact()[0]
    other = 1 - first if k == 1 else first  # level 2 is also taken if no query is above
    if other > Fraction(1, 2):
        return f"not yet: level {k} has a probability below one half"
    if other > Fraction(1, 2**m):
        return f"not yet: the other level has a probability above 2^-{m}"
    if other <= Fraction(1, 2 ** (m + 1)):
        return f"not yet: true, but m = {m} is not the largest"
    if given != other:
        return "not yet: k and m are right, but p is not the exact probability of the other level"
    return f"accepted: level {k}, and the other one with probability {float(other):.2e}"


def _is_law(law) -> bool:
    return (isinstance(law, tuple) and len(law) == 2 and all(is_exact(p) and 0 <= p <= 1 for p in law)
            and sum(law) == 1)


def _stick(left: tuple[Any, ...], right: tuple[Any, ...], ratio):
    return sum(max(0, p - ratio * q) for p, q in zip(left, right, strict=True))


@asked("Find three laws for which two deltas do not just add up.", level=2, minutes=20)
@answered
def judge_chain(answer) -> str:
    """Judge three laws (P, Q, R) on two points for which d_1 + d_2 is not enough at the ratio 2 * 2."""
    if not isinstance(answer, tuple) or len(answer) != 3 or not all(_is_law(law) for law in answer):
        return ("not yet: give three laws, each a pair of exact probabilities with sum 1, for example "
                "((Fraction(1, 2), Fraction(1, 2)), (1, 0), (1, 0))")
    first, second, third = answer
    one, two, whole = _stick(first, second, 2), _stick(second, third, 2), _stick(first, third, 4)
    if whole <= one + two:
        return f"not yet: d_1 = {one}, d_2 = {two}, and from P to R {whole} at ratio 4"
    return f"accepted: d_1 = {one}, d_2 = {two}, and from P to R {whole} > {one + two} at ratio 4"


@asked("Find out how many copies of a point give a database away.", level=2, minutes=15)
@answered
def judge_many_copies(answer) -> str:
    """Judge parts of an instance of the proof in which several copies of a point are added at once."""
    return supplied.stops("KLMNS20-4.11", "levels", answer)
