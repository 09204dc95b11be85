"""KLMNS20, Section 1.1: what follows for learning, with the plan of its learner, for distributions and counts."""

from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.verdict import covering
from privlearn.exact import as_fraction, exp_bracket, log_bracket, rational
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HALF, MILLIONTH, TENTH
from privlearn.laws import Law, choice, pure
from privlearn.learners.interior_point import (interior_point_law, learner_from_interior_point, plan_threshold_learner,
                                               quantile_rows)
from privlearn.learners.interior_point.counting_queries import split_blocks
from privlearn.learners.interior_point.heavy_paths import plan_heavy_paths
from privlearn.learners.interior_point.learned_thresholds import ThresholdPlan, shared_budget, threshold_law
from privlearn.learners.interior_point.quantiles import _shares, quantile_laws
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.learners.intervals import threshold_errors, threshold_runs
from privlearn.mechanisms import (add_remove_one, audit_approximate, audit_pure, multiset_databases, refutes_pure,
                                  replace_one, replace_one_unordered)
from privlearn.mechanisms.audit import ApproximateAudit, PureAudit, refutes_approximate
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


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="(|X|, n, m) = (4, 6, 1), (4, 6, 2), (3, 8, 3), (5, 5, 2): all realisable multisets, all answers "
                  "between the least and the greatest of the points the learner asks about: errors, at most m - 1",
       says="{the number of errors of the cut learned} is at most {m - 1}")
@sabotage("the answer is not shifted back to a cut",
          (lambda rows, size, m, solve: learner_from_interior_point(rows, size, m, solve).map(
              lambda cut: min(cut + 1, size - 1)), most_errors))
@judged("<=")
def errors_with_any_interior_point(given=(learner_from_interior_point, most_errors)):
    learner, most = given
    for size, n, m in ((4, 6, 1), (4, 6, 2), (3, 8, 3), (5, 5, 2)):
        for rows in realisable(size, n):
            asked = [cut + 1 for cut in around_the_cut(rows, size, m)]
            for point in range(asked[0], asked[-1] + 1):
                (cut,) = learner(rows, size, m, lambda _, point=point: pure(point)).exact()
                yield (size, m, rows, point), threshold_errors(cut, rows), most(m)

def refutes_errors_with_any_interior_point(given, size, m, rows, point):
    learner, most = given
    ones, zeros = sorted(x for x, y in rows if y), sorted(x for x, y in rows if not y)
    low, high = ([-1] * m + ones)[-m], [*(x - 1 for x in zeros), *[size - 1] * m][m - 1]
    (cut,) = learner(rows, size, m, lambda points: pure(point)).exact()
    return low <= point - 1 <= high and sum(x > cut for x in ones) + sum(x <= cut for x in zeros) > most(m)


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


POINTS = 4
ROWS = 5
SMALL = TreeLogParameters((Level(exp_path=2, exp_choose=4, threshold=3, exp_end=2, trim=0, stop=1),), 2)


def by_scores(rows) -> Law:
    """Return the learner around the exponential mechanism, weights 2^score, m = 1."""
    return learner_from_interior_point(rows, POINTS, 1, score_law)


@cache
def score_law(points) -> Law:
    """Return the exponential mechanism for interior points of ``0..|X|``."""
    return choice(interior_point_law(points, range(POINTS + 1), Fraction(2)).exact())


def by_tree_log(rows) -> Law:
    """Return the learner around TreeLog with one level, m = 2."""
    return learner_from_interior_point(rows, POINTS, 2, small_tree_log)


@cache
def small_tree_log(points) -> Law:
    """Return TreeLog's law on 8 points, of which ``0..|X|`` are used."""
    return choice(tree_log_law(points, 3, SMALL).exact())


@cache
def neighbouring(relation: str, count: int) -> tuple[tuple[Any, ...], int]:
    """Return pairs of labelled multisets, one for each pair of inner databases, and the number of all pairs."""
    if relation == "replacement":
        pairs = labelled_pairs(POINTS, ROWS)
    else:
        fewer = multiset_databases([(x, y) for x in range(POINTS) for y in (0, 1)], ROWS - 1)
        pairs = tuple((rows, tuple(sorted([*rows, (x, y)]))) for rows in fewer for x in range(POINTS) for y in (0, 1))
    around = cache(lambda rows: around_the_cut(rows, POINTS, count))
    first: dict[Any, Any] = {}
    for left, right in pairs:
        first.setdefault((around(left), around(right)), (left, right))
    return tuple(first.values()) + tuple((b, a) for a, b in first.values()), 2 * len(pairs)


def databases_of(pairs) -> tuple[Any, ...]:
    """Return the databases of the pairs, each once."""
    return tuple(dict.fromkeys(rows for pair in pairs for rows in pair))


@cache
def pure_audits(relation: str) -> tuple[PureAudit, Fraction]:
    """Return the audit of the learner, and e^epsilon of the interior point inside under replacement."""
    pairs, _ = neighbouring(relation, 1)
    inner = audit_pure(score_law, multiset_databases(range(POINTS + 1), 2), replace_one_unordered)
    return audit_pure(by_scores, databases_of(pairs), pairs), Fraction(inner.exp_epsilon)


def cuts_replaced(relation: str) -> int:
    return 2 if relation == "replacement" else 1


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="|X| = 4, n = 5 (and 4 with 5), m = 1, the exponential mechanism inside: all labelled multisets, "
                  "neighbours and events: e^epsilon of the learner against that of the interior point, squared under "
                  "replacement",
       says="{e^epsilon of the learner} is at most {e^epsilon of the interior point, or its square}")
@sabotage("epsilon instead of epsilon/2 for the interior point, under replacement", lambda relation: 1)
def privacy_of_the_learner(power=cuts_replaced) -> Verdict:
    cases, seen, total = [], 0, 0
    for relation in NEIGHBOURS:
        audit, inner = pure_audits(relation)
        cases.append(((relation, *audit.witness), audit.exp_epsilon, inner ** power(relation)))
        seen, total = seen + audit.pairs, total + neighbouring(relation, 1)[1]
    return covering(counted(judge("<=", cases), seen), total)

def refutes_privacy_of_the_learner(power, relation, left, right, outcome):
    return refutes_pure((left, right, outcome), by_scores, pure_audits(relation)[1] ** power(relation))


@cache
def approximate_audits(relation: str, ratio: int) -> tuple[ApproximateAudit, Fraction]:
    """Return the learner's audit, at the ratio or its square, and delta of TreeLog inside at the ratio."""
    pairs, _ = neighbouring(relation, 2)
    inner = audit_approximate(small_tree_log, multiset_databases(range(POINTS + 1), 4), replace_one_unordered, ratio)
    return audit_approximate(by_tree_log, databases_of(pairs), pairs, ratio ** cuts_replaced(relation)), inner.delta


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="|X| = 4, n = 5 (and 4 with 5), m = 2, TreeLog with one level inside, e^epsilon = 4, 8: all "
                  "labelled multisets, neighbours and events: delta of the learner at 2 epsilon (epsilon under "
                  "add/remove), against 1 + e^epsilon times (once) that of TreeLog",
       says="{delta of the learner} is at most {TreeLog's delta, or 1 + e^epsilon times it}")
@sabotage("the same delta under replacement", lambda relation, ratio: 1)
def delta_of_the_learner(factor=lambda relation, ratio: 1 + ratio if relation == "replacement" else 1) -> Verdict:
    cases, seen, total = [], 0, 0
    for relation in NEIGHBOURS:
        for ratio in (4, 8):
            audit, inner = approximate_audits(relation, ratio)
            cases.append(((relation, ratio, audit.witness), audit.delta, factor(relation, ratio) * inner))
            seen, total = seen + audit.pairs, total + neighbouring(relation, 2)[1]
    return covering(counted(judge("<=", cases), seen), total)

def refutes_delta_of_the_learner(factor, relation, ratio, event):
    allowed = min(Fraction(1), factor(relation, ratio) * approximate_audits(relation, ratio)[1])
    return refutes_approximate(event, by_tree_log, Fraction(ratio) ** cuts_replaced(relation), allowed)


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


LEARNERS = tuple((bits, relation) for bits in (8, 63) for relation in NEIGHBOURS)


def learner_plan(bits: int, relation: str) -> ThresholdPlan:
    return plan_threshold_learner(domain_bits=bits, neighbours=NEIGHBOURS[relation], **WISHES)


@check("KLMNS20-1.cor", grade="certified",
       quantifier="2^8 and 2^63 points, both relations, epsilon = 1, delta = 10^-6, failure 1/10: 2m points are as few "
                  "as the interior point on one bit more needs; its epsilon and delta, for two replaced cuts (one), "
                  "are at most what is asked for, and its share of delta is that but for 10^-12 of it; with distinct "
                  "points the worst interior point makes just the errors promised, a tenth of the records asked for",
       says="a plan has no more points than needed, spends what is asked for, and promises the most errors possible")
@sabotage("one error less is promised", lambda bits, relation: replace(
    learner_plan(bits, relation), count=learner_plan(bits, relation).count - 1))
@sabotage("the whole epsilon and delta for two cuts", lambda bits, relation: learner_plan(bits, "add/remove"))
@judged("<=")
def plans_of_learners_hold_what_they_promise(plan=learner_plan):
    for bits, relation in LEARNERS:
        found = plan(bits, relation)
        cuts, where = cuts_replaced(relation), (bits, relation)
        factor = 1 + exp_bracket(HALF) if cuts == 2 else as_bracket(1)
        yield (*where, "epsilon"), found.inner.exp_epsilon**cuts, exp_bracket(1)
        yield (*where, "delta"), factor * found.inner.delta, MILLIONTH
        _, share = shared_budget(1, MILLIONTH, neighbours=NEIGHBOURS[relation])
        yield (*where, "share"), MILLIONTH * (1 - MILLIONTH**2), factor * share
        yield (*where, "share"), factor * share, MILLIONTH
        yield (*where, "rows"), abs(2 * found.count - found.inner.rows - found.inner.rows % 2), 0
        yield (*where, "bits"), abs(found.inner.domain_bits - bits - 1), 0
        yield (*where, "errors"), abs(found.errors - worst_errors(found.count)), 0
        yield (*where, "records"), abs(found.rows_for(TENTH) - 10 * found.errors), 0


def worst_errors(count: int) -> int:
    """Return the most errors at an interior point of the ``count`` cuts of each label, all points being distinct."""
    rows = tuple((x, int(x < 2 * count)) for x in range(4 * count))
    asked = around_the_cut(rows, 4 * count, count)
    return max(threshold_errors(cut, rows) for cut in range(asked[0], asked[-1] + 1))


def refutes_plans_of_learners_hold_what_they_promise(plan, bits, relation, name):
    found, two = plan(bits, relation), relation == "replacement"
    inner = found.inner
    spends = inner.exp_epsilon > Fraction(1648721, 10**6) if two else inner.exp_epsilon > Fraction(2718281829, 10**9)
    return {"epsilon": spends, "delta": inner.delta.upper * (Fraction(26487212, 10**7) if two else 1) > MILLIONTH,
            "share": abs(float(shared_budget(1, MILLIONTH, neighbours=NEIGHBOURS[relation])[1])
                         * (2.6487212707001282 if two else 1) - 1e-6) > 1e-16,
            "rows": not 2 * found.count - 1 <= inner.rows <= 2 * found.count, "bits": inner.domain_bits != bits + 1,
            "errors": 2 * (found.errors + 1) not in (inner.rows, inner.rows + 1),
            "records": found.rows_for(TENTH) != 10 * found.errors}.get(name, False)
