"""KLMNS20, Section 3.1: the number of balanced steps on a path, and what the other steps change."""

from fractions import Fraction
from itertools import product

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.learners.interior_point.trees import branching_profile, halving_splits, path_law
from privlearn.learners.interior_point.trees.path_classes import balanced_bound
from privlearn.papers.klmns20.path_privacy import claim
from privlearn.papers.klmns20.path_privacy.instances import BASES, GRID, bits_of, settings, shapes

COUNTS = tuple((t, k) for t in range(1, 13) for k in range(t))


claim("KLMNS20-3.5.count", kind="inequality", step_of="KLMNS20-3.5",
      title="The number of balanced steps is at most logarithmic; a strong path meets no much heavier sibling",
      uses=("KLMNS20-alg1", "KLMNS20-3.3"),
      note="The count is attained by halving. The bound on the sum of all other steps is larger than needed by a "
           "factor of about e^epsilon.")


@check("KLMNS20-3.5.count", grade="exhaustive",
       quantifier="t < n <= 200, stop t <= 12, slack K < t: the most balanced steps of any profile, by dynamic "
                  "programming over the weights; halving trees of t, 2t, ..., 2^20 t points",
       says="{the most balanced steps of a path} is at most {ceil(log_2((n - K)/(t - K)))}")
@sabotage("logarithm to base 3", lambda n, t, k: next(s for s in range(999) if (t - k) * 3**s >= n - k))
@sabotage("one step fewer", lambda n, t, k: max(0, balanced_bound(n, t, k) - 1))
@judged("<=")
def balanced_steps_are_few(bound=balanced_bound):
    for t, k in COUNTS:
        most = np.zeros(201, dtype=np.int64)
        for n in range(t + 1, 201):
            a = np.arange(1, n)
            most[n] = (most[1:n] + (2 * a <= n + k)).max(initial=0)
            yield (n, t, k), int(most[n]), bound(n, t, k)
        for doublings in range(21):
            yield (t << doublings, t, 0), len(halving_splits(t, doublings)), bound(t << doublings, t, 0)

def refutes_balanced_steps_are_few(bound, n, t, k):
    weight, steps = n, 0
    while weight > max(t, 1):  # the heaviest child that is still balanced
        weight, steps = min((weight + k) // 2, weight - 1), steps + 1
    return steps > bound(n, t, k)


@check("KLMNS20-3.5.count", grade="exhaustive",
       quantifier=f"{GRID}: all databases and paths; every path is strong for any threshold below its probability; one "
                  "point against 2 to 40 others, down to paths of probability 10^-12",
       says="{e^(epsilon times the sibling's excess weight)} is at most {1 over the path's probability}")
@sabotage("half of 1/threshold", lambda threshold: 1 / (2 * threshold))
@sabotage("a thousandth less than 1/threshold", lambda threshold: Fraction(999, 1000) / threshold)
@judged("<=")
def siblings_of_strong_paths_are_not_much_heavier(limit=lambda threshold: 1 / threshold):
    for bits, stop, base in settings():
        for database in (found for size in range(5 if bits == 4 else 7) for found in shapes(bits, size)):
            for node, mass in path_law(database, bits, stop, base).exact().items():
                for a, b in branching_profile(database, bits, node):
                    yield (database, bits, stop, base, node), base ** (b - a), limit(mass)
    for base, others in product(BASES, range(2, 41)):
        database = (0, *(1,) * others)
        yield (database, 1, 0, base, (1, 0)), base ** (others - 1), limit(
            path_law(database, 1, 0, base).exact()[1, 0])

def refutes_siblings_of_strong_paths_are_not_much_heavier(limit, database, bits, stop, base, node):
    word, points = bits_of(node), [format(x, "b").zfill(bits) for x in database]
    mass = path_law(database, bits, stop, base).exact()[node]
    steps = []
    for k in range(1, node[0] + 1):
        points = [w for w in points if w.startswith(word[:k - 1])]
        inside = sum(w.startswith(word[:k]) for w in points)
        steps.append(base ** (len(points) - 2 * inside) if 0 < inside < len(points) else Fraction(0))
    return max(steps) > limit(mass)


@check("KLMNS20-3.5.count", grade="certified",
       quantifier="c in {11/10, 3/2, 2}, K <= 20: one step with b = a - K - 1, ..., a - K - 40, and r <= 30 of them",
       says="{the change by r unbalanced steps} is at most {e^(r (c - 1)/c^K)}")
@sabotage("the next power of c, and a hundredth less: less than one step's change",
          lambda slack, base: (base - 1) / base ** (slack + 1) * Fraction(99, 100))
@sabotage("twice the slack in the exponent", lambda slack, base: (base - 1) / base ** (2 * slack + 2))
@judged("<=")
def other_steps_change_little(rate=lambda slack, base: (base - 1) / base**slack):
    for base, slack in product((Fraction(11, 10), *BASES), range(21)):
        limits = {steps: exp_bracket(rate(slack, base) * steps, 96) for steps in (1, 2, 30)}
        for difference in range(slack + 1, slack + 41):
            change = (1 + base ** (1 - difference)) / (1 + Fraction(1) / base**difference)
            for steps, limit in limits.items():
                yield (base, slack, difference, steps), change**steps, limit

def refutes_other_steps_change_little(rate, base, slack, difference, steps):
    factor = (base**difference + base) / (base**difference + 1)
    exponent = rate(slack, base)
    return factor > 1 + exponent + exponent**2 / 2 + exponent**3 / 3  # above e^exponent for exponents up to 1
