"""KLMNS20, Claim 3.5: the largest loss of a class of matched paths, and databases that come near it."""

from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.trees import class_law, path_law
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.papers.klmns20.path_privacy import claim
from privlearn.papers.klmns20.path_privacy.instances import (BASES, GRID, bits_of, neighbours, right_classes,
                                                             settings)

claim("KLMNS20-3.5", kind="claim",
      title="Adding a point makes no path's class less likely by more than one step's factor",
      uses=("KLMNS20-alg1", "KLMNS20-3.2", "KLMNS20-3.4"),
      erratum_kind="conjecture", repaired=True,
      erratum="The exponent of the printed claim is lost in our source. Its statement is restricted to strong paths, "
              "and its proof pays for every balanced step. In this direction, from S to S + x, neither is needed: one "
              "step at most loses, and it loses a factor e^epsilon at most (or 1 + e^{-epsilon t}, for small t). The "
              "other direction, which Lemma 3.6 says is similar, is not: no factor e^{O(epsilon)} holds there for all "
              "n, and e^epsilon itself fails first for the four points 0, 1, 2, 4 of eight, x = 0 and e^epsilon = 3/2.",
      note="The second term of the maximum is attained, the first approached: no smaller factor would do. The "
           "enumeration stops at 4 points where the domain has 16.")


def worst_by_weights(bits: int, stop: int, base: Fraction) -> Fraction:
    """Return the largest loss over all sequences of weights along the path to the added point, from the steps alone."""
    worst = Fraction(1)

    def walk(depth: int, weight: int, loss: Fraction) -> None:
        nonlocal worst
        worst = max(worst, loss)  # the path of S ends here, or is forced from here on
        if depth == bits or weight <= stop:
            return
        for a in range(weight + 1):
            b = weight - a
            stay, stay_after = 1 / (1 + base ** (b - a)), 1 / (1 + base ** (b - a - 1))
            if a and b:
                worst = max(worst, loss * (1 - stay) / (1 - stay_after))
                walk(depth + 1, a, loss * stay / stay_after)
            elif a:
                walk(depth + 1, a, loss)
            elif b:
                worst = max(worst, loss / (1 - stay_after))

    for size in range(5 if bits == 4 else 7):
        walk(0, size, Fraction(1))
    return worst


@check("KLMNS20-3.5", grade="exhaustive", quantifier=f"{GRID}: the largest loss of any class, from all databases and "
       "from all sequences of weights along the path to x",
       says="{the largest loss over all sequences of weights} equals {the largest loss over all databases}")
@sabotage("the bound e^epsilon itself: no database attains it", lambda bits, stop, base: base)
@judged("==")
def largest_losses_agree(worst=worst_by_weights):
    for bits, stop, base in settings():
        found = max(before / after for database in neighbours(bits)
                    for label, (before, after) in right_classes(database, bits, stop, base).items()
                    if label is not None)
        yield (bits, stop, base), worst(bits, stop, base), found

def refutes_largest_losses_agree(worst, bits, stop, base):
    losses = []
    for database in neighbours(bits):
        after = path_law((0, *database), bits, stop, base).exact()
        for node, mass in path_law(database, bits, stop, base).exact().items():
            word = bits_of(node)
            losses.append(mass / sum(m for n, m in after.items() if bits_of(n)[:len(word)] == word))
    return max(losses) != worst(bits, stop, base)


@check("KLMNS20-3.5", grade="exact",
       quantifier="c in {11/10, 3/2, 2}, t = 0..6, two points, x = 0: of S = 0^m 1 (many zeros) and S = 1^(t+1) one "
                  "loses more than 99.999 % of max(c, 1 + c^-t), and none more than all of it",
       says="the loss is at most max(e^epsilon, 1 + e^(-epsilon t)), and at least 99.999 % of it for one of two S")
@sabotage("e^epsilon alone", lambda base, stop: base)
@sabotage("the stopping weight less one", lambda base, stop: forward_factor(base, max(0, stop - 1)))
@sabotage("one hundredth less", lambda base, stop: forward_factor(base, stop) * Fraction(99, 100))
@judged("<=")
def the_factor_is_the_least(factor=forward_factor):
    for base, stop in product((Fraction(11, 10), *BASES), range(7)):
        many = next(n for n in range(stop + 1, 999) if base**n >= 10**7)
        losses = []
        for database in ((0,) * many + (1,), (1,) * (stop + 1)):  # x = 0 beside many, and x alone
            before, after = class_law(database, 1, 0, stop, base)[1, 1]
            losses.append(before / after)
        yield (base, stop, "not less"), factor(base, stop) * Fraction(99999, 100000), max(losses)
        yield (base, stop, "enough"), max(losses), factor(base, stop)

def refutes_the_factor_is_the_least(factor, base, stop, side):
    alone = 1 + base / base ** (stop + 1)  # S takes the step for sure, S' with c^(t+1) / (c^(t+1) + c)
    beside = max((base ** (a + 1) + 1) / (base**a + 1) for a in (stop, stop + 300))
    largest = max(alone, beside)
    return factor(base, stop) < largest if side == "enough" else factor(base, stop) > largest * Fraction(10001, 10000)
