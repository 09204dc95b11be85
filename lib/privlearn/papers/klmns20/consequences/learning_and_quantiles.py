"""KLMNS20, Section 1.1: what follows for learning, with the plan of its learner, for distributions and counts."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import as_fraction, log_bracket, rational
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import MILLIONTH, TENTH
from privlearn.laws import Law, choice, hockey_stick, pure
from privlearn.learners.interior_point import (interior_point_law, learner_from_interior_point, plan_threshold_learner,
                                               quantile_rows)
from privlearn.learners.interior_point.counting_queries import split_blocks
from privlearn.learners.interior_point.heavy_paths import plan_heavy_paths
from privlearn.learners.interior_point.learned_thresholds import ThresholdPlan, shared_budget, threshold_law
from privlearn.learners.interior_point.quantiles import _shares, quantile_laws
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.learners.intervals import threshold_errors, threshold_runs
from privlearn.mechanisms import (add_remove_one, audit_approximate, audit_pure, labelled_rows, multiset_databases,
                                  replace_one, replace_one_unordered)
from privlearn.papers.klmns20.consequences import claim
from privlearn.papers.klmns20.reductions.instances import labelled_pairs, realisable
from privlearn.papers.klmns20.reductions.learners_from_points import most_errors

WISHES: dict[str, Any] = {"epsilon": 1, "delta": MILLIONTH, "beta": TENTH}
NEIGHBOURS = {"replacement": replace_one, "add/remove": add_remove_one}


claim("KLMNS20-1.cor", kind="corollary", title="Thresholds, distributions and counts at the price of an interior point",
      uses=("KLMNS20-1.equiv", "KLMNS20-1.red-ipp-to-learn", "KLMNS20-1.equiv-ipp-qr", "KLMNS20-1.equiv-dl",
            "KLMNS20-1.2", "KLMNS20-4.1"),
      note="Constants reconstructed. Accuracy is meant on the records; for independent examples add what a sample "
           "differs from its distribution. Quantiles come from K fixed blocks at epsilon/K each, so that their rows "
           "grow like 1/alpha^2; noisy boundaries avoid one of the two factors for large K.", formulas=(most_errors,))


CUT = 12_345_678_901_234_567  # at a node deep in the tree, so that many points fall off near its end
LARGE = 100_000
INSTANCES = (("replacement", 64, "close"), ("replacement", 128, "two points"), ("add/remove", 64, "few ones"))


def records(name: str) -> tuple[tuple[int, int], ...]:
    """Return labelled records: 2000 of consecutive points, 10^5 of two points, 10^5 with three ones among them."""
    if name == "close":
        return tuple((CUT - k // 2, 1) for k in range(1000)) + tuple((CUT + 1 + k // 2, 0) for k in range(1000))
    ones = 3 if name == "few ones" else LARGE // 2
    return ((CUT, 1),) * ones + ((CUT + 1, 0),) * (LARGE - ones)


@cache
def planned(relation: str, bits: int) -> ThresholdPlan:
    return plan_threshold_learner(domain_bits=bits, neighbours=NEIGHBOURS[relation], kind="heavy path", **WISHES)


@cache
def cuts_of(relation: str, bits: int, name: str) -> dict[Any, Any]:
    """Return how likely each cut is, exactly."""
    law: dict[Any, Any] = threshold_law(records(name), planned(relation, bits)).masses()
    return law


@cache
def learned(relation: str, bits: int, name: str) -> tuple[tuple[int, Any], ...]:
    """Return how likely each number of errors is, exactly."""
    runs = threshold_runs(records(name), 1 << bits)
    lasts = [last for _, last, _ in runs]
    return tuple((runs[bisect_left(lasts, cut)][2], mass) for cut, mass in cuts_of(relation, bits, name).items())


@check("KLMNS20-1.cor", grade="certified",
       quantifier="2^64 and 2^128 points, n = 2000 and 10^5, both relations, epsilon = 1, delta = 10^-6, TreeLog with "
                  "the heavy path: exact probability of m errors or more, against the failure proved, at most 1/10",
       says="m errors or more have at most the probability that is proved, and that is at most 1/10",
       reason="The exact law in place of 200 runs.")
@sabotage("no errors at all", lambda plan: 0)
@judged("<=")
def large_domains_are_learned(most=lambda plan: plan.errors):
    for relation, bits, name in INSTANCES:
        plan = planned(relation, bits)
        missed = sum((mass for wrong, mass in learned(relation, bits, name) if wrong > most(plan)), rational(0))
        yield (relation, bits, name), missed, plan.inner.failure
        yield (relation, bits, name), plan.inner.failure, TENTH

def refutes_large_domains_are_learned(most, relation, bits, name):
    plan, rows, missed = planned(relation, bits), Counter(records(name)), rational(0)
    for cut, mass in cuts_of(relation, bits, name).items():
        wrong = sum(k for (x, y), k in rows.items() if (x <= cut) != y)
        missed += mass if wrong > most(plan) else 0
    return as_fraction(missed) > TENTH


POINTS, SHAPES = 4, ((4, 6, 1), (4, 6, 2), (3, 8, 3), (5, 5, 2))  # (|X|, n, m)
SMALL = TreeLogParameters((Level(exp_path=2, exp_choose=4, threshold=3, exp_end=2, trim=0, stop=1),), 2)
Rows = tuple[tuple[int, int], ...]


class Learned(NamedTuple):
    """Records D over 0..X-1, a neighbour E, and the algorithm for interior points inside, with its privacy."""

    X: int
    m: int
    D: Rows
    E: Rows
    inside: Callable[[tuple[int, ...]], Law]
    exp_epsilon: Fraction
    delta: Fraction
    labels_are: str = "of a threshold"
    price_paid: str = "for each cut that may change"

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon'", "delta": "delta'"}


@cache
def by_scores(points) -> Law:
    """Return the exponential mechanism for interior points of ``0..4``, weights 2^score."""
    return choice(interior_point_law(points, range(POINTS + 1), Fraction(2)).exact())


@cache
def by_tree_log(points) -> Law:
    """Return TreeLog's law on 8 points, of which ``0..4`` are used."""
    return choice(tree_log_law(points, 3, SMALL).exact())


def least_point(points) -> Law:
    """Return the least point: an interior point, and no privacy."""
    return pure(points[0])


def neighbouring(relation: str, count: int) -> list[tuple[Rows, Rows]]:
    """Return pairs of labelled multisets in both orders, one for each pair of inner databases."""
    if relation == "replacement":
        pairs = labelled_pairs(POINTS, 5)
    else:
        pairs = tuple((rows, tuple(sorted([*rows, row]))) for rows in multiset_databases(labelled_rows(POINTS), 4)
                      for row in labelled_rows(POINTS))
    around, first = cache(lambda rows: around_the_cut(rows, POINTS, count)), dict[Any, Any]()
    for left, right in pairs:
        first.setdefault((around(left), around(right)), (left, right))
    return [ordered for a, b in first.values() for ordered in ((a, b), (b, a))]


@cache
def family() -> list[Learned]:
    """Return the learners around two algorithms on neighbours, and all realisable records of some shapes."""
    two, four = (multiset_databases(range(POINTS + 1), rows) for rows in (2, 4))
    cores: list[Any] = [(1, by_scores, audit_pure(by_scores, two, replace_one_unordered).exp_epsilon, Fraction(0))]
    cores += [(2, by_tree_log, Fraction(r), audit_approximate(by_tree_log, four, replace_one_unordered, r).delta)
              for r in (4, 8)]
    return [start(), *(Learned(POINTS, m, *pair, *core) for relation in NEIGHBOURS for m, *core in cores
                       for pair in neighbouring(relation, m))] + [
        Learned(X, m, D, D[1:], least_point, Fraction(1), Fraction(1)) for X, n, m in SHAPES for D in realisable(X, n)]


def start() -> Learned:
    """Return five records, one of which gets the other label: two cuts change."""
    D = ((0, 1), (1, 1), (2, 0), (3, 0), (3, 0))
    return Learned(POINTS, 1, D, (D[0], (1, 0), *D[2:]), by_scores, Fraction(18, 7), Fraction(0))


@proof("KLMNS20-1.cor", grade="exhaustive",
       quantifier="|X| = 4, n = 5 (and 4 with 5): all labelled multisets and neighbours, one pair for each pair of "
                  "inner databases; the exponential mechanism (m = 1) and TreeLog with one level (m = 2, e^epsilon' = "
                  "4, 8) inside, their privacy audited; (|X|, n, m) = (4, 6, 1), (4, 6, 2), (3, 8, 3), (5, 5, 2): all "
                  "realisable multisets, all interior points",
       instances=family, start=start,
       steps={"cuts": "{the cuts of D and of E} are {2m each}",
              "changed": "{the cuts that change} are at most {2 under replacement, 1 else}",
              "inside": "{delta at epsilon' of the algorithm inside, a cut replaced,} is at most {delta'}",
              "chain": "{delta of the learner at one epsilon' for each} is at most {delta' times 1, or 1 + e^epsilon'}",
              "errors": "{the errors of an interior point} are at most {m - 1}",
              "failure": "{Pr[m errors or more]} is at most {Pr[no interior point is found]}",
              "conclusion": "{delta, or the errors,} are at most {what is stated}"},
       wordless={"counts": "they follow from two other statements, which have checks of their own"},
       hypotheses=(
           Hypothesis("E differs from D in one record", {"E": lambda given: ((0, 0),) * len(given.E)},
                      ("changed", "chain", "conclusion")),
           Hypothesis("the algorithm inside is private", {"inside": least_point}, ("inside", "chain", "conclusion")),
           Hypothesis("the price is paid for each cut that may change", {"price_paid": "for one cut"},
                      ("chain", "conclusion")),
           Hypothesis("D is labelled by a threshold", {"labels_are": "any"}, ("errors", "failure", "conclusion"))))
def interior_points_buy_learners(given: Learned, most: Formula = most_errors) -> Iterator[Line]:
    X, m, ratio = given.X, given.m, given.exp_epsilon
    inner = [tuple(cut + 1 for cut in around_the_cut(rows, X, m)) for rows in (given.D, given.E)]
    laws = [learner_from_interior_point(rows, X, m, given.inside).exact() for rows in (given.D, given.E)]
    yield Line("cuts", "==", [len(points) for points in inner], [2 * m, 2 * m])
    out, new = (sorted((Counter(a) - Counter(b)).elements()) for a, b in (inner, inner[::-1]))
    may = 2 if len(given.D) == len(given.E) else 1
    yield Line("changed", "<=", len(out), may)
    paid = may if given.price_paid != "for one cut" else 1
    path = [tuple(sorted([*(Counter(inner[0]) - Counter(out[:k])).elements(), *new[:k]])) for k in range(len(out) + 1)]
    for near in zip(path, path[1:], strict=False):
        found = hockey_stick(given.inside(near[0]), given.inside(near[1]), ratio)[0]
        yield Line("inside", "<=", found, given.delta, near)
    allowed = given.delta * sum(ratio**k for k in range(paid))
    yield Line("chain", "<=", hockey_stick(laws[0], laws[1], ratio**paid)[0], allowed)
    ones, zeros = ([x for x, y in given.D if y == label] for label in (1, 0))
    errors = dict[int, int]()
    if max(ones, default=-1) < min(zeros, default=X) or given.labels_are == "any":
        for point in range(inner[0][0], inner[0][-1] + 1):
            found_by = learner_from_interior_point(given.D, X, m, cache(lambda _, point=point: pure(point))).exact()
            errors[point] = max(threshold_errors(cut, given.D) for cut in found_by)
        yield from (Line("errors", "<=", wrong, m - 1, ("point", point)) for point, wrong in errors.items())
        missed = sum(p for point, p in given.inside(inner[0]).exact().items() if point is None or point not in errors)
        yield Line("failure", "<=", sum(p for cut, p in laws[0].items() if threshold_errors(cut, given.D) >= m), missed)
    yield Line("conclusion", "<=", hockey_stick(laws[0], laws[1], ratio**paid)[0], allowed, "privacy")
    if errors:
        yield Line("conclusion", "<=", max(errors.values()), most(m), "errors")


def refutes_interior_points_buy_learners(given: Learned, step: str, case: Any, most: Formula) -> bool:
    """Tell whether a line is false: cut by cut, and outcome by outcome."""
    X, m, r, paid = given.X, given.m, given.exp_epsilon, 1 + (
        len(given.D) == len(given.E) and given.price_paid != "for one cut")

    def cuts(rows: Rows) -> list[int]:
        ones, zeros = sorted(x for x, y in rows if y), sorted(x - 1 for x, y in rows if not y)
        return ([-1] * m + ones)[-m:] + (zeros + [X - 1] * m)[:m]

    def excess(left: Law, right: Law, factor: Fraction) -> Fraction:
        found = [law.exact() for law in (left, right)]
        return sum((max(p - factor * found[1].get(t, 0), Fraction(0)) for t, p in found[0].items()), Fraction(0))

    mine, others = cuts(given.D), cuts(given.E)
    if step == "changed":
        return sum(max(0, mine.count(u) - others.count(u)) for u in set(mine)) > 1 + (len(given.D) == len(given.E))
    if step == "inside":
        return excess(given.inside(case[0]), given.inside(case[1]), r) > given.delta
    if step == "chain" or case == "privacy":
        laws = [given.inside(tuple(sorted(u + 1 for u in own))) for own in (mine, others)]
        return excess(laws[0], laws[1], r**paid) > given.delta * (1 + r * (paid - 1))
    wrong = {u: sum((x <= u) != y for x, y in given.D) for u in range(min(mine), max(mine) + 1)}
    return max(wrong.values()) > most(m) or step == "failure"


BLOCKS = 4
QUANTILES: dict[str, Any] = {"blocks": BLOCKS, "domain_bits": 128, "neighbours": replace_one, "epsilon": 4,
                             "delta": MILLIONTH, "beta": TENTH}
COLUMNS = {"constant": (CUT,) * 1200, "two neighbours": (CUT,) * 450 + (CUT + 1,) * 750,
           "steps": tuple(CUT + k // 100 for k in range(1200))}


@cache
def missed_blocks(name: str) -> tuple[Fraction, ...]:
    """Return how likely the point of each block lies outside it, exactly."""
    laws = quantile_laws(COLUMNS[name], **QUANTILES)
    found: dict[Any, Any] = {}  # equal blocks have equal laws
    for law, block in zip(laws, split := split_blocks(COLUMNS[name], BLOCKS), strict=True):
        if block not in found:
            masses: dict[Any, Any] = law.masses()
            outside = (mass for z, mass in masses.items() if not block[0] <= z <= block[-1])
            found[block] = as_fraction(sum(outside, rational(0)))
    return tuple(found[block] for block in split)


@check("KLMNS20-1.cor", grade="exact",
       quantifier="2^128 points, n = 1200, K = 4 blocks, epsilon = 4, delta = 10^-6 for all together, three columns: "
                  "exact probability that a block's point lies outside it, against beta/K",
       says="{the probability that a block's point is outside} is at most {beta/K}")
@sabotage("no failure at all", lambda blocks: Fraction(0))
def quantiles_of_large_columns(share=lambda blocks: TENTH / blocks) -> Verdict:
    if quantile_rows(**QUANTILES) > 1200:
        raise ValueError(f"rows must suffice for the blocks, {quantile_rows(**QUANTILES)} are needed")
    return judge("<=", (((name, k), missed, share(BLOCKS)) for name in COLUMNS
                        for k, missed in enumerate(missed_blocks(name))))

def refutes_quantiles_of_large_columns(share, name, k):
    block = sorted(COLUMNS[name])[300 * k:300 * (k + 1)]
    law = quantile_laws(COLUMNS[name], **QUANTILES)[k].exact()
    return 1 - sum(mass for z, mass in law.items() if min(block) <= z <= max(block)) > share(BLOCKS)


BUDGETS = ((Fraction(1), MILLIONTH, TENTH), (Fraction(7, 3), Fraction(1, 500), Fraction(2, 5)))


@check("KLMNS20-1.cor", grade="exact",
       quantifier="1, 2, 3 and 7 blocks, two choices of epsilon, delta and beta: K times what each block is given",
       says="the shares of all blocks add up to epsilon, delta and beta")
@sabotage("the whole delta for every block", lambda blocks, *wishes: _shares(blocks, *wishes) | {"delta": wishes[2]})
@sabotage("as for one block more", lambda blocks, *wishes: _shares(blocks + 1, *wishes))
@judged("==")
def shares_of_the_blocks_add_up(shares=_shares):
    for blocks, budget in product((1, 2, 3, 7), BUDGETS):
        given = shares(blocks, replace_one, *budget)
        yield (blocks, budget), tuple(blocks * given[name] for name in ("epsilon", "delta", "beta")), budget

def refutes_shares_of_the_blocks_add_up(shares, witness):
    blocks, (epsilon, delta, beta) = witness
    given = shares(blocks, replace_one, epsilon, delta, beta)
    spent = [sum([given[name]] * blocks, Fraction(0)) for name in ("epsilon", "delta", "beta")]
    return spent != [epsilon, delta, beta]


def heavy_errors(levels: int, accounting: str = "bounded range") -> int:
    """Return m for HeavyPaths with N levels inside, under replacement of a record."""
    epsilon, delta = shared_budget(1, MILLIONTH, neighbours=replace_one)
    rows = plan_heavy_paths(1 << 20, neighbours=replace_one, levels=levels, accounting=accounting,
                            epsilon=epsilon, delta=delta, beta=TENTH).rows
    return -(-rows // 2)


@check("KLMNS20-1.cor", grade="certified",
       quantifier="HeavyPaths with N levels inside, epsilon = 1, delta = 10^-6, failure 1/10: the slope of log m "
                  "against log N from N = 8 to 32, between 1.3 and 1.6",
       says="the slope of log m against log N is between 1.3 and 1.6")
@verifier(lambda most, witness: not Fraction(4) ** 13 <= Fraction(most(32), most(8)) ** 10 <= Fraction(4) ** 16)
@sabotage("basic composition", lambda levels: heavy_errors(levels, "basic"))
def errors_grow_like_the_power_three_halves(most=heavy_errors) -> Verdict:
    slope = log_bracket(Fraction(most(32), most(8))) / log_bracket(Fraction(32, 8))
    return judge("<=", [(("least",), Fraction(13, 10), slope), (("most",), slope, Fraction(16, 10))])
