"""FX15, Section 6.1: the overall learner, its winner, its stability, its window of sizes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

from privlearn.claims import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.claims.fx15.lines_learner import claim
from privlearn.claims.fx15.lines_learner.instances import UNITS, as_votes
from privlearn.claims.fx15.lines_learner.mistakes import broken_first_most_frequent, broken_stability_without_ties
from privlearn.exact import log_bracket
from privlearn.learners.lines import most_frequent, stability
from privlearn.learners.lines.plans import window_scales
from privlearn.learners.lines.release import laplace_tail
from privlearn.learners.lines.votes import changed_votes, vote_vectors

claim("FX15-6.2.overall", kind="algorithm",
      title="The overall learner: propose, test, release over a random block size",
      uses=("FX15-6.2.basic", "FX15-6.2.laplace"),
      erratum="Printed with the density alpha e^(-alpha |x|), which has mass 2; the tails that are used belong to "
              "alpha/2 e^(-alpha |x|). ell has to be rounded up. n = t ell depends on the random t, but the size of a "
              "database is public: it must be the largest.",
      note="The learner is a law: only the comparison with the noise is ever used, and its probability under the "
           "continuous density has a closed form, rational if e^alpha is. Privacy is thus decided without rounding.")


@cache
def brute_stability(vector: tuple[int, ...]) -> int:
    """Return the least number of changed votes that change the winner, by a search over all vote vectors."""
    winner = max(range(len(vector)), key=lambda h: (vector[h], -h))
    return min(sum(max(a - b, 0) for a, b in zip(vector, other, strict=True))
               for other in vote_vectors(len(vector), sum(vector))
               if max(range(len(other)), key=lambda h: (other[h], -h)) != winner)


@check("FX15-6.2.overall", grade="exhaustive",
       quantifier="4 hypotheses, ell = 1..8, and 3 hypotheses, ell = 1..12: all vote vectors, against all changes",
       fingerprint=lambda c: [c(as_votes(vector)) for vector in vote_vectors(4, 4)])
@sabotage("ties always go to the winner", broken_stability_without_ties)
def formula_for_c_is_the_least_number_of_changes(c=stability) -> Verdict:
    return judge("==", ((vector, c(as_votes(vector)), brute_stability(vector))
                        for kinds, most in ((4, 8), (3, 12)) for ell in range(1, most + 1)
                        for vector in vote_vectors(kinds, ell)))

@formula_for_c_is_the_least_number_of_changes.verifier
def _(c, vector):
    winners, seen, reached = vector.index(max(vector)), {vector}, {vector}
    steps = 0
    while all(v.index(max(v)) == winners for v in reached):  # breadth first, one changed vote at a time
        reached = {w for v in reached for w in changed_votes(v)} - seen
        seen |= reached
        steps += 1
    return c(as_votes(vector)) != steps


def winner_of(sequence: Sequence[int]) -> int:
    """Return the most frequent hypothesis of a sequence of answers."""
    return int(most_frequent(Counter(sequence)))


@check("FX15-6.2.overall", grade="exhaustive", quantifier="4 hypotheses, ell = 1..5: all sequences of answers, sorted",
       fingerprint=lambda rule: [rule(s) for s in product(range(3), repeat=4)])
@verifier(lambda rule, sequence: len({rule(order) for order in permutations(sequence)}) > 1)
@sabotage("of several, the hypothesis that came first", broken_first_most_frequent)
def winner_depends_on_the_votes_alone(rule=winner_of) -> Verdict:
    return judge("==", ((s, rule(s), rule(tuple(sorted(s)))) for ell in range(1, 6)
                        for s in product(range(4), repeat=ell)))


@check("FX15-6.2.overall", grade="exact",
       quantifier="beta, delta in {0.01, 0.05, 0.1, 0.25, 0.4, 0.49}; alpha does not matter",
       fingerprint=lambda tail: [tail(Fraction(k, 4)) for k in range(1, 9)])
@sabotage("the printed density, of mass 2", lambda u: 2 * laplace_tail(u) if u >= 1 else 1 - 2 * (1 - laplace_tail(u)))
def noise_tails_are_beta_and_a_quarter_of_delta(tail=laplace_tail) -> Verdict:
    above = judge("==", ((("above", b), tail(1 / (2 * b)), b) for b in UNITS))  # Pr[noise > ln(1/(2 delta))/epsilon]
    below = judge("==", ((("below", d), 1 - tail(d / 2), d / 4) for d in UNITS))  # Pr[noise < -ln(2/beta)/epsilon]
    return all_hold(above, below)

@noise_tails_are_beta_and_a_quarter_of_delta.verifier
def _(tail, witness):
    side, value = witness
    u = 1 / (2 * value) if side == "above" else value / 2
    inner, fine = (u, 64) if u < 1 else (1 / u, 64)  # mass beyond ln(1/inner): a sum of strips of 1/2 e^(-x)
    strips = [inner * (1 - Fraction(1, fine)) ** k / (2 * fine) for k in range(64 * fine)]
    mass = sum(strips[:fine * 8])  # up to e^-8 of it
    found = tail(u) if side == "above" else 1 - tail(u)
    return not mass * Fraction(9, 10) < found < mass * Fraction(11, 10)


WINDOW_GRID = tuple(product((Fraction(1, 100), Fraction(1, 20), Fraction(1, 5), Fraction(2, 5), Fraction(49, 100)),
                            (Fraction(1, 40), Fraction(1, 7), Fraction(1, 4), Fraction(3, 10), Fraction(2, 5),
                             Fraction(49, 100))))


@check("FX15-6.2.overall", grade="certified",
       quantifier="epsilon in {0.01, 0.05, 0.2, 0.4, 0.49}, delta in {1/40, 1/7, 0.25, 0.3, 0.4, 0.49}: every "
                  "integer from -5 to 260", fingerprint=lambda window: [window(*case) for case in WINDOW_GRID])
def window_holds_the_right_integers(window=window_scales) -> Verdict:
    start = {e: log_bracket(Fraction(3, 2), 128) / e for e, _ in WINDOW_GRID}

    def inside(e: Fraction, d: Fraction, k: int) -> bool:
        low, power = Fraction(2) ** k, Fraction(k) - 6 / d  # 2^k >= ln(3/2)/alpha >= 2^(k - 6/beta)
        below = [end**power.denominator for end in (start[e].lower, start[e].upper)]
        reached = Fraction(2) ** power.numerator
        assert (low > start[e].upper) != (low < start[e].lower)
        assert not below[0] < reached < below[1]
        return low > start[e].upper and reached <= below[0]

    def cases() -> Iterator[Any]:
        for e, d in WINDOW_GRID:
            found, length = [k for k in range(-5, 261) if inside(e, d, k)], 6 / d
            sizes = {int(length)} if length.denominator == 1 else {int(length), int(length) + 1}
            yield (e, d), (list(window(e, d)), len(window(e, d)) in sizes), (found, True)

    return judge("==", cases())

@window_holds_the_right_integers.verifier
def _(window, witness):
    e, d = witness
    first, last, reach = min(window(e, d)), max(window(e, d)), log_bracket(Fraction(3, 2))
    octaves = log_bracket(Fraction(2) ** last * e / reach.lower) / log_bracket(2)
    starts = e * Fraction(2) ** first < reach.lower or e * Fraction(2) ** (first - 1) > reach.upper
    return starts or octaves.lower > 6 / d or octaves.upper + 1 < 6 / d

@window_holds_the_right_integers.corrupted("begins at log2(1/(2 epsilon)), as if ln(3/2) were 1/2")
def _(alpha: Fraction, beta: Fraction) -> range:
    start = log_bracket(1 / (2 * alpha)) / log_bracket(2)
    return range(int(-(-start.upper // 1)), int((start + 6 / beta).lower // 1) + 1)
