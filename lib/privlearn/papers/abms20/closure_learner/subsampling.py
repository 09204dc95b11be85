"""ABMS20, Remark 7.4: a smaller epsilon by subsampling without replacement."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, MinimaxProgram, exp_bracket, solve
from privlearn.papers.abms20.closure_learner import claim

claim("ABMS20-7.4.eps", kind="remark", title="Reducing epsilon by subsampling", uses=("ABMS20-7.2",))


def subsampled_ratio(n: int, m: int, exp_epsilon: Fraction) -> Fraction:
    """Return ``1 + (m/n)(e^eps - 1)``, for m of n rows drawn without replacement."""
    return 1 + Fraction(m, n) * (exp_epsilon - 1)


@check("ABMS20-7.4.eps", grade="exhaustive",
       quantifier="m <= 4, n <= 12, e^eps0 in {3, 11, 55}: the ratio of a mechanism that says with odds e^eps0 "
                  "whether the distinguished row was drawn, over all subsets",
       says="{the mechanism's ratio after subsampling} equals {1 + (m/n)(e^(epsilon_0) - 1)}",
       reason="One extremal mechanism: it says 1 with probability 1/(1 + c) times 1 or e^eps0.")
@sabotage("epsilon times m/n, to first order in e^eps - 1 without the 1",
          lambda n, m, exp_epsilon: Fraction(m, n) * exp_epsilon)
@judged("==")
def subsampling_formula_is_attained(ratio=subsampled_ratio):
    for n in range(1, 13):
        for m in range(1, min(n, 4) + 1):
            drawn = [0 in chosen for chosen in combinations(range(n), m)]
            for c in map(Fraction, (3, 11, 55)):
                with_row = sum((c if hit else Fraction(1)) / (1 + c) for hit in drawn) / len(drawn)
                yield (n, m, c), with_row / (1 / (1 + c)), ratio(n, m, c)

def refutes_subsampling_formula_is_attained(ratio, n, m, c):
    hit = 1 - Fraction(1)
    for k in range(m):
        hit += (1 - hit) / (n - k)
    return hit * c + 1 - hit != ratio(n, m, c)


def subsampled_program(n: int, m: int, exp_epsilon: Fraction, allowed: Fraction, delta: Fraction) -> MinimaxProgram:
    """Return "least 1 - (P - allowed Q)" over all private events of m drawn rows.

    The databases are the rows 0, 2, ..., n and 1, 2, ..., n, all different; P and Q are the chances of the event on
    m rows of the first and of the second.  Events have probabilities on all m-subsets of 0, ..., n.
    """
    drawn = list(combinations(range(n + 1), m))
    place, one = {s: 2 * k for k, s in enumerate(drawn)}, 2 * len(drawn)  # then its complement; then the constant 1
    pairs = [(s, t) for s, t in product(drawn, repeat=2) if len({*s, *t}) == m + 1]
    task: dict[int, Fraction] = {}
    share = Fraction(1, comb(n, m))
    for s in drawn:  # the loss is (complement of the event on the first) + allowed (event on the second)
        task[place[s]], task[place[s] + 1] = allowed * share * (0 not in s), share * (1 not in s)
    if not delta:
        asked = [(place[s] + o, place[t] + o, exp_epsilon) for s, t in pairs for o in (0, 1)]
        return MinimaxProgram((2,) * len(drawn), (task,), tuple(asked))
    asked = []
    for k, (s, t) in enumerate(pairs):  # the smaller of p_s(o) and c p_t(o), added over o, is at least 1 - delta
        part = one + 1 + 3 * k
        asked += [(part + o, place[s] + o, Fraction(1)) for o in (0, 1)]
        asked += [(part + o, place[t] + o, exp_epsilon) for o in (0, 1)] + [(part + 2, one, delta)]
    return MinimaxProgram((2,) * len(drawn) + (1,) + (3,) * len(pairs), (task,), tuple(asked))


PROGRAMS = tuple((n, m, Fraction(c), delta) for delta, most in ((Fraction(0), 6), (Fraction(1, 10), 4))
                 for n in range(1, most + 1) for m in range(1, min(n, 3) + 1) for c in (3, 55))


@check("ABMS20-7.4.eps", grade="certified",
       quantifier="all private events of m drawn rows (LP over their probabilities on all m-subsets, dual verified "
                  "in rationals): m <= 3, e^eps0 in {3, 55}, delta = 0 and n <= 6, delta = 1/10 and n <= 4: for r = "
                  "1 + (m/n)(e^eps0 - 1) the maximum of P - r Q is at most (m/n) delta",
       says="{the largest P - r Q over private events} is at most {(m/n) delta}",
       reason="Databases with equal rows are images of those with different rows. The page proves the bound for all "
              "n.")
@sabotage("the chance of a row taken to be m/(n + 1)",
          lambda n, m, exp_epsilon: 1 + Fraction(m, n + 1) * (exp_epsilon - 1))
@judged("<=")
def no_private_event_exceeds_the_ratio(ratio=subsampled_ratio):
    for n, m, c, delta in PROGRAMS:
        found = solve(subsampled_program(n, m, c, ratio(n, m, c), delta))
        yield (n, m, c, delta), Bracket(1 - found.upper, 1 - found.lower), Fraction(m, n) * delta

def refutes_no_private_event_exceeds_the_ratio(ratio, witness):
    n, m, c, _ = witness  # the answer "the first row was drawn", with chance c/(1 + c) if so, else 1/(1 + c)
    chances = [sum((c if first in s else Fraction(1)) / (1 + c) for s in combinations(range(n), m)) for first in (0, n)]
    return chances[0] > ratio(n, m, c) * chances[1]


TARGETS = tuple(product((Fraction(4), Fraction(64, 25)), (Fraction(k, 100) for k in (1, 10, 50, 100))))


@check("ABMS20-7.4.eps", grade="certified",
       quantifier="eps0 in {4, 2.56}, eps in {0.01, 0.1, 0.5, 1}: n/m = (e^eps0 - 1)/eps rows suffice for eps",
       says="{1 + (m/n)(e^(epsilon_0) - 1)} is at most {e^epsilon}")
@sabotage("n = m/eps", lambda start, eps: 1 / eps)
def rows_grow_by_one_over_epsilon(inflation=lambda start, eps: (exp_bracket(start) - 1) / eps) -> Verdict:
    return judge("<=", ((given, (exp_bracket(given[0]) - 1) / inflation(*given) + 1, exp_bracket(given[1]))
                        for given in TARGETS))

def refutes_rows_grow_by_one_over_epsilon(inflation, start, eps):
    series, term = Fraction(0), Fraction(1)
    for k in range(1, 30):
        series, term = series + term, term * start / k
    small = 1 + eps + eps**2  # above e^eps for eps at most 1
    return 1 + (series - 1) / inflation(start, eps) > small
