"""KLMNS20, Claim 3.5 and Inequality (1): no class of matched paths loses more than a factor."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.laws import pure
from privlearn.learners.interior_point.trees import branching_profile, class_law, heavy_node, path_law
from privlearn.learners.interior_point.trees.path_classes import classes_of, profile_probability
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.papers.klmns20.path_privacy import claim
from privlearn.papers.klmns20.path_privacy.instances import (BASES, GRID, SHAPES, bits_of, neighbours, right_classes,
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


@check("KLMNS20-3.5", grade="exhaustive",
       quantifier=f"{GRID}: all databases, added points and paths, {SHAPES}; the laws by the definition",
       says="{the largest loss of a class of paths} is at most {max(e^epsilon, 1 + e^(-epsilon t))}")
@sabotage("always to the heavier child", lambda database, bits, stop, base: pure(heavy_node(database, bits, stop)))
@sabotage("weights e^{2 epsilon w} instead of e^{epsilon w}",
          lambda database, bits, stop, base: path_law(database, bits, stop, base * base))
def no_class_loses_more_than_the_factor(law=path_law) -> Verdict:
    seen = [0]

    def cases() -> Iterator[Any]:
        for bits, stop, base in settings():
            worst: tuple[Any, Any] = Fraction(0), None
            for database in neighbours(bits):
                for label, (before, after) in classes_of(law, database, bits, 0, stop, base).items():
                    if label is not None:
                        seen[0] += 1
                        loss = before / after if after else inf
                        worst = max(worst, (loss, (database, bits, stop, base, label)), key=lambda found: found[0])
            yield worst[1], worst[0], forward_factor(base, stop)

    return counted(judge("<=", cases()), seen[0])

def refutes_no_class_loses_more_than_the_factor(law, database, bits, stop, base, label):
    left = law(database, bits, stop, base).exact()[label]
    right = [mass for node, mass in law((0, *database), bits, stop, base).exact().items()
             if bits_of(node).startswith(bits_of(label))]
    return left > base * sum(right) and left * base**stop > (1 + base**stop) * sum(right)


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


claim("KLMNS20-3.5.eq-1", kind="inequality", step_of="KLMNS20-3.5",
      title="Inequality (1): the probability of a path as a product, and a lower bound on its class",
      uses=("KLMNS20-alg1", "KLMNS20-3.2"),
      note="Only one sibling can really grow, so the second product can be replaced by a single factor: that is the "
           "claim above. The exact form of the printed inequality is lost.")


@check("KLMNS20-3.5.eq-1", grade="exhaustive", quantifier=f"{GRID}: all databases, added points and paths, {SHAPES}",
       says="the probability of every path is the product over the nodes where it branches")
@sabotage("the sibling's weight over the sum",
          lambda profile, base, *, grown=0: profile_probability([(b, a) for a, b in profile], base, grown=grown))
@judged("==")
def path_probability_is_the_product(probability=profile_probability):
    for bits, stop, base in settings():
        for database in neighbours(bits):
            law = {label: before for label, (before, _) in right_classes(database, bits, stop, base).items()
                   if label is not None}
            found = {label: probability(branching_profile(database, bits, label), base, grown=0) for label in law}
            yield (database, bits, stop, base), found, law

def refutes_path_probability_is_the_product(probability, database, bits, stop, base):
    wrong = []
    for node, mass in path_law(database, bits, stop, base).exact().items():
        profile, inside, word = [], [format(x, "b").zfill(bits) for x in database], bits_of(node)
        for k in range(1, len(word) + 1):
            kept = [w for w in inside if w[:k] == word[:k]]
            profile += [(len(kept), len(inside) - len(kept))] if len(kept) < len(inside) else []
            inside = kept
        wrong.append(probability(tuple(profile), base, grown=0) != mass)
    return any(wrong)


def class_lower_bound(profile, stop: int, base: Fraction) -> Fraction:
    """Return ``e^{eps t} / (1 + e^{eps t})`` times the product in which every sibling is heavier by one."""
    return (1 - 1 / (1 + base**stop)) * profile_probability(profile, base, grown=1)


@check("KLMNS20-3.5.eq-1", grade="exhaustive",
       quantifier=f"{GRID}: all databases and added points, {SHAPES}; of the paths the tightest",
       says="{the lower bound of Inequality (1)} is at most {the probability of the class under S + x}")
@sabotage("the child on the path heavier by one, not its sibling",
          lambda profile, stop, base: (1 - 1 / (1 + base**stop)) * profile_probability(
              [(a + 1, b) for a, b in profile], base))
@sabotage("without the factor for a node that branches only under S + x",
          lambda profile, stop, base: profile_probability(profile, base, grown=1))
@judged("<=")
def class_is_at_least_the_product(bound=class_lower_bound):
    for bits, stop, base in settings():
        for database in neighbours(bits):
            law = right_classes(database, bits, stop, base)
            masses = ((bound(branching_profile(database, bits, label), stop, base), after, label)
                      for label, (_, after) in law.items() if label is not None)
            lower, after, label = max(masses, key=lambda found: found[0] / found[1])
            yield (database, bits, stop, base, label), lower, after

def refutes_class_is_at_least_the_product(bound, database, bits, stop, base, label):
    after = sum(mass for node, mass in path_law((0, *database), bits, stop, base).exact().items()
                if bits_of(node).startswith(bits_of(label)))
    profile, points = [], [format(x, "b").zfill(bits) for x in database]
    for k in range(1, label[0] + 1):
        points = [w for w in points if w.startswith(bits_of(label)[:k - 1])]
        a = sum(w.startswith(bits_of(label)[:k]) for w in points)
        profile += [(a, len(points) - a)] if a < len(points) else []
    return bound(tuple(profile), stop, base) > after
