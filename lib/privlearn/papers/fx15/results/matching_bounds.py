"""FX15, Section 6: lines without privacy; how far the approximate learner is from it."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.learners.lines import basic_learner
from privlearn.learners.lines.basic import hypothesis_table
from privlearn.learners.lines.basic_failure import basic_draws, basic_failure, basic_failure_bound, equal_masses
from privlearn.papers.fx15.results import claim

Masses = tuple[Fraction, ...]


claim("FX15-6.match", kind="remark",
      section="6 Separating pure and (alpha, beta)-differential privacy",
      uses=("FX15-6.2.basic", "FX15-1.kasi", "FX15-6.1", "FX15-abs.2"),
      title="For constant parameters lines cost a constant without privacy and with approximate privacy",
      note="Checked: the non-private side. The exact least number of rows of the basic learner does grow with p, from "
           "20 at p = 2 to 27 (eps = 1/10, delta = 1/4), but one number serves all p. The private number of rows does "
           "not depend on p either; its constant is larger by many powers of two.")


@check("FX15-6.match", grade="exhaustive",
       quantifier="p = 2, samples of t <= 4 rows, and p = 3, t <= 2; all lines, masses on the line and off it from a "
                  "list, eps = 1/10, 1/4: the formula against the basic learner on all samples",
       says="{the failure by the formula} equals {the failure over all samples}")
@verifier(lambda failure, at: failure(*at[2:]) != walked_failure(*at[2:]))
@judged("==")
def failure_is_the_learners(failure=basic_failure):
    for p, most in ((2, 4), (3, 2)):
        for on in ((Fraction(1, 2), *(Fraction(0),) * (p - 1)), (Fraction(1, 8),) * p,
                   (Fraction(1, 4), Fraction(1, 20), *(Fraction(0),) * (p - 2)), (Fraction(1, 40),) * p):
            for t, e in product(range(1, most + 1), (Fraction(1, 10), Fraction(1, 4))):
                for line in ((1, 0), (0, 1)):
                    yield (p, line, on, t, e), failure(on, t, e), sampled_failure(p, line, on, t, e)


def sampled_failure(p: int, line: tuple[int, int], on: Masses, draws: int, alpha: Fraction) -> Fraction:
    """The failure of the basic learner, all samples listed; what is not on the line is spread evenly."""
    plane = list(product(range(p), repeat=2))
    target = hypothesis_table((2, *line), p)
    off = (1 - sum(on, Fraction(0))) / (p * p - p)
    weights = [on[x] if bit else off for (x, _), bit in zip(plane, target, strict=True)]
    total = Fraction(0)
    for chosen in product(range(p * p), repeat=draws):
        mass = Fraction(1)
        for z in chosen:
            mass *= Fraction(weights[z])
        if mass:
            table = hypothesis_table(basic_learner([(*plane[z], target[z]) for z in chosen], p), p)
            wrong = sum((w for w, a, b in zip(weights, table, target, strict=True) if a != b), Fraction(0))
            total += mass if wrong > alpha else 0
    return total


@failure_is_the_learners.corrupted("must answer with a line, however light")
def must_answer_line_however_light(masses: Masses, draws: int, alpha: Fraction) -> Fraction:
    r = sum(masses, Fraction(0))
    return (1 - r) ** draws + sum((1 - r + q) ** draws - (1 - r) ** draws for q in masses)


def walked_failure(masses: Masses, draws: int, alpha: Fraction) -> Fraction:
    """The same by walking through the states: nothing seen, one point seen, two; for verifiers."""
    r = sum(masses, Fraction(0))
    nothing, single = Fraction(1), {q: Fraction(0) for q in masses}  # points of one mass fare alike
    for _ in range(draws):
        single = {q: s * (1 - r + q) + nothing * q for q, s in single.items()}
        nothing *= 1 - r
    return nothing * (r > alpha) + sum(single[q] * (r - q > alpha) for q in masses)


@cache
def profiles() -> tuple[Masses, ...]:
    """All masses in multiples of 1/20 on at most 4 points, and equal ones on up to 101 points."""
    grid = [tuple(Fraction(k, 20) for k in ks) for size in range(1, 5)
            for ks in combinations_with_replacement(range(1, 21), size) if sum(ks) <= 20]
    return (*grid, *(equal_masses(k, e) for k in (2, 3, 5, 7, 101) for e in ALPHAS))


ALPHAS = (Fraction(1, 20), Fraction(1, 10), Fraction(1, 4))
DRAWS = (1, 2, 5, 20, 53)


@cache
def failures() -> dict[tuple[Masses, int, Fraction], Fraction]:
    """The exact failure for all profiles, numbers of rows and accuracies."""
    return {(masses, t, e): basic_failure(masses, t, e) for masses in profiles() for t in DRAWS for e in ALPHAS}


@check("FX15-6.match", grade="exact",
       quantifier="all masses in multiples of 1/20 on at most 4 points of the line; equal masses on 2, 3, 5, 7, 101 "
                  "points, just above eps without one of them; eps = 1/20, 1/10, 1/4; t = 1, 2, 5, 20, 53",
       says="{the failure of the basic learner} is at most {Pr[fewer than two heads in t tosses]}")
@verifier(lambda bound, masses, t, e: walked_failure(masses, t, e) > bound(t, e))
@sabotage("one head is enough: (1 - eps)^t", lambda draws, alpha: (1 - alpha) ** draws)
@sabotage("twice that", lambda draws, alpha: 2 * (1 - alpha) ** draws)
def failure_is_at_most_that_of_two_heads(bound=basic_failure_bound) -> Verdict:
    allowed = {(t, e): bound(t, e) for t in DRAWS for e in ALPHAS}
    return judge("<=", ((at, failure, allowed[at[1:]]) for at, failure in failures().items()))


POINTS = 1009
SETTINGS = tuple((e, d) for e in ALPHAS for d in (Fraction(1, 4), Fraction(1, 10), Fraction(1, 100)))


@check("FX15-6.match", grade="exact",
       quantifier="eps = 1/20, 1/10, 1/4, delta = 1/4, 1/10, 1/100: so many rows are enough by the bound, and with "
                  "one less the learner fails on 1009 equal points (any p of at least 1009)",
       says="so many rows are enough by the bound, and with one row less the learner fails with at least delta")
@sabotage("what two points ask for",
          lambda e, d: next(t for t in range(999) if basic_failure(equal_masses(2, e), t, e) <= d))
@sabotage("a fifth more than necessary", lambda e, d: basic_draws(e, d) * 6 // 5 + 1)
@judged("<=")
def one_number_serves_all_planes(draws=basic_draws):
    for e, d in SETTINGS:
        t = draws(e, d)
        yield (e, d, "enough"), basic_failure_bound(t, e), d
        yield (e, d, "least"), d, basic_failure(equal_masses(POINTS, e), t - 1, e)

def refutes_one_number_serves_all_planes(draws, e, d, side):
    t = draws(e, d)
    if side == "least":
        return walked_failure(equal_masses(POINTS, e), t - 1, e) < d
    return 1 - heads(t, e) > d


def heads(tosses: int, bias: Fraction) -> Fraction:
    """The chance of at least two heads, toss by toss."""
    none, one = Fraction(1), Fraction(0)
    for _ in range(tosses):
        none, one = none * (1 - bias), one * (1 - bias) + none * bias
    return 1 - none - one
