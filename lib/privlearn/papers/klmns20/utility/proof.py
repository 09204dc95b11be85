"""KLMNS20, Section 3.2: the proof of Lemma 3.8, line by line along the paths of one run of TreeLog."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import privlearn.papers.klmns20.utility.success  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.learners.interior_point import interior_point_law, interior_score
from privlearn.learners.interior_point.problem import worst_base
from privlearn.learners.interior_point.tree_log.failure import sizes
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, fall_levels
from privlearn.learners.interior_point.trees.nodes import level_bits, node_at, weight
from privlearn.papers.klmns20.tree_log.instances import score, shares
from privlearn.papers.klmns20.utility import claim
from privlearn.papers.klmns20.utility.instances import (Bits, Database, Run, bits_of, failing_on, no_rows_left, node_of,
                                                        risks, scores_of_the_base, shown, small, too_few_rows,
                                                        with_candidates, with_score, with_short_paths,
                                                        with_smallest_dropped, without_trimming_above)

claim("KLMNS20-3.8.size", kind="inequality", step_of="KLMNS20-3.8",
      title="Every level of the recursion takes 2 t_1 + t_2 elements", uses=("KLMNS20-alg1", "KLMNS20-3.embed"))
claim("KLMNS20-3.8.weight", kind="inequality", step_of="KLMNS20-3.8",
      title="The path's node at an interior level is heavy", uses=("KLMNS20-alg1", "KLMNS20-3.embed"))
claim("KLMNS20-3.8.case2", kind="inequality", step_of="KLMNS20-3.8",
      title="If the node holds all elements, a leaf at its middle is an interior point",
      uses=("KLMNS20-3.8.weight", "KLMNS20-3.embed"), erratum_kind="gap",
      erratum="The proof says that both children of the node have positive weight. If all elements are the same "
              "point and y is the deepest level, the node is a leaf and has no children: one such case for "
              "every point of the domain, the smallest being two equal points of a domain of two. The "
              "conclusion stands: the leaf is the point itself.")


law_of_node = cache(lambda *given: node_law(*given).exact())
law_of_point = cache(lambda *given: interior_point_law(*given).exact())


@dataclass(frozen=True)
class Stage:
    """A level of the recursion: its elements, the trimmed ones, its path, D, and the score that is asked of it."""

    name: str
    S: Database
    bits: int
    kept: Database
    path: Bits
    D: Database
    score: int
    run: Run

    @property
    def interior_levels(self) -> range:
        return range(self.D[0], self.D[-1] + 1) if self.D else range(0)

    def choice(self, y: int) -> dict[Any, Any]:
        return law_of_node(self.kept, self.bits, min(y, self.bits), self.run.exp_c, self.run.tau)

    def leaves(self, node: tuple[int, int]) -> Database:
        found = candidates(node, self.bits)
        if len(found) == 4 and self.run.candidates != "all four":
            return found[1:3] if self.run.candidates == "the two in the middle" else (found[0], found[3])
        return found

    def best(self, node: tuple[int, int], among: Database) -> int:
        """Return the best score in the trimmed database of some leaves, if they are candidates."""
        return max((interior_score(x, self.kept) for x in among if x in self.leaves(node)), default=0)

    def end(self, node: tuple[int, int]) -> dict[int, Any]:
        return law_of_point(self.S, self.leaves(node), self.run.exp_e)

    def miss(self, node: tuple[int, int]) -> Any:
        """Return how often the leaf that is chosen has not the score."""
        return sum(p for x, p in self.end(node).items() if interior_score(x, self.S) < self.score)

    def nodes(self) -> Iterator[tuple[tuple[Any, ...], int, tuple[int, int], int]]:
        """Yield the nodes that can be chosen at interior levels: a case, the level, the node, and its weight."""
        for y in self.interior_levels:
            for node in self.choice(y):
                if node is not None:
                    yield (self.name, "y", y, "v", bits_of(node)), y, node, weight(self.kept, self.bits, node)


def stages(run: Run) -> list[Stage]:
    """Return the levels of the recursion; below the first, an interior point is all that is needed."""
    found, rows, bits = [], run.S, run.bits
    for i, (kept, path, levels) in enumerate(zip(run.S_hat, run.path, run.D, strict=True)):
        found.append(Stage(f"D_{i + 1}", rows, bits, kept, path, levels, run.s if i == 0 else 1, run))
        rows, bits = levels, level_bits(bits)
    return found


def sizes_met(run: Run) -> Iterator[Line]:
    """Sizes."""
    for stage, size in zip(stages(run), sizes(len(run.S), run.parameters)[1:], strict=True):
        yield Line("size/level", "==", len(stage.D), size, (stage.name,))
    yield Line("size/base", "<=", run.n_b, len(run.base))
    yield Line("size/some", "<=", 1, len(run.base))


def base(run: Run) -> Iterator[Line]:
    """The base: a median, a point beside it, and the rest of the values."""
    rows, ratio, m = run.base, Fraction(run.exp_b), len(run.base)
    if not rows:
        return
    x = rows[(m - 1) // 2]
    a = interior_score(x, rows)
    yield Line("base/median", "<=", Fraction(m, 2), a, ("x", x))
    if a < m:
        beside = x + 1 if sum(z <= x for z in rows) == a else x - 1
        yield Line("base/beside", "<=", m - a, interior_score(beside, rows), ("x", x, "beside it", beside))
        yield Line("base/split", "<=", ratio ** (m // 2) + ratio ** (m - m // 2), ratio**a + ratio ** (m - a))
    worst, allowed = (worst_base(run.values, size, run.exp_b) for size in (m, max(1, run.n_b)))
    yield Line("base/failure", "<=", missed(law_of_point(rows, range(run.values), run.exp_b), rows), worst)
    yield Line("base/fewest", "<=", worst, allowed)
    yield Line("base/beta", "<=", allowed, run.beta_b)


def missed(law: dict[int, Any], rows: Database) -> Any:
    """Return how often an answer is no interior point."""
    return sum(p for y, p in law.items() if interior_score(y, rows) == 0)


def nodes_are_heavy(stage: Stage) -> Iterator[Line]:
    """The node at level y."""
    for y in stage.interior_levels:
        yield Line("weight/reached", "<=", y, len(stage.path), (stage.name, "y", y))
        yield Line("weight/levels", "<=", stage.run.t_2 + sum(d >= y for d in stage.D),
                   weight(stage.kept, stage.bits, node_at(node_of(stage.path), y)), (stage.name, "y", y))


def some_node_is_chosen(stage: Stage) -> Iterator[Line]:
    """The choice among all nodes of level y."""
    run = stage.run
    bound = 1 / (1 + Fraction(run.exp_c) ** (run.t_2 + 1 - run.tau))
    for y in stage.interior_levels:
        yield Line("choice/none", "<=", stage.choice(y)[None], bound, (stage.name, "y", y))
        yield Line("choice/beta", "<=", bound, run.beta_c, (stage.name, "y", y))


def some_outside(stage: Stage) -> Iterator[Line]:
    """Case 1."""
    for case, _, node, count in stage.nodes():
        if count < len(stage.kept):
            found = candidates(node, stage.bits)
            yield Line("case1", "<=", 1, stage.best(node, (found[0], found[-1])), case)


def all_inside(stage: Stage) -> Iterator[Line]:
    """Case 2."""
    for case, y, (depth, prefix), count in stage.nodes():
        if count < len(stage.kept):
            continue
        node, falls = (depth, prefix), fall_levels(stage.kept, stage.bits, node_of(stage.path))
        yield Line("case2/node", "==", prefix, node_at(node_of(stage.path), y)[1], case)
        yield Line("case2/level", "<=", 1, falls.count(y), case)
        if depth < stage.bits:
            children = [weight(stage.kept, stage.bits, (depth + 1, 2 * prefix + bit)) for bit in (0, 1)]
            yield Line("case2/children", "<=", 1, min(children), case)
        found = candidates(node, stage.bits)
        yield Line("case2/leaves", "<=", 1, stage.best(node, found[1:3] if len(found) == 4 else found), case)


def trimming_gains(stage: Stage) -> Iterator[Line]:
    """The best candidate."""
    for case, _, node, _ in stage.nodes():
        scores = [(interior_score(x, stage.S), interior_score(x, stage.kept)) for x in stage.leaves(node)]
        if gains := [score - before for score, before in scores if before]:
            yield Line("trimmed/gain", "<=", stage.run.t_1, min(gains), case)
        yield Line("trimmed/score", "<=", stage.score, max(score for score, _ in scores), case)


def good_leaf_is_chosen(stage: Stage) -> Iterator[Line]:
    """The choice of a leaf."""
    bound = 3 / (3 + Fraction(stage.run.exp_e) ** (stage.run.t_1 + 2 - stage.score))
    for case, _, node, _ in stage.nodes():
        yield Line("end/miss", "<=", stage.miss(node), bound, case)
        yield Line("end/beta", "<=", bound, stage.run.beta_e, case)


def summed(run: Run) -> Iterator[Line]:
    """The failures of a run, added up; then the conclusion, from the law of the answer along the paths."""
    law: dict[Any, Any] = law_of_point(run.base, range(run.values), run.exp_b)
    failures = missed(law, run.base)
    for stage in reversed(stages(run)):
        answers: dict[Any, Any] = {}
        for y, p in law.items():
            for node, q in stage.choice(y).items() if y is not None else [(None, 1)]:
                if y in stage.interior_levels:
                    failures += p * q * (1 if node is None else stage.miss(node))
                for x, share in stage.end(node).items() if node is not None else [(None, 1)]:
                    answers[x] = answers.get(x, 0) + p * q * share
        law = answers
    success = sum(p for x, p in law.items() if x is not None and interior_score(x, run.S) >= run.s)
    yield Line("sum", "<=", 1 - success, failures)
    yield Line("conclusion", "<=", 1 - run.beta_b - len(run.D) * (run.beta_c + run.beta_e), success)


@proof("KLMNS20-3.8", grade="exact",
       quantifier="no level on 2, 4 and 8 points, one on 4 and 8 points, two on 4 and 8, t_1, t_2 <= 2, n_b = 1 to 3, "
                  "3 to 7 rows: all databases (mirrored ones once) and all possible paths, all scores up to t_1 + 1, "
                  "tau = 2, e^epsilon = 3, 5/2 and 2, the least risks that the conditions allow",
       instances=small, start=lambda: shown()[0],
       steps={"size/level": "{the levels in D} are as many as {the elements less 2 t_1 + t_2}",
              "size/base": "{n_b} is at most {the elements of the base}",
              "size/some": "{1} is at most {the elements of the base}",
              "base/median": "{half of the elements} is at most {a, the score of a median x}",
              "base/beside": "{the elements less a} is at most {the score of a point beside x}",
              "base/split": "{the weight of an even split} is at most {that of a and the rest}",
              "base/failure": "{the failure of the base} is at most {the worst of so many elements}",
              "base/fewest": "{the worst of so many elements} is at most {the worst of n_b}",
              "base/beta": "{the worst of n_b} is at most {beta_b}",
              "weight/reached": "{y} is at most {the length of the path}",
              "weight/levels": "{t_2 + the levels from y on} is at most {w(v_y)}",
              "choice/none": "{Pr[no node]} is at most {that with the weight t_2 + 1}",
              "choice/beta": "{Pr[no node] with the weight t_2 + 1} is at most {beta_c}",
              "case1": "{1} is at most {the score of the first or last leaf}",
              "case2/node": "{the place of v among the nodes of level y} equals {the place of v_y}",
              "case2/level": "{1} is at most {the elements that fall at y}",
              "case2/children": "{1} is at most {the elements of the lighter child}",
              "case2/leaves": "{1} is at most {the score of a leaf at the middle}",
              "trimmed/gain": "{t_1} is at most {the score that an interior leaf gains}",
              "trimmed/score": "{s} is at most {the best score of a candidate in S}",
              "end/miss": "{Pr[a worse leaf]} is at most {that with three leaves of score s - 1}",
              "end/beta": "{Pr[a worse leaf] with three leaves of score s - 1} is at most {beta_e}",
              "sum": "{Pr[no answer of score s]} is at most {the sum of the failures}",
              "conclusion": "{1 - beta_b - N (beta_c + beta_e)} is at most {Pr[an answer of score s]}"},
       wordless={"paths": "an average over the paths of what holds along each of them"},
       hypotheses=(
           Hypothesis("S has n elements", too_few_rows, ("size/base", "base/fewest", "conclusion")),
           Hypothesis("n_b >= 1", no_rows_left, ("size/some", "conclusion")),
           Hypothesis("e^(epsilon_b n_b) is large enough", failing_on(2), ("base/beta", "conclusion")),
           Hypothesis("two halves of n_b weigh enough", failing_on(1), ("base/beta", "conclusion")),
           Hypothesis("t_2 is large enough for beta_c", risks(beta_c=Fraction(1, 10**4)),
                      ("choice/beta", "conclusion")),
           Hypothesis("t_1 is large enough for beta_e", risks(beta_e=Fraction(1, 10**4)), ("end/beta", "conclusion")),
           Hypothesis("s <= t_1 + 1", with_score(3), ("trimmed/score", "end/miss")),
           Hypothesis("s >= 1", with_score(0), ("end/beta",)),
           Hypothesis("s = 1 if N = 0", scores_of_the_base, ("sum", "conclusion")),
           Hypothesis("as many elements are trimmed on either side", without_trimming_above,
                      ("trimmed/gain", "end/miss")),
           Hypothesis("the path goes on where the weight is above t_2", with_short_paths,
                      ("case2/children", "case2/leaves", "trimmed/score", "end/miss", "conclusion")),
           Hypothesis("the largest levels are dropped", with_smallest_dropped,
                      ("weight/levels", "choice/none", "conclusion")),
           Hypothesis("the first and last leaf are candidates", with_candidates("the two in the middle"),
                      ("case1", "trimmed/score", "end/miss", "conclusion")),
           Hypothesis("the leaves at the middle are candidates", with_candidates("the two at the ends"),
                      ("case2/leaves", "trimmed/score", "end/miss", "conclusion"))))
def tree_log_is_right(run: Run) -> Iterator[Line]:
    yield from sizes_met(run)
    yield from base(run)
    for part in (nodes_are_heavy, some_node_is_chosen, some_outside, all_inside, trimming_gains, good_leaf_is_chosen):
        for stage in reversed(stages(run)):
            yield from part(stage)
    yield from summed(run)


def refutes_tree_log_is_right(run: Run, step: str, case: Any) -> bool:
    """Tell whether a line is false: nodes as words, chances as quotients of sums of weights."""
    if step.startswith(("size", "base")):
        return refuted_below(run, step)
    if step in ("sum", "conclusion"):
        law, allowed = answers(run, 0), 1 - run.beta_b - len(run.D) * (run.beta_c + run.beta_e)
        good = sum(p for x, p in law.items() if x is not None and score(x, run.S) >= run.s)
        return good < (allowed if step == "conclusion" else sum(p for x, p in law.items() if score(x, run.S)))
    i, y, e = int(case[0][2:]) - 1, case[2], Fraction(run.exp_e)
    rows, kept, wanted = (run.S, *run.D)[i], run.S_hat[i], run.s if i == 0 else 1
    if step.startswith(("weight", "choice")):
        if step == "choice/beta":
            return run.beta_c * (1 + Fraction(run.exp_c) ** (run.t_2 + 1 - run.tau)) < 1
        if step == "choice/none":
            odds = sum(Fraction(run.exp_c) ** (w - run.tau) for w in groups(run, i, y).values())
            return odds < Fraction(run.exp_c) ** (run.t_2 + 1 - run.tau)
        return groups(run, i, y)[run.path[i][:y]] < run.t_2 + sum(d >= y for d in run.D[i])
    if step == "end/beta":
        return run.beta_e * (3 + e ** (run.t_1 + 2 - wanted)) < 3
    node, height = case[4], tree_bits(run, i) - len(case[4])
    found = leaves(run, i, node)
    if step == "case2/children":
        return len({x >> (height - 1) for x in kept}) < 2
    if step.startswith("case"):
        outer = {x for x in found if x % (1 << height) in (0, (1 << height) - 1)}
        among = outer if step == "case1" or height < 2 else found - outer
        return not any(min(kept) <= x <= max(kept) for x in among)
    if step == "trimmed/gain":
        return any(0 < score(x, kept) > score(x, rows) - run.t_1 for x in found)
    good, bad = (sum(e ** score(x, rows) for x in found if (score(x, rows) >= wanted) is right)
                 for right in (True, False))
    return not good if step == "trimmed/score" else bad * e ** (run.t_1 + 2 - wanted) > 3 * good


def refuted_below(run: Run, step: str) -> bool:
    """Tell whether a line about sizes or the base is false."""
    left, values, e = len(run.S) - len(run.D) * (2 * run.t_1 + run.t_2), 1 << run.bits, Fraction(run.exp_b)
    for _ in run.D:
        values = (values - 1).bit_length() + 1
    worst = [max(Fraction(values - k) / (values - k + good) for k, good in (
        (1, e**n), (min(values, 2), e ** (n // 2) + e ** (n - n // 2)))) for n in (left, run.n_b)]
    return {"size/base": left < run.n_b, "size/some": left <= 0, "base/fewest": worst[0] > worst[1],
            "base/beta": worst[1] > run.beta_b}[step]


def tree_bits(run: Run, i: int) -> int:
    bits = run.bits
    for _ in range(i):
        bits = bits.bit_length()
    return bits


def groups(run: Run, i: int, y: int) -> Counter[Bits]:
    """Return the weights of the nodes at a level, by their words."""
    bits = tree_bits(run, i)
    return Counter(tuple(map(int, f"{x:0{bits}b}"[:y])) for x in run.S_hat[i])


def leaves(run: Run, i: int, node: Bits) -> set[int]:
    """Return the candidates: the node's word, then zeros, ones, or one bit and its opposite."""
    height = tree_bits(run, i) - len(node)
    first = int("0" + "".join(map(str, node)), 2) << height
    ends, centre = {first, first + (1 << height) - 1}, {first + (1 << height >> 1) - 1, first + (1 << height >> 1)}
    if height < 2:
        return ends
    return {"all four": ends | centre, "the two in the middle": centre}.get(run.candidates, ends)


def answers(run: Run, i: int) -> dict[Any, Fraction]:
    """Return the law of the answer of the i-th level along the paths."""
    rows = (run.S, *run.D)[i]
    if i == len(run.D):
        values = range(tree_bits(run, i - 1) + 1 if i else 1 << run.bits)
        return shares({x: Fraction(run.exp_b) ** score(x, rows) for x in values})
    law: dict[Any, Fraction] = {}
    for y, p in answers(run, i + 1).items():
        found = groups(run, i, min(y, tree_bits(run, i))) if y is not None else {}
        for node, q in shares({None: Fraction(run.exp_c) ** run.tau} | {
                v: Fraction(run.exp_c) ** w for v, w in found.items()}).items():
            chosen = {x: Fraction(run.exp_e) ** score(x, rows) for x in leaves(run, i, node)} if node is not None else {
                None: Fraction(1)}
            for x, share in shares(chosen).items():
                law[x] = law.get(x, Fraction(0)) + p * q * share
    return law
