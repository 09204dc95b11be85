"""Judges of the exercises on the page reconstructing-intervals."""

from fractions import Fraction
from itertools import product

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn
from privlearn.learners.noise import mismatches, reconstruct_interval


@asked("Find six bits to which four intervals are equally near.", level=1, minutes=10)
@answered
def judge_four_nearest(answer) -> str:
    """Judge six bits that are equally near to four intervals, and nearer to none.

    Parameters
    ----------
    answer : tuple of 6 bits
    """
    if not isinstance(answer, tuple) or len(answer) != 6 or any(bit not in (0, 1) for bit in answer):
        return "not yet: give a tuple of six bits"
    walk = mismatches(answer).tolist()
    nearest = [t for t, value in enumerate(walk) if value == min(walk)]
    if len(nearest) < 4:
        return f"not yet: mismatches {walk}; nearest: {nearest}"
    assert reconstruct_interval(answer) is None
    return f"accepted: mismatches {walk}; the intervals {nearest} are equally near"


def instance_ruin_of_four(seed: int) -> Fraction:
    """Return mu, 1/10 for seed 0."""
    return drawn(seed, (Fraction(1, 10), *(Fraction(k, 40) for k in range(1, 20) if k != 4)))[0]


@asked("Compute exactly how probable a bad point among four is.", level=2, minutes=20, library="ruin_probability")
@answered
def judge_ruin_of_four(answer, seed: int = 0) -> str:
    """Judge the probability of a bad point among four points to the right, by listing the 16 noise words.

    Parameters
    ----------
    answer : Fraction
    """
    if not isinstance(answer, Fraction):
        return "not yet: give a Fraction"
    mu = instance_ruin_of_four(seed)
    bad = [w for w in product((0, 1), repeat=4) if any(2 * sum(w[:k]) >= k for k in range(1, 5))]
    right = sum((mu ** sum(w) * (1 - mu) ** (4 - sum(w)) for w in bad), Fraction(0))
    if answer != right:
        side = "larger" if answer < right else "smaller"
        return f"not yet: the {len(bad)} bad words of length 4 have a {side} probability"
    return f"accepted: {len(bad)} of 16 words are bad, with probability {right}"
