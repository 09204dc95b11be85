"""ABMS20, Section 3.2: subsampling with replacement (Lemma 3.12)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, MinimaxProgram, exp_bracket, rational, solve
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, HUNDREDTH
from privlearn.laws import Law, choice, pure
from privlearn.laws.divergences import table_hockey_stick
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.relabeling.agnostic import resampled_law
from privlearn.learning import exact_failure, grid_distributions
from privlearn.papers.abms20.private_preliminaries import claim
from privlearn.papers.abms20.private_preliminaries.privacy import SEGMENTS


@formula("equals", tex={"exp_epsilon": r"e^\eps"},
         corners={"exp_epsilon": (Fraction(2), Fraction(55)), "m": (1, 12), "n": (9, 108)})
def subsampled_ratio(exp_epsilon: Value, m: int, n: int) -> Value:
    """Return the exact worst ratio of the subsampled event."""
    return (1 + (exp_epsilon - 1) / n) ** m


claim("ABMS20-3.12", kind="lemma", uses=("ABMS20-3.3", "ABMS20-3.5", "ABMS20-3.11"),
      title="m of 9m rows drawn with repetition: a private PAC learner becomes an empirical learner, as private if "
            "e^epsilon - 1 <= 9 epsilon",
      erratum_kind="false", repaired=True,
      erratum="As printed, for every epsilon, the privacy part is false: with e^epsilon = 55 (epsilon = 4.007) and m "
              "= 6 the pure private event of probability (55/56) 55^(j-6), j the number of copies of a row, has "
              "ratio (1 + 54/54)^6 = 64 > 55 after subsampling. The class {0} makes it an accurate learner. It holds "
              "when e^epsilon - 1 <= 9 epsilon, so for epsilon <= 1, all that is used. For utility the "
              "labels must come from a concept; for privacy they are arbitrary.", formulas=(subsampled_ratio,))


Rows = tuple[tuple[int, int], ...]
learner = cache(exponential_learner)


def copies_law(rows: int, size: int) -> list[Fraction]:
    """Return the law of how often one of ``size`` rows is among the drawn ones."""
    return [Fraction(comb(rows, j) * (size - 1) ** (rows - j), size**rows) for j in range(rows + 1)]


def prefers(rows: Rows, exp_epsilon: Any, delta: Any) -> Law:
    """Choose by the exponential mechanism, but with probability delta by the first label alone."""
    return choice({True: delta, False: 1 - delta}).then(
        lambda told: pure(3 * rows[0][1]) if told else learner(SEGMENTS, exp_epsilon)(rows))


def grows(rows: Rows, exp_epsilon: Any, delta: Any) -> Law:
    """Answer 1, else 0, with a chance that grows with the copies of (0, 1) as fast as privacy allows."""
    c, j = rational(exp_epsilon), rows.count((0, 1))
    p = rational(delta) * sum(c**k for k in range(j)) if delta else c ** (1 + j - len(rows)) / (1 + c)
    return choice({1: p, 0: 1 - p})


def tells(rows: Rows, exp_epsilon: Any, delta: Any) -> Law:
    """Tell whether (0, 1) is among the rows: no privacy at all."""
    return pure(int((0, 1) in rows))


def one_of_each(learner: Callable[..., Law], rows: Rows, draws: int) -> Law:
    return resampled_law(learner, tuple(sorted({*rows})), draws)


class Replaced(NamedTuple):
    """A database S, whose first row is replaced, a learner A and what it promises, and the concept that labels S."""

    S: Rows
    s_prime: tuple[int, int]
    m: int
    exp_epsilon: Fraction
    delta: Fraction = Fraction(0)
    A: Callable[..., Law] = grows
    target: tuple[int, ...] = ()
    alpha: Fraction = Fraction(1, 3)
    drawn: Callable[..., Law] = resampled_law

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon", "s_prime": "s'", "drawn": "drawn by"}

    def answer(self, rows: Rows) -> Law:
        return self.A(tuple(sorted(rows)), self.exp_epsilon, self.delta)

    def answer_given(self, fixed: Rows) -> dict[Any, Any]:
        """Return the law of the answer if these rows are drawn, and the rest from those that are not replaced."""
        return (resampled_law(lambda rows: self.answer(rows + fixed), self.S[1:], self.m - len(fixed))
                if len(fixed) < self.m else self.answer(fixed)).masses()


def event(c: Any, m: int, n: int, copies: int = 0, new: int = 1) -> Replaced:
    """Return n rows at 0, of which so many others have the label 1, and s' the label ``new``."""
    return Replaced(((0, 1 - new),) + ((0, 1),) * copies + ((0, 0),) * (n - 1 - copies), (0, new), m, Fraction(c))


def labelled(points: Iterable[int], target: tuple[int, ...], s_prime: tuple[int, int], delta: Fraction) -> Replaced:
    """Return a sample of nine rows for each that is drawn, with the exponential mechanism."""
    S = tuple((x, target[x]) for x in points)
    return Replaced(S, s_prime, len(S) // 9, Fraction(9, 4), delta, prefers, target)


@cache
def replaced() -> list[Replaced]:
    """Return samples of all targets, and events."""
    found = [event(2, 12, 108)]
    for m in (1, 2):
        samples = list(product(combinations_with_replacement(range(3), 9 * m), SEGMENTS.rows()))[::4 * m - 3]
        found += [labelled(*drawn, (k % 3, k // 3 % 2), Fraction(k % 2, 2)) for k, drawn in enumerate(samples)]
    bases = Fraction(1), 3 * HALF, Fraction(2), Fraction(32)
    for c, m, copies, new in product(bases, range(1, 5), (0, 1, 3), (0, 1)):
        one = event(c, m, 9 * m, copies, new)
        found += [one, one._replace(delta=(c - 1) ** 2 / c ** (m + 1) or HUNDREDTH)]
    return found


@cache
def beta_of(A: Any, m: int, n: int, exp_epsilon: Any, delta: Any, alpha: Any) -> Fraction:
    """Return the largest failure of a learner of segments, over all targets and distributions in n-th parts."""
    return max(exact_failure(lambda rows: A(rows, exp_epsilon, delta), SEGMENTS, target, masses, m, alpha)
               for target in SEGMENTS.rows() for masses in grid_distributions(3, n))


@proof("ABMS20-3.12", grade="certified",
       quantifier="samples of 9 m rows of all initial segments of 3 points, m = 1 (all) and 2 (every fifth), all rows "
                  "in turn replacing the first one; the exponential mechanism with e^eps = 9/4, told the first label "
                  "with probability 0 or 1/2; alpha = 1/3; the events that grow fastest, e^eps = 1, 3/2, 2, 32, "
                  "delta = 0 or small, m = 1, ..., 4, beside 0, 1, 3 copies of the row, and e^eps = 2, m = 12",
       instances=replaced, start=lambda: labelled((0, 0) + (2,) * 16, (1, 1, 0), (1, 0), HALF),
       steps={"accuracy": "{the chance that A on drawn rows is wrong on more than alpha of S} equals {the failure of A "
                          "on m samples of the uniform distribution on S}",
              "entry": "{the largest difference of a probability from the mixture over j} is {0}",
              "copies": "{the hockey stick of u_j and v_l at e^(j eps)} is at most {delta (e^(j eps) - 1)/(e^eps - 1)}",
              "weights/rho": "{the mean of e^(j eps)} equals {rho, (1 + (e^eps - 1)/n)^m}",
              "weights/order": "{the weight of the pairs with j below l} is {0}",
              "weights/rows": "{the sums of the weights over l} are {B_j}",
              "weights/columns": "{the sums over j, each times e^(j eps)} are {rho B_l}",
              "sum/privacy": "{the hockey stick of the answers on S and S' at rho} is at most {the weighted sum of the "
                             "deltas of step 3}",
              "sum/delta": "{the weighted sum of the deltas} equals {delta (rho - 1)/(e^eps - 1)}",
              "small/power": "{rho} is at most {e^((e^eps - 1)/9)}",
              "small/factor": "{e^((e^eps - 1)/9)} is at most {e^eps}",
              "attained": "{the ratio of the chances of the event that grows fastest} equals {rho}",
              "conclusion": "{the hockey stick of the answers at e^eps, or the failure on S,} is at most {delta, or "
                            "beta}"},
       hypotheses=(
           Hypothesis("the target labels S", lambda: [labelled((0,) * 9, (1, 0, 0), (0, 0), Fraction(0))._replace(
               S=((0, 0), (0, 1)) * 4 + ((0, 0),))], ("accuracy", "conclusion")),
           Hypothesis("all rows are drawn alike", lambda: [given._replace(drawn=one_of_each) for given in replaced()
                                                           if given.m == 2][::9],
                      ("accuracy", "entry", "sum/privacy", "conclusion")),
           Hypothesis("A is (eps, delta)-private", lambda: [given._replace(A=tells) for given in replaced()
                                                            if given.A is grows],
                      ("copies", "sum/privacy", "conclusion")),
           Hypothesis("m of 9 m rows are drawn", lambda: [event(2, m, m, new=0) for m in (2, 3, 4)],
                      ("small/power", "conclusion")),
           Hypothesis("e^eps - 1 <= 9 eps, as for eps <= 1", lambda: [event(55, m, 9 * m, new=0) for m in (6, 7)],
                      ("small/factor", "conclusion"))))
def drawn_rows_learn_privately(given: Replaced, ratio=subsampled_ratio) -> Iterator[Line]:
    S, s_prime, m, c, delta = *given[:3], rational(given.exp_epsilon), rational(given.delta)
    P, Q = (dict[Any, Any](given.drawn(given.answer, rows, m).masses()) for rows in (S, (s_prime, *S[1:])))
    n, fails = len(S), 0
    if given.target:
        fails = sum(p for h, p in P.items() if sum(SEGMENTS.rows()[h][x] != y for x, y in S) > given.alpha * n)
        masses = tuple(Fraction(sum(x == z for z, _ in S), n) for x in range(3))
        yield Line("accuracy", "==", fails, exact_failure(given.answer, SEGMENTS, given.target, masses, m, given.alpha))
    B = [*map(rational, copies_law(m, n))]
    u, v = ([given.answer_given((row,) * j) for j in range(m + 1)] for row in (S[0], s_prime))
    yield Line("entry", "==", max(abs(law.get(o, 0) - sum(b * part.get(o, 0) for b, part in zip(B, parts, strict=True)))
                                  for law, parts in ((P, u), (Q, v)) for o in {*chain(*parts)}), 0)
    extra = [delta * sum((c**k for k in range(j)), rational(0)) for j in range(m + 1)]
    for j in range(1, m + 1):
        for i in range(j + 1):
            yield Line("copies", "<=", table_hockey_stick(u[j], v[i], c**j)[0], extra[j], ("j, l", j, i))
    rho = sum(b * c**j for j, b in enumerate(B))
    yield Line("weights/rho", "==", rho, ratio(given.exp_epsilon, m, n))
    F, G = ([0, *accumulate(law)] for law in ([b * c**j / rho for j, b in enumerate(B)], B))
    weights = [[max(0, min(F[j + 1], G[i + 1]) - max(F[j], G[i])) * rho / c**j for i in range(m + 1)]
               for j in range(m + 1)]
    yield Line("weights/order", "==", sum(sum(row[j + 1:]) for j, row in enumerate(weights)), 0)
    yield Line("weights/rows", "==", [*map(sum, weights)], B)
    yield Line("weights/columns", "==", [sum(row[i] * c**j for j, row in enumerate(weights)) for i in range(m + 1)],
               [rho * b for b in B])
    cost = sum(sum(row) * more for row, more in zip(weights, extra, strict=True))
    yield Line("sum/privacy", "<=", table_hockey_stick(P, Q, rho)[0], cost)
    yield Line("sum/delta", "==", cost, delta * ((rho - 1) / (c - 1) if c != 1 else rational(m) / n))
    power = exp_bracket((given.exp_epsilon - 1) / 9)
    yield Line("small/power", "<=", rho, power)
    yield Line("small/factor", "<=", power, c)
    one, none = (resampled_law(lambda rows: grows(rows, c, 0), ((0, 1),) * k + ((0, 0),) * (n - k), m).masses()
                 for k in (1, 0))
    yield Line("attained", "==", one[1] / none[1], ratio(given.exp_epsilon, m, n))
    yield Line("conclusion", "<=", table_hockey_stick(P, Q, c)[0], delta, "privacy")
    if given.target:
        yield Line("conclusion", "<=", fails, beta_of(given.A, m, n, given.exp_epsilon, given.delta, given.alpha),
                   "accuracy")


def refutes_drawn_rows_learn_privately(given: Replaced, step: str, case: Any, ratio) -> bool:
    """Tell whether a line is false: all multisets of drawn rows by multinomial chances; e^x by its series."""
    S, s_prime, m, c, limit = given[:5]
    rho = prod(((len(S) - 1 + c) / len(S) for _ in range(m)), start=Fraction(1))  # one draw after another
    if step in ("weights/rho", "attained"):
        return bool(rho != ratio(c, m, len(S)))
    if step.startswith("small"):
        power = sum(((c - 1) / 9) ** k / factorial(k) for k in range(30))
        return rho > power + HUNDREDTH**6 if step == "small/power" else power > c

    def law(rows: Rows, fixed: Rows = ()) -> Counter[Any]:
        found, draws = Counter[Any](), m - len(fixed)
        for some in combinations_with_replacement(sorted({*rows}), draws):
            ways = Fraction(factorial(draws), prod(factorial(some.count(row)) for row in {*some}))
            for h, p in given.answer(some + fixed).exact().items():
                found[h] += ways * prod(rows.count(row) for row in some) / len(rows) ** draws * p
        return found

    told = given.drawn(given.answer, S, m).exact()
    if "accuracy" in (step, case):
        by_target = tuple((x, given.target[x]) for x, _ in S)
        fails = [sum(p for h, p in found.items() if sum(SEGMENTS.rows()[h][x] != y for x, y in rows)
                     > given.alpha * len(S)) for found, rows in ((told, S), (law(by_target), by_target))]
        return fails[0] != fails[1]
    P, Q = law(S), law((s_prime, *S[1:]))
    if step == "copies":
        P, Q = (law(S[1:], (row,) * k) for row, k in zip((S[0], s_prime), case[1:], strict=True))
        c, limit = c ** case[1], limit * sum(c**k for k in range(case[1]))
    return step == "entry" and told != P or sum(max(Fraction(0), p - c * Q.get(h, 0)) for h, p in P.items()) > limit


def subsample_program(rows: int, size: int, ratio: Fraction, allowed: Fraction, delta: Fraction) -> MinimaxProgram:
    """Return "least 1 - (P - allowed Q)" over all private events of the copies (i, j) of the old and the new row.

    P and Q are the probabilities after subsampling with one copy of the new and of the old row.
    """
    states = [(i, j) for i in range(rows + 1) for j in range(rows + 1 - i)]
    place = {s: 2 * k for k, s in enumerate(states)}
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    pairs = [(s, t) for s in states for a, b in steps if (t := (s[0] + a, s[1] + b)) in place]
    law = copies_law(rows, size)
    task: dict[int, Fraction] = {}
    for j, w in enumerate(law):  # output 0 is the event, output 1 its complement
        task[place[0, j] + 1] = task.get(place[0, j] + 1, Fraction(0)) + w
        task[place[j, 0]] = task.get(place[j, 0], Fraction(0)) + allowed * w
    one = 2 * len(states)
    if not delta:
        asked = [(place[s] + o, place[t] + o, ratio) for s, t in pairs for o in (0, 1)]
        return MinimaxProgram((2,) * len(states), (task,), tuple(asked))
    asked = []
    for k, (s, t) in enumerate(pairs):
        part = one + 1 + 3 * k
        asked += [(part + o, place[s] + o, Fraction(1)) for o in (0, 1)]
        asked += [(part + o, place[t] + o, ratio) for o in (0, 1)] + [(part + 2, one, delta)]
    return MinimaxProgram((2,) * len(states) + (1,) + (3,) * len(pairs), (task,), tuple(asked))


@cache
def best_excess(rows: int, allowed: Fraction, delta: Fraction) -> Bracket:
    """Return certified bounds on the largest ``P - allowed Q``; e^epsilon = 3, n = 9m."""
    found = solve(subsample_program(rows, 9 * rows, Fraction(3), allowed, delta))
    return Bracket(1 - found.upper, 1 - found.lower)


@check("ABMS20-3.12", grade="certified",
       quantifier="all private events (LP with dual verified in rationals), e^epsilon = 3, n = 9m; delta = 0, m = 1, "
                  "2, 4: excess over the sharp ratio at most 0; delta = 1/10, m = 1, 2: at most delta ((1 + 2/n)^m - "
                  "1)/2, and no less; up to 10^-6",
       says="no private event exceeds the sharp ratio by more than stated, and with delta > 0 that much is attained",
       reason="The page proves both bounds for every m, so small programs are enough here.")
@sabotage("the ratio less a hundredth", lambda ratio, m, n: subsampled_ratio(ratio, m, n) - Fraction(1, 100))
@judged("<=")
def no_private_event_exceeds(ratio=subsampled_ratio):
    for m in (1, 2, 4):
        yield (m, "pure"), best_excess(m, ratio(Fraction(3), m, 9 * m), Fraction(0)), Fraction(1, 10**6)
    for m in (1, 2):
        sharp = ratio(Fraction(3), m, 9 * m)
        excess, bound = best_excess(m, sharp, Fraction(1, 10)), (sharp - 1) / 20
        yield (m, "delta"), excess, bound + Fraction(1, 10**6)
        yield (m, "no less"), bound - Fraction(1, 10**6), excess

def refutes_no_private_event_exceeds(ratio, m, kind):
    claimed, event = ratio(Fraction(3), m, 9 * m), [Fraction(3, 4) * Fraction(3) ** (j - m) for j in range(m + 1)]
    p = sum(w * x for w, x in zip(copies_law(m, 9 * m), event, strict=True))
    return p - claimed * event[0] > Fraction(1, 10**6) if kind == "pure" else p < claimed * event[0]


