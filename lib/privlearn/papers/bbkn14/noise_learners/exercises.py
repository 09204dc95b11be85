"""Judges of the exercises on the page noise-learners."""

from fractions import Fraction
from itertools import product

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.noise import clean_points, noise_rate_bound


@asked("Find the least failure that a noise learner can promise.", level=2, minutes=25)
@answered
def judge_least_failure(answer) -> str:
    """Judge parts of an instance with the least beta' for which the learner succeeds on n equally likely points."""
    return supplied.tight("BBKN14-5.8", "clean/success", answer)


@asked("Find for which errors and failures a union bound suffices, as a region.", level=3, minutes=35)
@answered
def judge_noise_region(answer) -> str:
    """Judge a region of (alpha', beta') on which the argument of Theorem 5.8 still gives Omega(d) rows.

    On a grid in (0, 1/2) x (0, 1/2), every point of the region must have ``beta' + 4 mu (1 - mu) < 1`` with ``mu`` the
    best noise bound proved, ``(1 - mu)^n >= 1 - beta'`` for the largest ``n < 1/alpha'``; that is ``(1 - 2 mu)^2 >
    beta'``.  Every point with beta' < 9/25 must be in it.

    Parameters
    ----------
    answer : callable
        ``answer(alpha, beta) -> bool`` for Fractions.
    """
    if not callable(answer):
        return "not yet: give a function (alpha, beta) -> True or False"
    inside = total = 0
    missing = None
    for alpha in [Fraction(j, 30) for j in range(1, 15)]:
        for beta in [Fraction(k, 50) for k in range(1, 25)]:
            mu = noise_rate_bound(clean_points(alpha), 1 - beta, bits=48)
            works = 2 * mu.upper < 1 and (1 - 2 * mu.upper) ** 2 > beta
            said = bool(answer(alpha, beta))
            if said and not works:
                return f"not yet: at alpha' = {alpha}, beta' = {beta} nothing is left for the proper learner"
            if not said and beta < Fraction(9, 25):
                missing = missing or (alpha, beta)
            total, inside = total + works, inside + said
    if missing:
        return f"not yet: correct so far, but alpha' = {missing[0]}, beta' = {missing[1]} belongs to the region too"
    return f"accepted: {inside} of the {total} grid points at which the argument works"


@asked("Find an instance on which conditioning halves the expected noise.", level=3, minutes=30)
@answered
def judge_conditioned_noise(answer) -> str:
    """Judge an instance on which the noise given E is exactly half the noise rate.

    Parameters
    ----------
    answer : (int, Fraction, Fraction)
        Number of equally likely points (at most 12), noise rate in (0, 1), alpha' in (0, 1); target and inner concept
        are equal.  E must be more likely than not.
    """
    if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[0], int) or not all(
            is_exact(value) for value in answer):
        return "not yet: give (number of points, noise rate, alpha'), the last two as Fractions"
    points, noise, alpha = answer
    if not (1 <= points <= 12 and 0 < noise < 1 and 0 < alpha < 1):
        return "not yet: at most 12 points, and both numbers strictly between 0 and 1"
    likely = flipped = Fraction(0)
    for flips in product((0, 1), repeat=points):
        if sum(flips) <= alpha * points:
            chance = noise ** sum(flips) * (1 - noise) ** (points - sum(flips))
            likely, flipped = likely + chance, flipped + chance * Fraction(sum(flips), points)
    if 2 * likely <= 1:
        return f"not yet: E has probability {likely} only"
    if flipped * 2 != noise * likely:
        return f"not yet: given E, the expected noise is {flipped / likely}; half of {noise} is {noise / 2}"
    return f"accepted: E has probability {likely}, and given E the expected noise is {flipped / likely}"
