"""FX15, Sections 1 and 1.1: thresholds separate pure from approximate privacy, in explicit numbers."""

from fractions import Fraction
from math import log, log2

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication import private_samples_lower_bound
from privlearn.exact import exp_bracket, log_star
from privlearn.exact.towers import tower
from privlearn.papers.fx15.results import claim
from privlearn.papers.fx15.results.instances import thresholds_crossing

claim("FX15-1.thr-approx", kind="remark", status="quoted",
      reason="a theorem of Beimel, Nissim and Stemmer, quoted without its constant; only the arithmetic of iterated "
             "logarithms is computed",
      section="1 Introduction", uses=("FX15-2.2.dp", "FX15-2.2.proper"),
      title="Approximate privacy learns thresholds on 2^b points, properly, from O(16^(log* b) log(1/beta)) samples",
      note="The bound is cited by the paper, not proved there. Checked: what it says in numbers, the constant of the O "
           "taken as 1. It is below b itself for the first time at b = 2^20 + 1.")


def least_beaten(star, first: int = 1, last: int = 1 << 40) -> int:
    """The least b in ``first..last`` with ``16^(log* b) < b``, 0 if there is none; ``star`` must not decrease."""
    if star(first) == star(last):
        found = max(first, 16 ** star(first) + 1)
        return found if found <= last else 0
    middle = (first + last) // 2
    return least_beaten(star, first, middle) or least_beaten(star, middle + 1, last)


@check("FX15-1.thr-approx", grade="exact",
       quantifier="all b up to 2^40: the least b with 16^(log* b) < b, against a search among the towers 2^2^...",
       says="{the least b with 16^(log* b) < b} equals {the one found among the towers}")
def quoted_bound_beats_b_from_here_on(star=log_star) -> Verdict:
    storey = next(k for k in range(6) if tower(k) > 16**k)
    return judge("==", [("least b", least_beaten(star), max(tower(storey - 1), 16**storey) + 1)])

def refutes_quoted_bound_beats_b_from_here_on(star, _witness):
    """The bound is 16^4 at 65,536 and 16^5 from there to 2^20 + 1, by repeated rounding up of logarithms."""
    def rounds(n: int) -> int:
        return 0 if n <= 1 else 1 + rounds((n - 1).bit_length())
    return any(star(b) != rounds(b) for b in (2, 3, 4, 5, 16, 17, 65536, 65537, 2**20, 2**20 + 1))

@quoted_bound_beats_b_from_here_on.sabotage("natural logarithms")
def natural_logarithms():
    def natural(n: float) -> int:
        return 0 if n <= 1 else 1 + natural(log(n))
    return natural


@check("FX15-1.thr-approx", grade="exact",
       quantifier="b = 1, ..., 5000 and 2^j - 1, 2^j, 2^j + 1 for j up to 70: by towers and by repeated logarithms, "
                  "rounded up",
       says="{log* b by towers} equals {the number of rounded logarithms down to 1}")
def iterated_logarithm_by_two_routes(star=log_star) -> Verdict:
    def rounds(n: int) -> int:
        return 0 if n <= 1 else 1 + rounds((n - 1).bit_length())
    listed = (*range(1, 5001), *(2**j + shift for j in range(2, 71) for shift in (-1, 0, 1)))
    return judge("==", ((b, star(b), rounds(b)) for b in listed))

def refutes_iterated_logarithm_by_two_routes(star, b):
    """``log* b = k`` iff b is above the tower of ``k - 1`` twos and at most that of k."""
    low, high, k = 0, 1, 0
    while not low < b <= high:
        low, high, k = high, 2**high, k + 1
    return star(b) != k

@iterated_logarithm_by_two_routes.sabotage("logarithms rounded down")
def logarithms_rounded_down():
    def down(n: int) -> int:
        return 0 if n <= 1 else 1 + down(n.bit_length() - 1)
    return down


claim("FX15-1.1.thr-sep", kind="corollary", status="quoted",
      reason="the upper bound is by Beimel, Nissim and Stemmer; with 1 for its constant, the crossing with our lower "
             "bound is computed",
      section="1.1 Our results",
      uses=("FX15-1.thr-approx", "FX15-3.1app.thr", "FX15-abs.1"),
      title="Thresholds separate pure from approximate privacy",
      note="Against the cited bound with constant 1, for constant beta: whatever the constant is, the pure bound is "
           "linear in b and overtakes it.")


EPSILONS = (Fraction(1, 10), Fraction(1))


@check("FX15-1.1.thr-sep", grade="certified",
       quantifier="alpha = 1/10, 1, at eps = delta = 1/4: at this b, beyond 65,536, the pure bound is above the quoted "
                  "one, one before it is not",
       says="the pure bound is above the quoted one at this b, and not at b - 1")
@sabotage("where b itself overtakes it", lambda epsilon: 16**5 + 1)
@sabotage("half as far again", lambda epsilon: thresholds_crossing(epsilon) * 3 // 2)
@judged("<=")
def pure_bound_overtakes_the_quoted_one(crossing=thresholds_crossing):
    for epsilon in EPSILONS:
        b, ratio = crossing(epsilon), exp_bracket(epsilon)
        yield (epsilon, "at"), 16 ** log_star(b) + 1, private_samples_lower_bound(b, ratio)
        yield (epsilon, "before"), private_samples_lower_bound(b - 1, ratio), 16 ** log_star(b - 1)

def refutes_pure_bound_overtakes_the_quoted_one(crossing, epsilon, where):
    """The chain in floats: the number of samples it asks for at b, at most a sample off."""
    b, best = crossing(epsilon) - (where == "before"), 0.0
    for j in range(1, 64):
        e = 1 / 4 + 3 / 4 * j / 64
        if e < 1 / 2:
            share = 1 + e * log2(e) + (1 - e) * log2(1 - e)
            best = max(best, (share * b * log(2) + log(3 / 4 / log(64 / j))) / float(epsilon))
    return best < 16**5 - 2 if where == "at" else best > 16**5 + 2
