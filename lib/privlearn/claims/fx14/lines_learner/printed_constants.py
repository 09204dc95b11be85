"""FX14, Section 5 and Appendix B: the learner of lines, with the number of blocks as printed."""

from fractions import Fraction

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.fx14.lines_learner import claim
from privlearn.claims.fx15.lines_learner.instances import UNITS, conference_blocks, too_few_votes_are_likely
from privlearn.exact import binomial_tail, exp_bracket, log_bracket
from privlearn.learners.lines.plans import printed_blocks
from privlearn.learners.lines.release import laplace_tail

claim("FX14-12", kind="theorem", section="5 Separating pure and (alpha, beta)-differential privacy",
      same_as=("FX15-6.1",), title="Theorem 12: lines are learned with (alpha, beta)-privacy, whatever p",
      difference="Only the number.")


claim("FX14-5.sketch", kind="remark", section="5 Separating pure and (alpha, beta)-differential privacy",
      same_as=("FX15-6.nonproper", "FX15-6.match"), title="Proof sketch and footnote",
      difference="Adds an informal description of the three cases: two points of the line are seen, or one, or none.")


claim("FX14-15", kind="theorem", same_as=("FX15-6.1",), title="Theorem 15: Theorem 12 restated")


claim("FX14-16", kind="lemma", same_as=("FX15-6.2",), title="Lemma 16: exponential dependence on 1/delta")


claim("FX14-16.basic", kind="algorithm", same_as=("FX15-6.2.basic",), title="The basic learner")


claim("FX14-16.overall", kind="algorithm", same_as=("FX15-6.2.overall",), title="The overall learner, with another ell",
      uses=("FX14-16.basic", "FX14-16.laplace"),
      difference="ell = max(12/alpha ln(1/(beta delta)) + 13, 72 ln(4/beta)) here, max(12/alpha ln(2/(beta delta)) + "
                 "13, 72 ln(4/delta)) in the full version.",
      erratum="72 ln(4/beta) must be 72 ln(4/delta), which the proof uses. With alpha = beta = 0.49 and "
              "delta = 0.01 the printed ell is 152, and too few votes have probability 0.0147, more than "
              "delta/4 = 0.0025. The full version corrects it.")


CORNER = (Fraction(1, 100), Fraction(49, 100), Fraction(49, 100))  # beta, epsilon, delta
TAIL_GRID = (CORNER, *((d, a, b) for d in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100))
                       for a in (Fraction(1, 10), Fraction(1, 4), Fraction(49, 100))
                       for b in (Fraction(1, 10**6), Fraction(1, 100), Fraction(2, 5))))


@check("FX14-16.overall", grade="exact",
       quantifier="delta = 0.01, alpha = beta = 0.49, and delta in {0.01, 0.1, 0.25, 0.49}, alpha in {0.1, 0.25, "
                  "0.49}, beta in {1e-6, 0.01, 0.4}: exact tails for ell of the full version",
       fingerprint=lambda blocks: [blocks(*case) for case in TAIL_GRID])
@verifier(too_few_votes_are_likely)
@sabotage("72 ln(4/beta), as printed", conference_blocks)
def votes_concentrate_with_the_corrected_ell(blocks=printed_blocks) -> Verdict:
    return judge("<=", ((case, binomial_tail(ell, Fraction(2, 3), at_most=-(-7 * ell // 12) - 1), case[0] / 4)
                        for case in TAIL_GRID for ell in (blocks(*case),)))


claim("FX14-16.laplace", kind="definition", same_as=("FX15-6.2.laplace",), title="Laplace noise",
      difference="The same factor 1/2 is missing from the density.")


claim("FX14-16.privacy", kind="proposition", same_as=("FX15-6.2.privacy",), title="Privacy of the overall learner",
      difference="Neighbouring inputs are written without their labels.")


claim("FX14-16.accuracy", kind="inequality", same_as=("FX15-6.2.accuracy",),
      uses=("FX14-16.overall", "FX14-16.laplace"), title="Accuracy, given a stable block size",
      difference="The last tail is printed as Pr[noise < -ln(1/delta)/alpha] = delta/4; the full version has "
                 "ln(2/delta), for which it is right.",
      erratum="The printed tail is delta/2. The conclusion, at most delta/4, is right all the same: the printed ell "
              "leaves a margin of ln(2/delta)/alpha + 1/12.")


@check("FX14-16.accuracy", grade="exact", quantifier="delta in {0.01, 0.05, 0.1, 0.25, 0.4, 0.49}, all alpha")
@sabotage("delta/4, as printed", Fraction(1, 4))
def printed_tail_is_half_of_delta(share: Fraction = Fraction(1, 2)) -> Verdict:
    return judge("==", ((d, 1 - laplace_tail(d), share * d) for d in UNITS))  # Pr[noise < -ln(1/beta)/epsilon]

@printed_tail_is_half_of_delta.verifier
def _(share, beta):
    fine = 64  # lower and upper sums of 1/2 e^(-x) over strips that shrink the density by 1 - 1/64
    width = -log_bracket(1 - Fraction(1, fine))
    mass = [width * beta / 2 * Fraction(fine - 1, fine) ** k for k in (0, 1)]
    low, high = mass[1].lower * fine, mass[0].upper * fine
    return not low <= share * beta <= high


def printed_margin(beta: Fraction) -> Fraction:
    """Return ``e^(epsilon * margin)`` without its factor ``e^(epsilon/12)``, as the printed ell gives it."""
    return 2 / beta


@check("FX14-16.accuracy", grade="certified",
       quantifier="delta in {0.01, 0.05, 0.1, 0.25, 0.4, 0.49}, alpha in {0.1, 0.25, 0.49}, beta in {1e-6, 0.01, "
                  "0.4}: the algebra of the printed ell, and the probability that the noise exceeds the margin",
       fingerprint=lambda margin: [margin(d) for d in UNITS])
@sabotage("ln(1/delta)/alpha, the margin that the text cites", lambda beta: 1 / beta)
@judged("==")
def printed_ell_leaves_enough_for_a_quarter_of_delta(margin=printed_margin
                                                     ):
    for d in UNITS:
        for a in (Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)):
            for b in (Fraction(1, 10**6), Fraction(1, 100), Fraction(2, 5)):
                # epsilon (ell/12 - threshold) = ln(1/(delta beta)) + 13 epsilon/12 - ln(1/(2 delta)) - epsilon
                factor = (1 / (b * d)) / (1 / (2 * b))
                miss = 1 / (2 * factor * exp_bracket(a / 12))  # Pr[noise < -margin]
                yield (d, a, b), (factor, miss.upper < d / 4), (margin(d), True)

@printed_ell_leaves_enough_for_a_quarter_of_delta.verifier
def _(margin, witness):
    d, a, b = witness
    ell = 12 / a * log_bracket(1 / (b * d), 128) + 13
    rest = (ell * Fraction(1, 12) - log_bracket(1 / (2 * b), 128) / a - 1) * a - a / 12
    power = exp_bracket(rest, 128)
    return not power.lower <= margin(d) <= power.upper


claim("FX14-17.probs", kind="proposition", same_as=("FX15-6.3.probs",),
      title="The exact probabilities of None, One and Two")
