"""Judges of the exercises on the page replicability."""

from fractions import Fraction
from math import comb

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn
from privlearn.laws import total_variation
from privlearn.laws.correlated_sampling import correlated_disagreement, disagreement_bound
from privlearn.mechanisms.agreement import chosen_by_agreement

GAP = Fraction(171, 1000)
LIMITS = (Fraction(1, 10), Fraction(1, 8), Fraction(1, 12), Fraction(1, 9), Fraction(1, 15))


def _as_laws(answer: object) -> tuple | None:
    """Return a pair of laws, dictionaries from outcomes to exact probabilities above 0, or None if it is none."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2 or not all(
            isinstance(law, dict) and law and all(map(is_exact, law.values())) for law in answer):
        return None
    return tuple({x: p for x, p in law.items() if p} for law in answer)


@asked("Find two laws that overlap and differ, for which the bound of correlated sampling is attained.", level=1,
       minutes=10, library="correlated_disagreement")
@answered
def judge_attained(answer) -> str:
    """Judge two laws that share an outcome, differ, and whose readers differ as often as the bound allows."""
    laws = _as_laws(answer)
    if laws is None:
        return "not yet: give two dictionaries from outcomes to exact probabilities"
    distance = total_variation(*laws)
    if distance in (0, 1):
        return f"not yet: at distance {distance} the bound is attained by all laws"
    value, bound = correlated_disagreement(*laws), disagreement_bound(distance)
    if value < bound:
        return f"not yet: readers differ with probability {value}, the bound is {bound}"
    return f"accepted: at distance {distance} readers differ with probability {value}, as the bound says"


@asked("Find two laws of a bit whose readers differ much less often than the bound says.", level=2, minutes=15,
       library="correlated_disagreement")
@answered
def judge_late_agreement(answer) -> str:
    """Judge two laws on two outcomes with a gap of at least 171/1000 between the bound and what happens."""
    laws = _as_laws(answer)
    if laws is None or not all(law.keys() <= {0, 1} for law in laws):
        return "not yet: give two dictionaries from the outcomes 0 and 1 to exact probabilities"
    gap = disagreement_bound(total_variation(*laws)) - correlated_disagreement(*laws)
    if gap < GAP:
        return f"not yet: the bound is above by {float(gap):.5f}, asked are at least {float(GAP)}"
    return f"accepted: the bound is above by {float(gap):.5f}"


def instance_coin_rows(seed: int = 0) -> Fraction:
    """Return the disagreement that two samples of a fair coin must not exceed."""
    return drawn(seed, LIMITS)[0]


@asked("Find how many rows make the rule with a shared threshold replicable on a fair coin.", level=1, minutes=10)
@answered
def judge_coin_rows(answer, seed: int = 0) -> str:
    """Judge the least number of rows, with the disagreement there and with one row less."""
    return least_with_proof(answer, lambda n: Fraction(comb(2 * n, n), 4**n), instance_coin_rows(seed), most=300,
                            what="rows")


@asked("Break the choice by agreement where blocks share a row.", level=2, minutes=15, library="chosen_by_agreement")
@answered
def judge_shared_row(answer) -> str:
    """Judge a witness: two databases of three bits that differ in one, and an output of blocks that overlap.

    The blocks are the first two rows and the last two, each gives the smaller of its bits, and the choice has
    e^epsilon = 2 and threshold 4: promised are the ratio 4 and delta 1/9.
    """
    if not isinstance(answer, (list, tuple)) or len(answer) != 3:
        return "not yet: give (left, right, output), two tuples of three bits and a bit"
    *databases, output = answer
    if any(not isinstance(rows, (list, tuple)) or len(rows) != 3 or any(bit not in (0, 1) for bit in rows)
           for rows in databases) or output not in (0, 1):
        return "not yet: give (left, right, output), two tuples of three bits and a bit"
    if sum(a != b for a, b in zip(*databases, strict=True)) != 1:
        return "not yet: the databases must differ in exactly one row"
    p, q = (chosen_by_agreement([min(rows[:2]), min(rows[1:])], 2, 4).exact().get(int(output), Fraction(0))
            for rows in databases)
    if p <= 4 * q + Fraction(1, 9):
        return f"not yet: {p} is at most 4 times {q} plus 1/9"
    return f"accepted: {p} is more than 4 times {q} plus 1/9"
