"""FX15, Section 6.1: Laplace noise, its density, its tails and the test that it hides."""

from fractions import Fraction
from itertools import product

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.fx15.lines_learner import claim
from privlearn.exact import log_bracket
from privlearn.learners.lines.release import laplace_tail

ROOTS = (Fraction(81, 80), Fraction(21, 20))  # e^(epsilon/8)


claim("FX15-6.2.laplace", kind="definition", title="Laplace noise, and why it makes a count private",
      uses=("FX15-2.2.dp",), erratum="The density is printed without the factor 1/2.",
      note="alpha = 8 ln(81/80) = 0.0994 and 8 ln(21/20) = 0.3903 instead of 0.1 and 0.4: then everything on a grid of "
           "eighths is rational, and equality, which does occur, is decided.")


def relative_density(root: Fraction, eighths: int) -> Fraction:
    """Return the density of Laplace noise at ``eighths/8``, divided by epsilon, for ``e^epsilon = root^8``."""
    return 1 / (2 * root ** abs(eighths))


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; points in eighths from -10 to 10, shifts 0, 1/8, ..., 2; the maximum for "
                  "each shift", fingerprint=lambda f: [f(ROOTS[0], k) for k in range(-4, 5)])
@verifier(lambda f, root, shift: f(root, 0) != f(root, shift) * root**shift)
@sabotage("scale 1/(2 alpha)", lambda root, eighths: relative_density(root**2, eighths))
def a_shift_changes_the_density_by_exactly_its_factor(f=relative_density) -> Verdict:
    return judge("==", (((root, shift), max(f(root, k) / f(root, k + shift) for k in range(-80, 81)), root**shift)
                        for root in ROOTS for shift in range(17)))


@check("FX15-6.2.laplace", grade="certified",
       quantifier="alpha = 0.0994, 0.3903: lower and upper sums of the density over all eighths, to infinity, and "
                  "the tails beyond 0, 1/8, ..., 10", fingerprint=lambda f: [f(ROOTS[0], k) for k in range(-4, 5)])
@sabotage("the printed density, without 1/2", lambda root, eighths: 2 * relative_density(root, eighths))
@judged("==")
def density_has_mass_one_and_the_stated_tails(f=relative_density):
    for root in ROOTS:
        width = 8 * log_bracket(root)  # a strip of 1/8, times epsilon: its mass lies between these ends
        for k in range(81):
            right = f(root, k) / (1 - f(root, 1) / f(root, 0))  # geometric: f(k) + f(k + 1) + ...
            strip = width / 8
            high, low = (strip * right).upper, (strip * (right - f(root, k))).lower
            tail = laplace_tail(root**k)
            yield (root, k), (low <= tail <= high, high - low <= 2 * strip.upper * f(root, k)), (True, True)

@density_has_mass_one_and_the_stated_tails.verifier
def _(f, witness):
    root, k = witness
    strip = log_bracket(root)
    heights = [f(root, k + j) for j in range(800)]
    low, high = (strip * sum(heights[1:])).lower, (strip * (sum(heights) + heights[-1] * 200)).upper
    return not low <= Fraction(1, 2) / root**k <= high


def passing(root: Fraction, eighths: int) -> Fraction:
    """Return ``Pr[c + noise > threshold]`` for ``threshold - c = eighths/8`` and ``e^epsilon = root^8``."""
    return laplace_tail(root**eighths)


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; threshold minus c in eighths from -10 to 10, |c - c'| in eighths up to 1; "
                  "both outcomes", fingerprint=lambda tail: [tail(ROOTS[0], k) for k in range(-4, 5)])
@sabotage("scale 1/(2 alpha)", lambda root, eighths: passing(root**2, eighths))
@sabotage("e^(-alpha x) without the 1/2 above the middle",
          lambda root, eighths: 2 * passing(root, eighths) if eighths > 0 else passing(root, eighths))
@judged("<=")
def both_answers_of_the_test_change_by_at_most_e_to_the_alpha(tail=passing):
    for root, k, shift in product(ROOTS, range(-80, 81), range(-8, 9)):
        here, there = tail(root, k), tail(root, k + shift)
        yield (root, k, shift, "passes"), here, root**8 * there
        yield (root, k, shift, "fails"), 1 - here, root**8 * (1 - there)

@both_answers_of_the_test_change_by_at_most_e_to_the_alpha.verifier
def _(tail, witness):
    root, k, shift, answer = witness
    pair = tail(root, k), tail(root, k + shift)
    p, q = pair if answer == "passes" else (1 - pair[0], 1 - pair[1])
    return p / q > root**8
