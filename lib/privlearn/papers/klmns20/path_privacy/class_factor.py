"""KLMNS20, Claim 3.5 and Inequality (1): what classes of matched paths lose, and how many steps are balanced."""

from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point.trees import branching_profile, class_law, halving_splits, path_law
from privlearn.learners.interior_point.trees.path_classes import balanced_bound, profile_probability
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
           "enumeration stops at 4 points where the domain has 16.", formulas=(forward_factor,))


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


@check("KLMNS20-3.5", grade="exact", against="optimum",
       quantifier="c in {11/10, 3/2, 2}, t = 0..6, two points, x = 0: of S = 0^m 1 (many zeros) and S = 1^(t+1) one "
                  "loses more than 99.999 % of max(c, 1 + c^-t), and none more than all of it",
       says="the loss is at most max(e^epsilon, 1 + e^(-epsilon t)), and at least 99.999 % of it for one of two S")
@sabotage("the stopping weight less one", lambda base, stop: forward_factor(base, max(0, stop - 1)))
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


@formula("at least", where=("base >= 1",), tex={"base": "c", "stop": "t"}, loose={"base >= 1": "no ratio is below 1"},
         corners={"base": (Fraction(3, 2), Fraction(2)), "stop": (0, 1, 2)})
def new_branch(base: Value, stop: int) -> Value:
    """Return a bound on what is left of a path's chance where a node branches only under S + x."""
    return base**stop / (base**stop + 1)


claim("KLMNS20-3.5.eq-1", kind="inequality", step_of="KLMNS20-3.5",
      title="Inequality (1): the probability of a path as a product, and a lower bound on its class",
      uses=("KLMNS20-alg1", "KLMNS20-3.2"),
      note="Only one sibling can really grow, so the second product can be replaced by a single factor: that is the "
           "claim above. The exact form of the printed inequality is lost.", formulas=(new_branch,))


HEAVIER_SIBLINGS = partial(profile_probability, grown=1)


@check("KLMNS20-3.5.eq-1", grade="exhaustive",
       quantifier=f"{GRID}: all databases and added points, {SHAPES}; of the paths the tightest",
       says="{the lower bound of Inequality (1)} is at most {the probability of the class under S + x}")
@sabotage("the child on the path heavier by one, not its sibling", (new_branch, lambda profile, base: (
    profile_probability([(a + 1, b) for a, b in profile], base))))
@judged("<=")
def class_is_at_least_the_product(bounds=(new_branch, HEAVIER_SIBLINGS)):
    for bits, stop, base in settings():
        branch, product_of = bounds[0](base, stop), bounds[1]
        for database in neighbours(bits):
            law = right_classes(database, bits, stop, base)
            masses = ((branch * product_of(branching_profile(database, bits, label), base), after, label)
                      for label, (_, after) in law.items() if label is not None)
            lower, after, label = max(masses, key=lambda found: found[0] / found[1])
            yield (database, bits, stop, base, label), lower, after

def refutes_class_is_at_least_the_product(bounds, database, bits, stop, base, label):
    after = sum(mass for node, mass in path_law((0, *database), bits, stop, base).exact().items()
                if bits_of(node).startswith(bits_of(label)))
    profile, points = [], [format(x, "b").zfill(bits) for x in database]
    for k in range(1, label[0] + 1):
        points = [w for w in points if w.startswith(bits_of(label)[:k - 1])]
        a = sum(w.startswith(bits_of(label)[:k]) for w in points)
        profile += [(a, len(points) - a)] if a < len(points) else []
    return bounds[0](base, stop) * bounds[1](tuple(profile), base) > after


@formula("at most", where=("base >= 1",), tex={"base": "c", "slack": "K"}, corners={
    "base": (Fraction(11, 10), Fraction(3, 2), Fraction(2)), "slack": (0, 1, 5, 20)}, loose={
        "base >= 1": "no ratio is below 1"})
def unbalanced_rate(slack: int, base: Value) -> Value:
    """Return what a step that is not balanced changes in the logarithm of a path's probability."""
    return (base - 1) * base**-slack


claim("KLMNS20-3.5.count", kind="inequality", step_of="KLMNS20-3.5",
      title="The number of balanced steps is at most logarithmic; a strong path meets no much heavier sibling",
      uses=("KLMNS20-alg1", "KLMNS20-3.3"),
      note="The count is attained by halving. The bound on the sum of all other steps is larger than needed by a "
           "factor of about e^epsilon.", formulas=(balanced_bound, unbalanced_rate))


@check("KLMNS20-3.5.count", grade="exhaustive",
       quantifier="t <= n <= 200, stop t <= 10, slack K < t: the most balanced steps of any profile, by dynamic "
                  "programming over the weights; halving trees of t, 2t, ..., 2^20 t points",
       says="{the most balanced steps of a path} is at most {ceil(log_2((n - K)/(t - K)))}")
@judged("<=")
def balanced_steps_are_few(bound=balanced_bound):
    for t, k in product(bound.corners["stop"], bound.corners["slack"]):
        most = np.zeros(201, dtype=np.int64)
        for n in range(t + 1, 201):
            a = np.arange(1, n)
            most[n] = (most[1:n] + (2 * a <= n + k)).max(initial=0)
        for n, *_ in bound.instances(stop=(t,), slack=(k,)):
            yield (n, t, k), int(most[n]), bound(n, t, k)
        for doublings in range(1, 21 if k < t else 1):
            yield (t << doublings, t, 0), len(halving_splits(t, doublings)), bound(t << doublings, t, 0)

def refutes_balanced_steps_are_few(bound, n, t, k):
    weight, steps = n, 0
    while weight > max(t, 1):  # the heaviest child that is still balanced
        weight, steps = min((weight + k) // 2, weight - 1), steps + 1
    return steps > bound(n, t, k)


@check("KLMNS20-3.5.count", grade="certified",
       quantifier="c in {11/10, 3/2, 2}, K = 0, 1, 5, 20: one step with b = a - K - 1, ..., a - K - 40, and 2 and 30",
       says="{the change by r unbalanced steps} is at most {e^(r (c - 1)/c^K)}")
@judged("<=")
def other_steps_change_little(rate=unbalanced_rate):
    for slack, base in rate.instances():
        limits = {steps: exp_bracket(rate(slack, base) * steps, 96) for steps in (1, 2, 30)}
        for difference in range(slack + 1, slack + 41):
            change = (1 + base ** (1 - difference)) / (1 + Fraction(1) / base**difference)
            for steps, limit in limits.items():
                yield (base, slack, difference, steps), change**steps, limit

def refutes_other_steps_change_little(rate, base, slack, difference, steps):
    factor = (base**difference + base) / (base**difference + 1)
    exponent = rate(slack, base)
    return factor > 1 + exponent + exponent**2 / 2 + exponent**3 / 3  # above e^exponent for exponents up to 1
