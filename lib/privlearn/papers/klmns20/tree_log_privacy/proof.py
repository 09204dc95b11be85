"""KLMNS20, Lemma 3.6: its proof, step by step on one level of whole runs, and the lemma on all small databases."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from math import prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import as_fraction
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.laws import Law, choice, hockey_stick, pure, worst_ratio
from privlearn.laws.divergences import table_hockey_stick, table_ratio
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import LawTables
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.tree_log.privacy import choice_loss
from privlearn.learners.interior_point.tree_log.tables import base_masses
from privlearn.learners.interior_point.trees import (candidates, embed, level_bits, matching_prefix, middle, path_curve,
                                                     path_law, unmatched_bound)
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.mechanisms.choosing_once import one_shot_delta
from privlearn.papers.klmns20.paths.instances import Database, changes, value, word
from privlearn.papers.klmns20.tree_log.instances import law_by_definition, path_by_definition, score, shares
from privlearn.papers.klmns20.tree_log_privacy.instances import (ELEVEN_TENTHS, RIGHT, BrokenExit, BrokenTrim,
                                                                 additions, broken_always_a_node, broken_budget, excess,
                                                                 one)
from privlearn.papers.klmns20.tree_log_privacy.privacy import FAMILY, FOUR, SETTINGS, delta_by_hand


class Run(NamedTuple):
    """A database, a point that is added, the bits of a point, the parameters of all levels, e^g, and what runs."""

    S: Database
    x: int
    bits: int
    e_p: Fraction
    e_c: Fraction
    tau: int
    e_e: Fraction
    trim: int
    t: int
    e_b: Fraction
    N: int
    e_g: Fraction
    copies_of_x: int = 1
    runs: Any = RIGHT
    all_steps: bool = True


TWO = Fraction(2)


@cache
def tables_of(runs: Any, bits: int, *numbers: Any) -> LawTables:
    """Return what runs, with its laws."""
    found: LawTables = runs(bits, one(*numbers))
    return found


def masses(given: Run, rows: Database) -> dict[Any, Any]:
    """Return the law of the answer, in internal weights."""
    return tables_of(given.runs, *given[2:11]).masses(rows)


@cache
def promised(numbers: tuple[Any, ...]) -> tuple[Fraction, Any]:
    """Return e^b and d, of e_p, e_c, tau, e_e, t, e_b, N, e_g."""
    e_p, e_c, tau, e_e, t, e_b, N, e_g = numbers
    return e_b * (e_g * e_c * e_e) ** N, N * (as_bracket(path_curve(e_p, e_g)) + unmatched_bound(e_p, t)
                                              + one_shot_delta(e_c, tau))


class OneLevel:
    """The random steps of the outermost level of what runs, under S (side 0) and S' (side 1)."""

    def __init__(self, given: Run) -> None:
        self.tables, self.bits, self.t = tables_of(given.runs, *given[2:11]), given.bits, given.t
        self.level = self.tables.parameters.levels[0]
        self.sides = given.S, tuple(sorted((*given.S, *(given.x,) * given.copies_of_x)))
        self.kept = [middle(rows, given.trim) for rows in self.sides]

    def paths(self, side: int) -> dict[Any, Fraction]:
        return path_law(self.kept[side], self.bits, self.t, self.level.exp_path or 1).exact()

    def inner(self, side: int, end: Any) -> Database:
        return embed(self.kept[side], self.bits, end, 0 if isinstance(self.tables, BrokenTrim) else self.t)

    def answers(self, side: int, end: Any) -> dict[Any, Any]:
        """Return the law of y after a path, in internal weights."""
        found: dict[Any, Any] = self.tables._solve(self.inner(side, end), level_bits(self.bits), self.bits + 1, 1)
        return found

    def nodes(self, side: int, y: Any) -> Law:
        level = self.level
        return pure(None) if y is None else node_law(self.kept[side], self.bits, min(y, self.bits), level.exp_choose,
                                                     level.threshold)

    def leaf(self, side: int, node: Any) -> Law:
        return interior_point_law(self.sides[side], candidates(node, self.bits), self.level.exp_end)

    def after(self, side: int, end: Any) -> Law:
        """Return the law of the answer after a path."""
        if isinstance(self.tables, BrokenExit) and len(self.sides[side]) < 2:
            return pure(None)
        y_law = choice({y: as_fraction(p) for y, p in self.answers(side, end).items()})
        return y_law.then(lambda y: self.nodes(side, y)).then(
            lambda node: pure(node) if node is None else self.leaf(side, node))


def up_to_the_level(given: Run, run: OneLevel) -> Iterator[Line]:
    """Yield the lines of the mixture, whose labels are the classes of paths, and of the recursive call."""
    e_p, e_c, tau, e_e, _, t, e_b, N, e_g = given[3:12]
    q, later = run.paths(0), dict[Any, dict[Any, Fraction]]()
    for end, mass in run.paths(1).items():
        later.setdefault(matching_prefix(end, q), {})[end] = mass
    q_later = {P: sum(ends.values(), Fraction(0)) for P, ends in later.items()}
    apart, e_to_b = hockey_stick(q_later, q, e_g)[0], promised((e_p, e_c, tau, e_e, t, e_b, N, e_g))[0]
    classes = [(run.after(0, P), choice({end: p / q_later[P] for end, p in later[P].items()}).then(
        partial(run.after, 1))) for P in q]
    yield Line("mixture", "<=", table_hockey_stick(masses(given, run.sides[1]), masses(given, given.S), e_to_b)[0],
               apart + max(hockey_stick(other, law, e_to_b / e_g)[0] for law, other in classes))
    pairs = [(P, end) for P in q for end in later[P]]
    yield Line("base", "<=", max(max(table_ratio(*laws)[0], table_ratio(*laws[::-1])[0]) for laws in (
        [base_masses(run.inner(k, ends[k]), given.bits + 1, run.tables.parameters) for k in (0, 1)]
        for ends in pairs)), e_b)
    yield Line("classes", "<=", apart, as_bracket(path_curve(e_p, e_g)) + unmatched_bound(e_p, t))
    yield Line("inner", "==", {changes(run.inner(0, P), run.inner(1, end)) for P, end in pairs},
               {(int(len(run.kept[1]) > t), 0)})
    e_inner, d_inner = promised((e_p, e_c, tau, e_e, t, e_b, N - 1, e_g))
    yield Line("recursion", "<=", max(table_hockey_stick(run.answers(1, end), run.answers(0, P), e_inner)[0]
                                      for P, end in pairs), d_inner)
    yield Line("forward/path", "<=", max(mass / q_later[P] for P, mass in q.items()), value(forward_factor, e_p, t))


def after_the_level(given: Run, run: OneLevel, loss: Formula) -> Iterator[Line]:
    """Yield the lines of nodes and leaves."""
    for y in range(given.bits + 1):
        before, after = (run.nodes(k, y) for k in (0, 1))
        yield Line("node", "<=", hockey_stick(after, before, given.e_c)[0], one_shot_delta(given.e_c, given.tau),
                   ("y", y))
    for v in {(y, z >> (given.bits - y)) for z in run.kept[0] for y in range(given.bits)}:
        yield Line("leaf", "<=", max(worst_ratio(run.leaf(k, v), run.leaf(1 - k, v))[0] for k in (0, 1)), given.e_e,
                   ("node", v))
    for y in range(given.bits + 1):
        yield Line("forward/node", "<=", worst_ratio(run.nodes(0, y), run.nodes(1, y))[0],
                   value(loss, given.e_c, given.tau), ("y", y))


def all_runs() -> Iterator[Run]:
    """Yield all small neighbours up to reflection, and some with all steps."""
    for name, (bits, parameters, sizes, gap) in SETTINGS.items():
        t, N = parameters.levels[0], len(parameters.levels)
        numbers: Any = t.exp_path, t.exp_choose, t.threshold, t.exp_end, t.trim, t.stop, parameters.exp_base, N, gap
        for k, (s, larger) in enumerate(additions(bits, sizes)):
            x = next((y for y, z in zip(larger, s, strict=False) if y != z), larger[-1])
            yield Run(s, x, bits, *numbers)._replace(all_steps=k % STEPS_OF.get(name, 100) == 0)
    near = ELEVEN_TENTHS
    yield from (Run((), 0, 1, near, c, tau, near, 0, 25, near, 1, near) for c in (near, FOUR) for tau in (-1, 3))


STEPS_OF = {"small threshold": 1, "equal": 400, "equal, e^eps = 2": 800, "two levels, 4 points": 10}
family = cache(lambda: tuple(all_runs()))


@proof("KLMNS20-3.6", grade="exhaustive",
       quantifier=f"{FAMILY}: the conclusion for all pairs up to reflection, the steps for every hundredth or so; a "
                  "first element at e^epsilon_c = 11/10, 4, tau = -1, 3",
       instances=family, start=Run((0, 0, 1, 3), 2, 2, TWO, FOUR, 3, TWO, 0, 1, TWO, 2, Fraction(1)),
       steps={"mixture": "{the hockey stick of the answers at e^(g + h)} is at most {that of the classes at e^g and "
                         "the largest of the answers given a class at e^h}",
              "base": "{the largest ratio of the base's answers on D and D'} is at most {e^epsilon_b}",
              "classes": "{the hockey stick of the classes at e^g} is at most {W(g) + u}",
              "inner": "{how many levels the inner databases of S' have too many, too few} is {1 and 0, or none}",
              "recursion": "{the largest hockey stick of y after a path} is at most {d for N - 1 levels}",
              "node": "{the hockey stick of the nodes at e^epsilon_c} is at most {delta_c}",
              "leaf": "{the largest ratio of the leaves} is at most {e^epsilon_e}",
              "forward/path": "{the largest ratio of the classes, S against S',} is at most {gamma_p}",
              "forward/node": "{the largest ratio of the nodes} is at most {gamma_c}",
              "replacement": "{the hockey stick of S + x against S + 0 at e^(a + b)} is at most {d}",
              "conclusion": "{the largest ratio forward; the hockey stick backward} is at most {e^a; d}"},
       hypotheses=(Hypothesis("one element is added", {"copies_of_x": 3},
                              ("base", "inner", "node", "leaf", "forward/path", "forward/node", "conclusion")),
                   Hypothesis("a leaf is drawn with epsilon_e", {"runs": broken_budget(end=2)},
                              ("leaf", "conclusion")),
                   Hypothesis("a node is drawn with epsilon_c", {"runs": broken_budget(choose=2)},
                              ("node", "forward/node", "conclusion")),
                   Hypothesis("the base draws with epsilon_b", {"runs": broken_budget(base=2)},
                              ("base", "conclusion")),
                   Hypothesis("no answer has the weight tau", {"runs": broken_always_a_node}, ("node", "conclusion")),
                   Hypothesis("whether there is an answer is not decided by n", lambda: (
                       given._replace(runs=BrokenExit) for given in family() if len(given.S) == 1), ("conclusion",)),
                   Hypothesis("as many levels are dropped as the stopping weight", lambda: (
                       given._replace(runs=BrokenTrim) for given in family() if given.e_b == 64),
                       ("base", "inner", "recursion", "conclusion")),
                   Hypothesis("epsilon_p is positive", needless="W divides by e^epsilon_p - 1"),
                   Hypothesis("g and all other epsilon are at least 0",
                              needless="W is read at such g, and privacy parameters are not negative")))
def levels_add_up(given: Run, loss: Formula = choice_loss) -> Iterator[Line]:
    S, e_p, e_c, tau, e_e, _, t, e_b, N, e_g = given.S, *given[3:12]
    e_a = prod([value(forward_factor, e_p, t) * value(loss, e_c, tau) * e_e] * N, start=e_b)
    e_to_b, d = promised((e_p, e_c, tau, e_e, t, e_b, N, e_g))
    before, after = (masses(given, tuple(sorted((*S, *more)))) for more in ((), (given.x,) * given.copies_of_x))
    if given.all_steps:
        run = OneLevel(given)
        *early, path = up_to_the_level(given, run)
        *late, = after_the_level(given, run, loss)
        yield from (*early, *late[:-given.bits - 1], path, *late[-given.bits - 1:])
        other = masses(given, (0, *S))
        yield Line("replacement", "<=", table_hockey_stick(after, other, as_bracket(e_a).upper * e_to_b)[0], d)
    yield Line("conclusion", "<=", table_ratio(before, after)[0], e_a, "forward")
    yield Line("conclusion", "<=", table_hockey_stick(after, before, e_to_b)[0], d, "backward")


def refutes_levels_add_up(given: Run, step: str, case: Any, loss: Formula) -> Any:
    """Tell whether a line is false: on words, all steps by their definitions."""
    S, bits, e_c, tau, t, N = given.S, given.bits, given.e_c, given.tau, given.t, given.N
    sides, tables = (S, (*S, *(given.x,) * given.copies_of_x)), tables_of(given.runs, *given[2:11])
    level, kept = tables.parameters.levels[0], [middle(rows, given.trim) for rows in sides]
    if step.endswith("node"):
        counts = [Counter(word(z, bits)[:case[1]] for z in rows) for rows in kept]
        c = Fraction(level.exp_choose)
        p, q = (shares({v: c**n for v, n in found.items()} | {None: c**level.threshold}) for found in counts)
        if step == "node":
            above = sum(max(Fraction(0), mass - e_c * p.get(v, 0)) for v, mass in q.items())
            return above > 1 / (1 + Fraction(e_c) ** (tau - 1))
        return any(p[v] > as_bracket(loss(e_c, tau)).upper * q[v] for v in p)
    if step == "leaf":
        leaves = candidates(case[1], bits)
        p, q = (shares({z: Fraction(level.exp_end) ** score(z, rows) for z in leaves}) for rows in sides)
        return any(p[z] > given.e_e * q[z] or q[z] > given.e_e * p[z] for z in leaves)
    if step == "base":
        laws = [[shares({y: Fraction(tables.parameters.exp_base) ** score(y, inner) for y in range(bits + 1)})
                 for end in path_by_definition([word(z, bits) for z in rows], bits, t, given.e_p)
                 for inner in [embed(rows, bits, (len(end), int(end or "0", 2)), t)]] for rows in kept]
        return any(p[y] > given.e_b * q[y] or q[y] > given.e_b * p[y] for p in laws[0] for q in laws[1] for y in p)
    if step == "mixture":
        return any({o: as_fraction(m) for o, m in tables.masses(tuple(sorted(rows))).items()} != law_by_definition(
            rows, bits, tables.parameters.levels, tables.parameters.exp_base) for rows in sides)
    ratio = {"forward": max(given.e_p, 1 + given.e_p**-t) * as_bracket(loss(e_c, tau)).upper * given.e_e,
             "backward": given.e_g * e_c * given.e_e}[case]
    left, right = sides if case == "forward" else sides[::-1]
    apart = excess(given.runs, bits, one(*given[3:11]), left, right, given.e_b * ratio**N)
    return apart > N * delta_by_hand(given.e_p, e_c, tau, t, given.e_g) * (case == "backward")
