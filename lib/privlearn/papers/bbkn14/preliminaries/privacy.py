"""BBKN14, Section 2.1: Definition 2.1 (differential privacy), its group form, and what its audits accept."""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, permutations, product
from typing import Any

from privlearn.broken.famous_learners import broken_exponential_without_factor_two, useless_constant
from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import point_functions
from privlearn.exact.formulas import Value, formula
from privlearn.laws import choice, worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.mechanisms import (all_databases, audit_approximate, audit_pure, labelled_rows, multiset_databases,
                                  randomised_response, refutes_pure, replace_one, replace_one_unordered)
from privlearn.mechanisms.audit import refutes_approximate
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import RATIO, noisy_sum
from privlearn.papers.bbkn14.preliminaries.mistakes import (broken_ratio_of_likeliest_outcome,
                                                            broken_ratio_skips_infinite, identity_mechanism)

SIZES = ((4, 1), (4, 2), (4, 3), (4, 4), (8, 2), (8, 3))  # (T, m) whose exact ratio is computed

Table = dict[Any, Fraction]


def orbit_representatives(size: int, rows: int) -> list[Any]:
    """Return one multiset of labelled rows for each orbit under relabelling the points of the domain."""
    def counts(database) -> list[tuple[int, int]]:
        number = Counter(database)
        return [(number[x, 1], number[x, 0]) for x in range(size)]

    listed = multiset_databases(labelled_rows(size), rows)
    return [database for database in listed if (c := counts(database)) == sorted(c, reverse=True)]


def neighbours_of(database, rows: list[Any]) -> Iterator[Any]:
    """Yield the databases that differ from ``database`` in one row, up to the order of rows."""
    for row in dict.fromkeys(database):
        k = database.index(row)
        yield from (tuple(sorted((*database[:k], other, *database[k + 1:]))) for other in rows if other != row)


def law_pairs() -> Iterator[tuple[Table, Table]]:
    """Yield the exact laws of neighbouring databases: randomised response, a constant, the identity, point learners."""
    for mechanism in (randomised_response(Fraction(3, 4)), useless_constant(0), identity_mechanism):
        for rows in (1, 2, 3):
            for left, right in replace_one(all_databases((0, 1), rows)):
                yield mechanism(left).exact(), mechanism(right).exact()
    for size, most in ((2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4)):
        learner = exponential_learner(point_functions(size), RATIO)
        for rows in range(1, most + 1):
            for left in orbit_representatives(size, rows):
                table = learner(left).exact()
                for right in neighbours_of(left, labelled_rows(size)):
                    yield table, learner(right).exact()


def worst_event_ratio(left: Table, right: Table):
    """Return the largest ratio over *all* sets of outcomes, each of the 2^k events by its own sum."""
    outcomes = list(dict.fromkeys([*left, *right]))
    unit = math.lcm(*(w.denominator for table in (left, right) for w in table.values()))
    p, q = [0], [0]
    for o in outcomes:  # masses of all events, as integers over one denominator
        a, b = (int(table.get(o, 0) * unit) for table in (left, right))
        p, q = p + [s + a for s in p], q + [s + b for s in q]
    best = (0, 1)
    for a, b in zip(p, q, strict=True):
        if a * best[1] > best[0] * b:
            best = (a, b)
    return Fraction(*best) if best[1] else math.inf


claim("BBKN14-2.1", kind="definition", section="2.1 Preliminaries from privacy",
      title="epsilon-differential privacy: neighbours make every set of outputs nearly equally likely",
      note="Privacy parameters are ratios e^epsilon with a rational root, so that every probability is rational.")


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="exponential mechanism over T = 2..8 points with m = 1..4 rows, and randomised response, a "
                  "constant and the identity on 1..3 bits; all neighbouring pairs (the left database up to "
                  "relabelling the points), all 2^k events, k <= 8",
       says="{the worst ratio over single outcomes} equals {the worst ratio over all events}")
@sabotage("pairs with an impossible outcome are skipped", broken_ratio_skips_infinite)
@sabotage("only the likeliest outcome is compared", broken_ratio_of_likeliest_outcome)
@sabotage("a hundredth more than the worst ratio", lambda *pair: (worst_ratio(*pair)[0] * Fraction(101, 100), None))
def single_outcomes_decide_over_all_events(ratio=worst_ratio) -> Verdict:
    return judge("==", ((pair, ratio(*pair)[0], worst_event_ratio(*pair)) for pair in law_pairs()))

def refutes_single_outcomes_decide_over_all_events(ratio, left, right):
    claimed = ratio(left, right)[0]
    chances = [tuple(sum(table.get(o, Fraction(0)) for o in event) for table in (left, right))
               for size in range(1, len(left) + 1) for event in combinations(left, size)]
    return max(p / q if q else math.inf if p else Fraction(0) for p, q in chances) != claimed


def ratio_by_counting(size: int, rows: int, root: Fraction = Fraction(3, 2)) -> Fraction:
    """Return the exact ratio of the exponential mechanism over points from counts of rows alone, with no database.

    Where ``n_1`` rows are labelled 1, the point j with ``a`` rows (j, 1) and ``b`` rows (j, 0) makes ``n_1 - a + b``
    errors.  All tables of counts of ``rows - 1`` common rows are tried with all two last rows.
    """
    def law(table: tuple[tuple[int, int], ...]) -> list[Fraction]:
        ones = sum(a for a, _ in table)
        weights = [root ** (a - b - ones) for a, b in table]
        return [w / sum(weights) for w in weights]

    def with_row(table: tuple[tuple[int, int], ...], x: int, y: int) -> tuple[tuple[int, int], ...]:
        return tuple((a + y, b + 1 - y) if k == x else (a, b) for k, (a, b) in enumerate(table))

    pairs = [(a, b) for a in range(rows) for b in range(rows) if a + b < rows]
    best = Fraction(0)
    for table in count_tables(size, rows - 1, pairs):
        laws = [law(with_row(table, x, y)) for x, y in product(range(size), (0, 1))]
        best = max(best, *(max(p[j] for p in laws) / min(p[j] for p in laws) for j in range(size)))
    return best


def count_tables(size: int, rows: int, pairs: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the tables of counts with ``rows`` rows in all, one for each order of the points (largest first)."""
    def extend(table: tuple[tuple[int, int], ...], left: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(table) == size:
            if left == 0:
                yield table
            return
        for a, b in pairs:
            if a + b <= left and (not table or (a, b) <= table[-1]):
                yield from extend((*table, (a, b)), left - a - b)

    return extend((), rows)


@check("BBKN14-2.1", grade="exact",
       quantifier="(T, m) = (4, 1..4), (8, 2), (8, 3), e^epsilon = 9/4: all multisets of labelled rows, all "
                  "replacements, all outcomes",
       says="{the exponential mechanism's largest ratio} is less than {e^epsilon}")
@sabotage("weights e^(epsilon q) instead of e^(epsilon q / 2)", broken_exponential_without_factor_two)
@judged("<")
def exponential_mechanism_keeps_strictly_below_its_promise(make=exponential_learner):
    for size, rows in SIZES:
        audit = audit_pure(make(point_functions(size), RATIO), multiset_databases(labelled_rows(size), rows),
                           replace_one_unordered)
        yield (size, *audit.witness), audit.exp_epsilon, RATIO, audit.pairs

def refutes_exponential_mechanism_keeps_strictly_below_its_promise(make, witness):
    size, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(point_functions(size), RATIO), RATIO)


def audited_ratio(size: int, rows: int):
    """Return the audited ratio of the exponential mechanism over points, from the laws of one database an orbit."""
    learner = exponential_learner(point_functions(size), RATIO)
    pairs = [(left, right) for left in orbit_representatives(size, rows)
             for right in neighbours_of(left, labelled_rows(size))]
    pairs += [(right, left) for left, right in pairs]
    return audit_pure(learner, [database for pair in pairs for database in pair], pairs).exp_epsilon


@check("BBKN14-2.1", grade="exact",
       quantifier="(T, m) = (4, 1..4), (8, 2), (8, 3), e^epsilon = 9/4; audited laws against counts of rows",
       says="{the audited ratio} equals {the ratio from counts of rows alone}")
@sabotage("the promise e^epsilon in place of the audit", lambda size, rows: RATIO)
def exact_ratio_by_two_routes(audited=audited_ratio) -> Verdict:
    return judge("==", (((size, rows), audited(size, rows), ratio_by_counting(size, rows)) for size, rows in SIZES))

def refutes_exact_ratio_by_two_routes(audited, size, rows):
    databases = [tuple(sorted(d)) for d in product([(x, y) for x in range(size) for y in (0, 1)], repeat=rows)]
    worst = Fraction(0)
    for left in databases:
        for other in [(x, y) for x in range(size) for y in (0, 1)]:
            laws = []
            for d in (left, (other, *left[1:])):
                w = [Fraction(2, 3) ** sum((x == j) != y for x, y in d) for j in range(size)]
                laws.append([v / sum(w) for v in w])
            worst = max(worst, *(p / q for p, q in zip(*laws, strict=True)))
    return audited(size, rows) != worst


@formula("at least", tex={"1 / ratio ** h": r"e^{-\eps h}"}, corners={"ratio": (RATIO,), "h": tuple(range(1, 7))})
def group_factor(ratio: Value, h: int) -> Value:
    """Return what part of its probability an outcome keeps at distance h."""
    return 1 / ratio**h


claim("BBKN14-2.1.group", kind="inequality", section="2.1 Preliminaries from privacy", step_of="BBKN14-2.1",
      formulas=(group_factor,),
      title="Databases at Hamming distance h have ratio at most e^(epsilon h), at most e^(epsilon m) for m rows",
      uses=("BBKN14-2.1",))


def distance_of_multisets(left, right) -> int:
    """Return the least Hamming distance over all orders of the rows."""
    return len(left) - sum((Counter(left) & Counter(right)).values())


@check("BBKN14-2.1.group", grade="exhaustive",
       quantifier="exponential mechanism, T = 4, m = 1, 2, 3, e^epsilon = 9/4: all ordered pairs of different "
                  "multisets at their least Hamming distance, all outcomes",
       says="{an outcome's probability} is at most {e^(epsilon h) times that at distance h}")
@sabotage("weights e^(epsilon q) instead of e^(epsilon q / 2)", broken_exponential_without_factor_two)
@judged("<=")
def ratio_is_at_most_the_power_of_the_distance(make=exponential_learner):
    learner = make(point_functions(4), RATIO)
    for rows in (1, 2, 3):
        laws = {database: learner(database).exact() for database in multiset_databases(labelled_rows(4), rows)}
        for left, right in permutations(laws, 2):
            distance = distance_of_multisets(left, right)
            for outcome, mass in laws[left].items():
                yield (left, right, outcome), mass, RATIO**distance * laws[right][outcome]

def refutes_ratio_is_at_most_the_power_of_the_distance(make, left, right, outcome):
    p, q = (make(point_functions(4), RATIO)(database).exact()[outcome] for database in (left, right))
    return p > RATIO ** sum(a != b for a, b in zip(left, right, strict=True)) * q


@check("BBKN14-2.1.group", against="optimum", grade="exact",
       quantifier="the sum of 6 bits with clamped geometric noise: the database of zeros against h ones, h = 1..6",
       says="{the least ratio of the noisy sum} equals {e^(-epsilon h)}")
@judged("==")
def noisy_sum_attains_the_bound_at_every_distance(factor=group_factor):
    zeros = (0,) * 6
    for h in range(1, 7):
        moved = (1,) * h + zeros[h:]
        worst, outcome = worst_ratio(noisy_sum(zeros), noisy_sum(moved))
        yield (zeros, moved, outcome), 1 / worst, factor(RATIO, hamming_distance(zeros, moved))

def refutes_noisy_sum_attains_the_bound_at_every_distance(factor, left, right, _):
    p, q = (noisy_sum(database).exact() for database in (left, right))
    return min(q[o] / p[o] for o in p) != factor(RATIO, sum(right) - sum(left))


EIGHTHS = ({"a": 3, "b": 4, "c": 1}, {"a": 1, "b": 4, "d": 3})  # of the probability, for each of two databases
EVENTS = tuple(chain.from_iterable(combinations("abcde", size) for size in range(6)))
LONG = [2**60 + k for k in range(64)]
PAIRS = (((0,), (1,)), ((1,), (0,)))


def mechanism(database: tuple[int, ...]) -> Any:
    """Return the law of a letter."""
    return choice({letter: Fraction(count, 8) for letter, count in EIGHTHS[database[0]].items()})


def scattered(database: tuple[int, ...]) -> Any:
    """Return a law whose denominators are so long and unrelated that no common one is formed."""
    return choice({(n, low): Fraction(1 + 2 * database[0] if low else n - 1 - 2 * database[0], 64 * n)
                   for n in LONG for low in (0, 1)})


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="two laws of a letter in eighths, in both orders: five letters, one of which never comes, "
                  "e^epsilon = 1, 4/3, 2, 3, 4",
       says="an outcome refutes a ratio exactly if its probability is more than so many times as large")
@sabotage("at least so many times", lambda witness, mechanism, ratio: (
    (p := mechanism(witness[0]).exact().get(witness[2], 0)) >= ratio * mechanism(witness[1]).exact().get(witness[2], 0)
    and p > 0))
@sabotage("only what the other law has too", lambda witness, mechanism, ratio: (
    witness[2] in mechanism(witness[1]).exact() and refutes_pure(witness, mechanism, ratio)))
@judged("==")
def outcomes_refute_what_they_must(refutes=refutes_pure) -> Iterator[Any]:
    ratios: list[Any] = [1, Fraction(4, 3), 2, 3, 4]
    for pair, outcome, ratio in product(PAIRS, "abcde", ratios):
        p, q = (EIGHTHS[row].get(outcome, 0) for (row,) in pair)
        yield (pair, outcome, ratio), refutes((*pair, outcome), mechanism, ratio), p > ratio * q

def refutes_outcomes_refute_what_they_must(refutes, pair, outcome, ratio):
    p, q = (list("aaabbbbc").count(outcome), list("abbbbddd").count(outcome))[:: 1 - 2 * pair[0][0]]
    return refutes((*pair, outcome), mechanism, ratio) == (p <= ratio * q)


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="the same laws: all 32 events, e^epsilon = 1, 2, 3, delta = 0, 1/8, ..., 1",
       says="an event refutes (epsilon, delta) exactly if it breaks the inequality with this delta")
@sabotage("delta is forgotten", lambda witness, mechanism, ratio, delta: refutes_approximate(
    witness, mechanism, ratio, 0))
@sabotage("outcome by outcome", lambda witness, mechanism, ratio, delta: any(
    refutes_approximate((*witness[:2], (outcome,)), mechanism, ratio, delta) for outcome in witness[2]))
@judged("==")
def events_refute_what_they_must(refutes=refutes_approximate) -> Iterator[Any]:
    for pair, event, ratio, eighths in product(PAIRS, EVENTS, (1, 2, 3), range(9)):
        p, q = (sum(EIGHTHS[row].get(outcome, 0) for outcome in event) for (row,) in pair)
        yield ((pair, event, ratio, eighths), refutes((*pair, event), mechanism, ratio, Fraction(eighths, 8)),
               p > ratio * q + eighths)

def refutes_events_refute_what_they_must(refutes, pair, event, ratio, eighths):
    p, q = (sum(letter in event for letter in letters) for letters in ("aaabbbbc", "abbbbddd")[:: 1 - 2 * pair[0][0]])
    return refutes((*pair, event), mechanism, ratio, Fraction(eighths, 8)) == (p - ratio * q <= eighths)


def audited(law: Any, pair: Any) -> tuple[Any, Any]:
    """Return the ratio of one ordered pair and its delta at ratio 2."""
    return audit_pure(law, pair, [pair]).exp_epsilon, audit_approximate(law, pair, [pair], 2).delta


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="the same laws and two of 128 outcomes with long denominators, one ordered pair at a time",
       says="the audits give the largest ratio and the largest excess of the pair in its order")
@sabotage("the pair turned round", lambda law, pair: audited(law, pair[::-1]))
@sabotage("delta at ratio 1", lambda law, pair: (audited(law, pair)[0], audit_approximate(law, pair, [pair], 1).delta))
@judged("==")
def audits_keep_the_order_of_a_pair(found=audited) -> Iterator[Any]:
    for which, law in enumerate((mechanism, scattered)):
        for pair in PAIRS:
            p, q = (law(database).exact() for database in pair)
            ratio = max(mass / q[o] if o in q else math.inf for o, mass in p.items())
            yield (which, pair), found(law, pair), (ratio, sum(max(Fraction(0), p[o] - 2 * q.get(o, 0)) for o in p))

def refutes_audits_keep_the_order_of_a_pair(found, which, pair):
    wanted: list[Any] = [[(math.inf, Fraction(2, 8)), (math.inf, Fraction(3, 8))],
                         [(Fraction(2**60 - 1, 2**60 - 3), 0), (3, sum(Fraction(1, 64 * n) for n in LONG))]]
    return found((mechanism, scattered)[which], pair) != wanted[which][pair[0][0]]
