"""ABMS20, Section 5: the proof of Lemma 5.3, line by line on neighbouring databases of a class.

Definitions
-----------
The square root of e is a number ``root`` above 1 (the proof works for every one), so that all laws are rational.  For a
pattern on the common points K its *extensions* are the patterns on P_t that agree with it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.abms20.relabeling_privacy.privacy  # noqa: F401  declares what is proved here
from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import classes_up_to_symmetry
from privlearn.exact import rational
from privlearn.exact.fractions import HUNDREDTH
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import Rows, Table, leak, response

for part, title, uses, erratum in (
    ("growth", "One more point at most doubles the number of patterns", ("ABMS20-5.alg2",),
     "Misprints: Pi_H(H_t) stands for Pi_H(P_t), and twice Pi_C for Pi_H."),
    ("score", "Scores of extensions of one pattern differ by at most 1", ("ABMS20-5.1", "ABMS20-5.2"),
     "Misprints: the display has the index b_1 twice, the second one is b_2; its D_1, D_2 are D_{t_1}, D_{t_2}, as "
     "t_1 = t_2 is allowed."),
    ("chain", "Five inequalities from w_1 to 4e w_2", ("ABMS20-5.3.eq-growth", "ABMS20-5.3.eq-score", "ABMS20-3.alg1"),
     "Misprints: the exponents have the sign of +q/2, but Algorithm 1 weighs by -q/2 (the chain holds either way); the "
     "sums of the third line run over f, but have q(D_2, h_2) for q(D_2, f_2)."),
    ("A", "The private algorithm sees neighbours, whichever extensions were chosen", ("ABMS20-3.3",), ""),
    ("final", "Summation over the patterns", ("ABMS20-5.3.eq-chain", "ABMS20-5.3.eq-A"),
     "B in the last line is A_RelabelAndLearn. Using the private algorithm's guarantee before the factor 4e, the delta "
     "is delta instead of 4e delta.")):
    claim(f"ABMS20-5.3.eq-{part}", kind="inequality", step_of="ABMS20-5.3", title=title, uses=uses, erratum=erratum,
          erratum_kind="misprint" if erratum else "")


@cache
def pattern_counts() -> np.ndarray:
    """Return the numbers of patterns, shape (16 sets of points, 65,535 classes on 4 points)."""
    numbers = np.arange(1, 1 << 16)
    members = ((numbers[None, :] >> np.arange(16)[:, None]) & 1).astype(bool)
    counts = np.zeros((16, len(numbers)), dtype=np.int64)
    for points in range(16):
        for pattern in {f & points for f in range(16)}:
            counts[points] += members[[f for f in range(16) if f & points == pattern]].any(axis=0)
    return counts


@check("ABMS20-5.3.eq-growth", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all pairs of point sets "
       "that differ from their intersection by at most one point each: three inequalities",
       says="a point more, or one exchanged, at most doubles the number of patterns; a point less never raises it")
@sabotage("factor 3/2", Fraction(3, 2))
def one_point_at_most_doubles_the_patterns(factor: Fraction = Fraction(2)) -> Verdict:
    counts = pattern_counts()

    def cases() -> Iterator[Any]:
        for first, second in product(range(16), repeat=2):
            common = first & second
            if (first ^ common).bit_count() <= 1 and (second ^ common).bit_count() <= 1:
                for small, large, most in ((common, first, factor), (second, first, factor), (first, common, 1)):
                    ratio = Fraction(most)
                    worst = int(np.argmax(ratio.denominator * counts[large] - ratio.numerator * counts[small]))
                    yield (worst + 1, small, large), int(counts[large, worst]), most * int(counts[small, worst])

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances * 65535)

def refutes_one_point_at_most_doubles_the_patterns(factor, number, small, large):
    functions = [f for f in range(16) if number >> f & 1]
    return len({f & large for f in functions}) > factor * len({f & small for f in functions})


class Neighbours(NamedTuple):
    """Two neighbouring databases with a class, the learner A that follows, and what is published."""

    H: tuple[tuple[int, ...], ...]
    D_1: Rows
    D_2: Rows
    V: Rows
    W_1: Rows
    W_2: Rows
    A: Callable[[Rows, Any, Any], Table]
    exp_epsilon: Fraction = Fraction(3)
    delta: Fraction = HUNDREDTH
    root: Fraction = Fraction(3, 2)
    weight_of_an_error: int = 1
    published: str = "V"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"exp_epsilon": "e^epsilon", "root": "e^(1/2)"}


def tell(rows: Rows, exp_epsilon: Any, delta: Any) -> Table:
    """Tell the first label: no privacy at all."""
    return {rows[0][1]: 1}


@dataclass
class Sides:
    """What the proof names on an instance; t is 0 and 1 for the paper's 1 and 2."""

    given: Neighbours

    @cached_property
    def data(self) -> tuple[Rows, Rows]:
        return self.given.D_1, self.given.D_2

    @cached_property
    def rows(self) -> list[Rows]:
        return [self.data[t] + self.given.V + (self.given.W_1, self.given.W_2)[t] for t in (0, 1)]

    @cached_property
    def points(self) -> list[list[int]]:
        return [sorted({x for x, _ in rows}) for rows in self.rows]

    @cached_property
    def common(self) -> list[int]:
        return [x for x in self.points[0] if x in self.points[1]]

    @cached_property
    def extensions(self) -> list[dict[tuple[int, ...], list[dict[int, int]]]]:
        """For t = 1, 2 the patterns on K, each with its extensions as functions on P_t."""
        found: list[dict[tuple[int, ...], list[dict[int, int]]]] = [{}, {}]
        for t, points in enumerate(self.points):
            for g in sorted({tuple(h[x] for x in points) for h in self.given.H}):
                named = dict(zip(points, g, strict=True))
                found[t].setdefault(tuple(named[x] for x in self.common), []).append(named)
        return found

    def score(self, t: int, g: dict[int, int]) -> int:
        return self.given.weight_of_an_error * sum(g[x] != y for x, y in self.data[t])

    @cached_property
    def weights(self) -> list[Table]:
        """For t = 1, 2 and each pattern on K the weights of its extensions."""
        base = 1 / rational(self.given.root)
        return [{h: [base ** self.score(t, g) for g in found] for h, found in self.extensions[t].items()}
                for t in (0, 1)]

    @cached_property
    def chances(self) -> list[Table]:
        """w_{t, h}."""
        totals = [sum(map(sum, weights.values())) for weights in self.weights]
        return [{h: sum(found) / totals[t] for h, found in weights.items()} for t, weights in enumerate(self.weights)]

    def shown(self, t: int, g: dict[int, int]) -> Rows:
        """What is published on side t if g relabels."""
        return tuple((x, g[x]) for x, _ in (self.data[t] if self.given.published == "D and V" else ()) + self.given.V)

    def relabelled(self, t: int, g: dict[int, int]) -> Rows:
        return tuple((x, g[x]) for x, _ in self.rows[t])

    def answers(self, t: int, g: dict[int, int]) -> Table:
        return self.given.A(self.relabelled(t, g), rational(self.given.exp_epsilon), rational(self.given.delta))

    @cached_property
    def mixtures(self) -> list[Table]:
        """For t = 1, 2 and each pattern on K the law of the answer given the pattern."""
        laws: list[Table] = [{}, {}]
        for t in (0, 1):
            for h, found in self.extensions[t].items():
                for g, weight in zip(found, self.weights[t][h], strict=True):
                    add(laws[t].setdefault(h, {}), self.answers(t, g), weight / sum(self.weights[t][h]))
        return laws


def add(law: Table, other: Table, weight: Any) -> None:
    for outcome, p in other.items():
        law[outcome] = law.get(outcome, 0) + weight * p


def distance(left: Table, right: Table, slope: Any) -> Any:
    """Return the hockey-stick distance."""
    return sum((gain for o, p in left.items() if (gain := p - slope * right.get(o, 0)) > 0), rational(0))


def counted_patterns(s: Sides) -> Iterator[Line]:
    """One point."""
    patterns = [sum(map(len, found.values())) for found in s.extensions]
    for t in (0, 1):
        yield Line("eq-growth", "<=", len(s.extensions[t]), patterns[t], f"an extension to P_{t + 1}")
        yield Line("eq-growth", "<=", patterns[t], 2 * len(s.extensions[t]), f"at most two extensions to P_{t + 1}")


def scores_of_extensions(s: Sides) -> Iterator[Line]:
    """Scores."""
    for h in s.extensions[0]:
        values = [s.score(t, g) for t in (0, 1) for g in s.extensions[t][h]]
        yield Line("eq-score", "<=", max(values) - min(values), 1, ("pattern", h))


def chain(s: Sides) -> Iterator[Line]:
    """The chain: from w_1 to 4e w_2, where E counts both extensions of a pattern, and twice one that is alone."""
    e, totals = rational(s.given.root) ** 2, [sum(map(sum, weights.values())) for weights in s.weights]
    both = [{h: sum(w) * (1 + (len(w) == 1)) for h, w in weights.items()} for weights in s.weights]
    one_each = sum(w[0] for w in s.weights[0].values())
    for h in s.weights[0]:
        parts = (s.chances[0][h], both[0][h] / totals[0], both[0][h] / one_each,
                 2 * e * both[1][h] / sum(both[1].values()), 2 * e * both[1][h] / totals[1], 4 * e * s.chances[1][h])
        for k in range(5):
            yield Line(f"eq-chain/{k + 1}", "<=", parts[k], parts[k + 1], ("pattern", h))


def what_the_learner_sees(s: Sides) -> Iterator[Line]:
    """The private algorithm."""
    for h in s.extensions[0]:
        pairs = [(s.relabelled(0, g), s.relabelled(1, f)) for g in s.extensions[0][h] for f in s.extensions[1][h]]
        most = max(sum(a != b for a, b in zip(*pair, strict=True)) for pair in pairs)
        shown = {s.shown(t, g) for t in (0, 1) for g in s.extensions[t][h]}
        yield Line("eq-A/rows", "<=", most, 1, ("pattern", h))
        yield Line("eq-A/shown", "==", len(shown), 1, ("pattern", h))
        yield Line("eq-A/answers", "<=", distance(s.mixtures[0][h], s.mixtures[1][h], rational(s.given.exp_epsilon)),
                   rational(s.given.delta), ("pattern", h))


def summation(s: Sides) -> Iterator[Line]:
    """The sum over the patterns, at the worst event; then the conclusion, from the laws of the whole."""
    four_e, eta, delta = (4 * rational(s.given.root) ** 2, rational(s.given.exp_epsilon), rational(s.given.delta))
    one, mixed, two = sums = ({}, {}, {})  # type: tuple[Table, Table, Table]
    for h, found in s.extensions[0].items():
        for table, (u, t) in zip(sums, ((0, 0), (0, 1), (1, 1)), strict=True):
            add(table, {(s.shown(0, found[0]), o): p for o, p in s.mixtures[t][h].items()}, s.chances[u][h])
    yield Line("eq-final/1", "<=", distance(one, mixed, eta), delta)
    yield Line("eq-final/2", "<=", distance(mixed, two, four_e), 0)
    laws: list[Table] = [{}, {}]
    for t in (0, 1):
        total = sum(map(sum, s.weights[t].values()))
        for h, found in s.extensions[t].items():
            for g, weight in zip(found, s.weights[t][h], strict=True):
                add(laws[t], {(s.shown(t, g), o): p for o, p in s.answers(t, g).items()}, weight / total)
    yield Line("conclusion", "<=", distance(laws[0], laws[1], four_e * eta), delta)


@cache
def neighbours() -> list[Neighbours]:
    """All classes on 3 points up to symmetry, D, V, W of one row; neighbours that differ in D or in W, both orders."""
    rows, found = [(x, y) for x in range(3) for y in (0, 1)], []
    for c, _ in classes_up_to_symmetry(3):
        for v in range(3):
            for z, w in combinations(rows, 2):
                found += [(c.rows(), (z,), (w,), ((v, 0),), ((x, 0),), ((x, 0),)) for x in range(3)]
            for z in rows:
                found += [(c.rows(), (z,), (z,), ((v, 0),), ((x, 0),), ((u, 0),)) for x, u in combinations(range(3), 2)]
    return [Neighbours(tuple(H), *pair, A=response) for H, d, e, v, w, u in found
            for pair in ((d, e, v, w, u), (e, d, v, u, w))]


def family() -> Iterator[Neighbours]:
    """Yield the neighbours with three private algorithms, and with another root."""
    for given in neighbours():
        yield given
        yield given._replace(A=leak, root=Fraction(61, 37))


def start() -> Neighbours:
    """A class in which a replaced row doubles one pattern's extensions and halves another's."""
    H = ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 1))
    return Neighbours(H, ((0, 1),), ((1, 0),), ((2, 0),), ((2, 0),), ((2, 0),), response)


def changed(every: int, **parts: Any) -> Callable[[], Iterable[Neighbours]]:
    """Return the family of the pair that is shown, and of every so manieth pair of neighbours, with other parts."""
    return lambda: (given._replace(**parts) for given in [start()] + neighbours()[::every])


def two_rows_replaced() -> Iterator[Neighbours]:
    """Yield databases that differ in D and in W."""
    for given in [start()] + neighbours()[::8]:
        if given.W_1 == given.W_2 and given.D_1 != given.D_2:
            yield given._replace(W_2=(((given.W_1[0][0] + 1) % 3, 0),))


@proof("ABMS20-5.3", grade="exact",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D, V, W of one row, neighbours in D or in W, both "
                  "orders; randomised response on the first label with delta = 1/100 and e^eps = 3, told more often "
                  "(e = 9/4) or with a leak of the whole database (e = (61/37)^2)",
       reason="The lines hold for every number above 1 in place of e; rational ones make the laws rational.",
       instances=family, start=start,
       steps={"eq-growth": "{the patterns on P_t} are at most {twice those on K}, and no fewer",
              "eq-score": "{the largest difference of two extensions' scores} is at most {1}",
              "eq-chain/1": "{w_1} is at most {E_1 over the sum on side 1}",
              "eq-chain/2": "{E_1 over the sum on side 1} is at most {E_1 over the sum of one extension each}",
              "eq-chain/3": "{E_1 over the sum of one extension each} is at most {2e E_2 over the sum of E_2}",
              "eq-chain/4": "{2e E_2 over the sum of E_2} is at most {2e E_2 over the sum on side 2}",
              "eq-chain/5": "{2e E_2 over the sum on side 2} is at most {4e w_2}",
              "eq-A/rows": "{the rows in which the relabelled databases differ} are at most {1}",
              "eq-A/shown": "{the relabelled V's} are {one}",
              "eq-A/answers": "{the distance of the two laws of the answer at e^eps} is at most {delta}",
              "eq-final/1": "{the distance of the sums of w_1 p_1 and of w_1 p_2 at e^eps} is at most {delta}",
              "eq-final/2": "{the distance of the sums of w_1 p_2 and of w_2 p_2 at 4e} is at most {0}",
              "conclusion": "{the distance of the laws of answer and V at 4e e^eps} is at most {delta}"},
       wordless={"without publishing": "the case of an empty V; a check of its own runs A(A_Relabel(D, T))",
                 "sharper factors": "the number of errors, or a row of W: the sweeps over all classes judge them",
                 "none can be lowered": "limits of families, judged by checks of their own"},
       hypotheses=(
           Hypothesis("one row is replaced", two_rows_replaced, ("eq-growth", "eq-chain/3", "eq-A/rows")),
           Hypothesis("q has matched sensitivity 1", changed(8, weight_of_an_error=2), ("eq-score", "eq-chain/3")),
           Hypothesis("A is (eps, delta)-private", changed(8, A=tell), ("eq-A/answers", "eq-final/1", "conclusion")),
           Hypothesis("V is fixed: no row of D is published", changed(8, published="D and V"),
                      ("eq-A/shown", "conclusion"))))
def relabelling_is_private(given: Neighbours) -> Iterator[Line]:
    sides = Sides(given)
    for part in (counted_patterns, scores_of_extensions, chain, what_the_learner_sees, summation):
        yield from part(sides)


def refutes_relabelling_is_private(given: Neighbours, step: str, case: Any) -> bool:
    """Tell whether a line is false: both sides again, from patterns as sets of pairs and plain fractions."""
    data, rest = (given.D_1, given.D_2), (given.V + given.W_1, given.V + given.W_2)
    points = [{x for x, _ in data[t] + rest[t]} for t in (0, 1)]
    weight: list[Table] = [{frozenset((x, h[x]) for x in points[t]): given.root ** (-given.weight_of_an_error * sum(
        h[x] != y for x, y in data[t])) for h in given.H} for t in (0, 1)]
    common, size = points[0] & points[1], [len(weight[0]), len(weight[1])]
    alike: list[Table] = [{}, {}]
    for t in (0, 1):
        for g, w in weight[t].items():
            alike[t].setdefault(tuple(y for x, y in sorted(g) if x in common), []).append((g, w))
    if step == "eq-growth":
        return not all(len(alike[t]) <= size[t] <= 2 * len(alike[t]) for t in (0, 1))
    if step == "eq-score":
        least, *_, most = sorted(w for t in (0, 1) for _, w in alike[t][case[1]])
        return most > least * given.root
    if step.startswith("eq-chain"):
        return broken_chain(alike, case[1], given.root, int(step[-1]))
    if step == "eq-A/rows":
        return sum(a[0] != b[0] for a, b in zip(data[0] + rest[0], data[1] + rest[1], strict=True)) > 1
    if step == "eq-A/shown":
        return given.published != "V" and len({*data[0], *data[1]} - {*data[0]} & {*data[1]}) > 0
    laws = [law_of(given, t, alike[t][case[1]] if step == "eq-A/answers" else list(weight[t].items()))
            for t in (0, 1)]
    slope = given.exp_epsilon * (1 if step == "eq-A/answers" else 4 * given.root**2)
    return sum(max(Fraction(0), p - slope * laws[1].get(o, Fraction(0))) for o, p in laws[0].items()) > given.delta


def broken_chain(alike: list[Table], h: Any, root: Fraction, line: int) -> bool:
    """Tell whether a line of the chain is false, its fractions multiplied out."""
    (one, two), ones = [sum(w for _, w in alike[t][h]) for t in (0, 1)], [len(alike[t][h]) for t in (0, 1)]
    e_one, e_two = one * (2 if ones[0] == 1 else 1), two * (2 if ones[1] == 1 else 1)
    z_one, z_two = (sum(w for found in alike[t].values() for _, w in found) for t in (0, 1))
    low = sum(min(found, key=lambda pair: sorted(pair[0]))[1] for found in alike[0].values())
    high = sum(sum(w for _, w in found) * (2 if len(found) == 1 else 1) for found in alike[1].values())
    tops, bottoms = (one, e_one, e_one, 2 * root**2 * e_two, 2 * root**2 * e_two, 4 * root**2 * two), (
        z_one, z_one, low, high, z_two, z_two)
    return tops[line - 1] * bottoms[line] > tops[line] * bottoms[line - 1]


def law_of(given: Neighbours, t: int, weighted: list[tuple[frozenset[Any], Fraction]]) -> dict[Any, Fraction]:
    """Return the law of what is published and answered if patterns with such weights relabel."""
    law: dict[Any, Fraction] = {}
    for g, w in weighted:
        label, total = dict(g), sum(weight for _, weight in weighted)
        first = (given.D_1, given.D_2)[t]
        relabelled = tuple((x, label[x]) for x, _ in first + given.V + (given.W_1, given.W_2)[t])
        seen = relabelled[len(first) * (given.published == "V"):len(first) + len(given.V)]
        for answer, p in given.A(relabelled, given.exp_epsilon, given.delta).items():
            law[seen, answer] = law.get((seen, answer), Fraction(0)) + p * w / total
    return law
