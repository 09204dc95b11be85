"""FX15, Claim 5.4: the two inequalities of its proof, what they lose and where they are tight."""

from fractions import Fraction
from functools import cache
from random import Random

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.communication.lines.collisions import point_law
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import squares

claim("FX15-5.4.eq", kind="inequality", step_of="FX15-5.4", uses=("FX15-5.line", "FX15-5.3.mu", "FX15-5.3.good"),
      title="How often two points agree: same line, or two lines that meet")


def first_bound(p: int, line_collision: Fraction) -> Fraction:
    """Return ``Pr[the lines agree] / p + 1/p^2``."""
    return line_collision / p + Fraction(1, p * p)


def uniform_on(p: int, rows: list[int]) -> tuple[Fraction, ...]:
    """Return the uniform distribution on some rows of lines."""
    return tuple(Fraction(int(row in set(rows)), len(rows)) for row in range(p * p))


@cache
def line_laws() -> list[tuple[int, tuple[Fraction, ...]]]:
    """Return p with distributions on its lines: random ones, and uniform ones on classes of special shapes."""
    rng, found = Random(54), []
    for p in (3, 5, 7):
        for _ in range(200):
            weights = [rng.choice((0, 1, 1, 2, 3, 8)) for _ in range(p * p)]
            weights[0] += not any(weights)
            found.append((p, tuple(Fraction(weight, sum(weights)) for weight in weights)))
    for p in (2, 3, 5, 7, 11, 13):
        shapes = [[row for row in range(p * p) if row % p < k] for k in range(1, p + 1)]  # all slopes, k offsets
        shapes += [list(range(k)) for k in range(1, p)]  # parallel lines
        shapes += [[a * p + (-a * x) % p for a in range(p)] for x in range(p)]  # the lines through (x, 0)
        found += [(p, uniform_on(p, rows)) for rows in shapes]
    return found


SHAPES = ("200 seeded random rational distributions on the lines for each p = 3, 5, 7; uniform ones on k offsets, on k "
          "parallel lines and on pencils for p = 2, ..., 13")


@check("FX15-5.4.eq", grade="exact", quantifier=SHAPES,
       says="Pr[points agree] <= Pr[lines agree]/p + 1/p^2 <= (1 + gamma)/p^2, gamma being p times the largest mass")
@sabotage("1/p^3 in the second term", lambda p, line_collision: line_collision / p + Fraction(1, p**3))
def both_inequalities(bound=first_bound) -> Verdict:
    """The second holds with p times the largest mass for gamma: the least gamma for which the message is good."""
    listed = [(i, p, masses) for i, (p, masses) in enumerate(line_laws())]
    first = judge("<=", ((i, squares(point_law(p, masses)), bound(p, squares(masses))) for i, p, masses in listed))
    second = judge("<=", ((i, bound(p, squares(masses)), (1 + p * max(masses)) / p**2) for i, p, masses in listed))
    return all_hold(first, second)

def refutes_both_inequalities(bound, witness):
    p, masses = line_laws()[witness]
    middle = bound(p, squares(masses))
    return meeting_points(p, masses) > middle or middle > (1 + p * max(masses)) / p**2


def meeting_points(p: int, masses: tuple[Fraction, ...]) -> Fraction:
    """Return how often two random points of two random lines agree, pair of lines by pair of lines."""
    total = Fraction(0)
    for i, left in enumerate(masses):
        for j, right in enumerate(masses):
            if left and right:
                common = sum((i // p * x + i % p) % p == (j // p * x + j % p) % p for x in range(p))
                total += left * right * Fraction(common, p * p)
    return total


def parallel_loss(p: int, masses: tuple[Fraction, ...]) -> Fraction:
    """Return ``sum over slopes of Pr[slope]^2 / p^2``: two lines of one slope never meet."""
    return squares(tuple(sum(masses[a * p:(a + 1) * p], Fraction(0)) for a in range(p))) / p**2


@check("FX15-5.4.eq", grade="exact", quantifier=SHAPES,
       says="{what the first inequality loses} equals {the sum of Pr[slope]^2/p^2 over the slopes}")
@sabotage("1/p^3 always, as for equally many lines of every slope", lambda p, masses: Fraction(1, p**3))
def the_first_inequality_loses_the_parallel_pairs(loss=parallel_loss) -> Verdict:
    return judge("==", ((i, first_bound(p, squares(masses)) - squares(point_law(p, masses)), loss(p, masses))
                        for i, (p, masses) in enumerate(line_laws())))

def refutes_the_first_inequality_loses_the_parallel_pairs(loss, witness):
    p, masses = line_laws()[witness]
    agree = sum((mass * mass for mass in masses), Fraction(0))
    return loss(p, masses) != agree / p + Fraction(1, p * p) - meeting_points(p, masses)


@check("FX15-5.4.eq", grade="exact", quantifier=SHAPES + "; where the lines agree as often as the likeliest",
       says="two lines agree as often as the likeliest occurs exactly if all positive masses are equal")
@sabotage("for all distributions", lambda masses: True)
def the_second_is_tight_exactly_for_uniform_classes(rule=lambda masses: len(set(masses) - {0}) == 1) -> Verdict:
    return judge("==", ((i, squares(masses) == max(masses), rule(masses)) for i, (_, masses) in enumerate(line_laws())))

def refutes_the_second_is_tight_exactly_for_uniform_classes(rule, witness):
    masses = line_laws()[witness][1]
    wasted = sum((mass * (max(masses) - mass) for mass in masses), Fraction(0))
    return rule(masses) != (wasted == 0)
