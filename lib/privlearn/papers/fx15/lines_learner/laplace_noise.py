"""FX15, Section 6.1: Laplace noise, its density, its tails and the test that it hides."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import log_bracket
from privlearn.learners.lines.release import laplace_tail
from privlearn.papers.fx15.lines_learner import claim

ROOTS = (Fraction(81, 80), Fraction(21, 20))  # e^(epsilon/8)


claim("FX15-6.2.laplace", kind="definition", title="Laplace noise, and why it makes a count private",
      uses=("FX15-2.2.dp",),
      erratum_kind="constant",
      repaired=True,
      erratum="The density is printed without the factor 1/2.",
      note="alpha = 8 ln(81/80) = 0.0994 and 8 ln(21/20) = 0.3903 instead of 0.1 and 0.4: then everything on a grid of "
           "eighths is rational, and equality, which does occur, is decided.")


def relative_density(root: Fraction, eighths: int) -> Fraction:
    """Return the density of Laplace noise at ``eighths/8``, divided by epsilon, for ``e^epsilon = root^8``."""
    return 1 / (2 * root ** abs(eighths))


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; points in eighths from -10 to 10, shifts 0, 1/8, ..., 2; the maximum for "
                  "each shift",
       says="{the largest ratio of the shifted densities} equals {e^(alpha times the shift)}")
@verifier(lambda f, root, shift: f(root, 0) != f(root, shift) * root**shift)
@sabotage("scale 1/(2 alpha)", lambda root, eighths: relative_density(root**2, eighths))
def a_shift_changes_the_density_by_exactly_its_factor(f=relative_density) -> Verdict:
    return judge("==", (((root, shift), max(f(root, k) / f(root, k + shift) for k in range(-80, 81)), root**shift)
                        for root in ROOTS for shift in range(17)))


@check("FX15-6.2.laplace", grade="certified",
       quantifier="alpha = 0.0994, 0.3903: the tails beyond 0, 1/8, ..., 10 between midpoint and trapezoid sums over "
                  "eighths to infinity, which are within 1/1000 of each other; so the mass is 1",
       says="the density is symmetric, and its tails, as stated, lie between the sums over eighths")
@sabotage("the printed density, without 1/2", lambda root, eighths: 2 * relative_density(root, eighths))
@sabotage("one percent less", lambda root, eighths: Fraction(99, 100) * relative_density(root, eighths))
@judged("==")
def density_has_mass_one_and_the_stated_tails(f=relative_density):
    for root in ROOTS:
        strip = log_bracket(root)  # an eighth, times epsilon
        for k in range(81):
            here, after = f(root, k), f(root, k + 1)  # geometric sums: f(k) + f(k + 1) + ..., f(k + 1) + f(k + 3) + ...
            high = (strip * (here / (1 - after / here) - here / 2)).upper
            low = (strip * 2 * after / (1 - (after / here) ** 2)).lower
            tail = laplace_tail(root**k)
            sides = f(root, -k) == here, 1 - laplace_tail(1 / root**k) == tail
            yield (root, k), (*sides, low <= tail <= high, high <= low * Fraction(1001, 1000)), (True,) * 4

def refutes_density_has_mass_one_and_the_stated_tails(f, root, k):
    strip, unit = log_bracket(root), 1 << 80  # heights in units of 2^-80, rounded down; beyond them less than 10^-8
    heights = [f(root, k + j) * unit // 1 for j in range(1 << 11)]
    high = (strip * Fraction(sum(heights) + len(heights) - heights[0] // 2, unit)).upper + Fraction(1, 10**8)
    low = (strip * Fraction(2 * sum(heights[1::2]), unit)).lower
    return f(root, k) != f(root, -k) or not low <= Fraction(1, 2) / root**k <= high


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; threshold minus c in eighths from -10 to 10, |c - c'| in eighths up to 1; "
                  "both outcomes; from the middle on the factor of the shift is attained",
       says="each outcome changes by at most a factor e^alpha, and from the middle on by the shift's full factor")
@sabotage("scale 1/(2 alpha)", lambda u: laplace_tail(u**2))
@sabotage("a fair coin, whatever the count", lambda u: Fraction(1, 2))
@sabotage("e^(-alpha x) without the 1/2 above the middle", lambda u: laplace_tail(u) * (2 if u > 1 else 1))
@judged("<=")
def both_answers_of_the_test_change_by_at_most_e_to_the_alpha(tail=laplace_tail):
    for root in ROOTS:
        passes = {k: tail(root**k) for k in range(-88, 89)}
        for k, shift in product(range(-80, 81), range(-8, 9)):
            here, there = passes[k], passes[k + shift]
            yield (root, k, shift, "passes"), here, root**8 * there
            yield (root, k, shift, "fails"), 1 - here, root**8 * (1 - there)
            if k >= 0 and k + shift >= 0:
                yield (root, k, shift, "attained"), root**shift * there, here

def refutes_both_answers_of_the_test_change_by_at_most_e_to_the_alpha(tail, root, k, shift, answer):
    p, q = tail(root**k), tail(root ** (k + shift))
    if answer == "attained":
        return p < root**shift * q
    return p > root**8 * q if answer == "passes" else 1 - p > root**8 * (1 - q)
