"""KLMNS20, Lemma 4.5: what StoppingPoint reveals, and the two inequalities in the proof."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.laws import hockey_stick, worst_ratio
from privlearn.learners.interior_point.heavy_paths import (construct_paths, first_heavy_level, noise_gap_tail,
                                                           query_values)
from privlearn.learners.interior_point.heavy_paths.databases import domain_sizes, heaviest
from privlearn.learners.interior_point.heavy_paths.many_databases import value_table
from privlearn.learners.interior_point.trees.level_tables import points_of
from privlearn.mechanisms import above_threshold
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import (Points, Settings, Table, allowed_delta, answer_table,
                                                               answers, answers_by_series, apart, by_hand, exceeded,
                                                               neighbours, second_query_jump, top, value_pairs)
from privlearn.papers.klmns20.stopping_point.proof import Level, Pair

claim("KLMNS20-4.5", kind="lemma",
      title="StoppingPoint is (e_1 + e_2, delta)-private: what is asked after i* is hardly ever asked",
      uses=("KLMNS20-4.2", "KLMNS20-alg3", "KLMNS20-4.3", "KLMNS20-4.4", "KLMNS20-4.5.sens", "KLMNS20-4.5.eq-final"),
      note="For adding or removing a point; delta = Pr[rho - nu > T_high - T] and T_high <= t. Printed: "
           "some epsilon and delta, up to a factor e^epsilon in delta. Judged is the whole sequence of "
           "answers, of which the output is a function.")


def changed_values(before: Table, after: Table, levels: int, trim: int, stop: int) -> dict[tuple[Points, Points], int]:
    """Return (values of S, values of S + x) -> the row of a pair that has them."""
    values = np.column_stack([value_table(counts, levels, trim, stop) for counts in (before, after)])
    codes = values @ (64 ** np.arange(2 * levels, dtype=np.int64))  # one number for each row: values are below 64
    _, where = np.unique(codes, return_index=True)
    return {(tuple(row[:levels]), tuple(row[levels:])): int(i)
            for i, row in zip(where, values[where].tolist(), strict=True)}


SMALL = ((7, 0, 1, (1, 1, Fraction(3, 2), Fraction(2))), (8, 0, 2, (1, 2, Fraction(3, 2), Fraction(2))),
         (8, 0, 3, (2, 3, Fraction(6, 5), Fraction(4))), (8, 1, 2, (0, 2, Fraction(2), Fraction(2))))


@check("KLMNS20-4.5", grade="exhaustive",
       quantifier="all S of n points of 3 bits and all x, N = 3, (n, trim, t, T, T_high) = (7,0,1,1,1), (8,0,2,1,2), "
                  "(8,0,3,2,3), (8,1,2,0,2), e^e1 in {3/2, 6/5, 2}, e^e2 in {2, 4}, both directions: each f_i "
                  "stays or rises by 1 as x is added, and the ratio is at most e^(e1 + e2)",
       says="each f_i stays or rises by 1, and the privacy ratio of the answers is at most e^(e1 + e2)",
       reason="On 8 points no f_i has sensitivity above 1, so the ratio itself is at most e^(e1 + e2) and no delta "
              "is needed; the lines of the proof have databases that need it.")
@sabotage("a query noise of half the scale",
          lambda values, threshold, e1, e2: above_threshold(values, threshold, e1, e2**2))
@sabotage("hardly any noise on the threshold",
          lambda values, threshold, e1, e2: above_threshold(values, threshold, Fraction(1000), e2))
def all_small_databases(law=answers) -> Verdict:
    total, steady = 0, list[Any]()

    def cases() -> Iterator[Any]:
        nonlocal total
        for n, trim, stop, setting in SMALL:
            seen: set[tuple[Points, Points]] = set()
            for _, before, after in neighbours(3, n):
                total += 2 * len(before)
                seen |= changed_values(before, after, 3, trim, stop).keys()
            for pair in sorted(seen):
                steady.extend(((*pair, setting, 0), max(b - a, a - b + 1), 1) for a, b in zip(*pair, strict=True))
                laws = [law(values, setting[0], setting[2], setting[3]) for values in pair]
                for direction, (here, there) in enumerate((laws, laws[::-1])):
                    yield (*pair, setting, direction), worst_ratio(here, there)[0], setting[2] * setting[3]

    verdict = judge("<=", cases())
    return covering(all_hold(verdict, judge("<=", steady)), total)

def refutes_all_small_databases(law, witness):
    first, second, (threshold, _, e1, e2), direction = witness
    worlds = [law(values, threshold, e1, e2).exact() for values in (first, second)][:: -1 if direction else 1]
    steady = all(0 <= b - a <= 1 for a, b in zip(first, second, strict=True))
    return steady and any(p > e1 * e2 * worlds[1].get(k, Fraction(0)) for k, p in worlds[0].items())


STEEP: tuple[Settings, ...] = ((2, 3, Fraction(6, 5), Fraction(8)), (1, 2, Fraction(3, 2), Fraction(4)),
                               (3, 9, Fraction(3, 2), Fraction(4)), (3, 3, Fraction(11, 10), Fraction(37, 5)))


@check("KLMNS20-4.5", grade="exact",
       quantifier="N = 2, f = (T_high, T - 400) and (T_high, T + 400), (T, T_high, e^e1, e^e2) = (2,3,6/5,8), "
                  "(1,2,3/2,4), (3,9,3/2,4), (3,3,11/10,37/5): the hockey stick at e^(e1 + e2) is delta, to within "
                  "10^-9 of it",
       says="the hockey stick at e^(e1 + e2) is delta, up to a part in 10^9")
@sabotage("the noises differ by at least T_high - T",
          lambda setting: noise_gap_tail(setting[2], setting[3], setting[1] - setting[0]))
@sabotage("the noises differ by more than T_high - T + 1",
          lambda setting: noise_gap_tail(setting[2], setting[3], setting[1] - setting[0] + 2))
@judged("<=")
def delta_is_reached(delta=allowed_delta):
    for setting in STEEP:
        threshold, high, e1, e2 = setting
        less, more = (answer_table((high, threshold + jump), setting) for jump in (-400, 400))
        found = hockey_stick(more, less, e1 * e2)[0]
        yield (setting, "least"), delta(setting) * (1 - Fraction(1, 10**9)), found
        yield (setting, "most"), found, delta(setting)

def refutes_delta_is_reached(delta, witness):
    threshold, high, e1, e2 = witness[0]
    return abs(delta(witness[0]) - exceeded(e1, e2, high - threshold, 300)) > Fraction(1, 10**6)


claim("KLMNS20-4.5.sens", kind="inequality", step_of="KLMNS20-4.5",
      title="At i* the databases may differ, but f changes by at most 1",
      uses=("KLMNS20-4.f", "KLMNS20-alg2", "KLMNS20-3.trim", "KLMNS20-3.embed"),
      erratum_kind="conjecture",
      erratum="The formula is lost. If it bounds the falls after the two paths part by half of what remains, it is "
              "wrong for a path that ends in a leaf, where everything left falls at once. Dropping the t largest "
              "levels repairs it: of what falls after the parting, at most as much enters as falls there.")


@check("KLMNS20-4.5.sens", grade="exhaustive",
       quantifier="children of weights s = 1..200 and a in {s, s + 1}, t = 0..s + a - 1: the two falls m, m' at the "
                  "parting differ by 0 or 1, and what enters later, in total, is at most m' and m + 1",
       says="what enters later is at most m' and m + 1, and the two falls m, m' at the parting differ by 0 or 1")
@sabotage("all that is left may fall later", lambda weight, stop: weight)
@judged("<=")
def later_falls_do_not_matter(later=lambda weight, stop: max(0, weight - stop)):
    for s in range(1, 201):
        for a in (s, s + 1):
            found = []
            for t in range(s + a):
                here, there = min(s, s + a - t), min(a, a + s + 1 - t)
                found.append((max(later(a, t) - there, later(s + 1, t) - here - 1, there - here - 1, here - there), t))
            worst, t = max(found)
            yield (s, a, t), worst, 0, s + a

def refutes_later_falls_do_not_matter(later, s, a, t):
    m, m_more = (([0] * fallen + [1] * left)[:fallen + left - t].count(0) for fallen, left in ((s, a), (a, s + 1)))
    return later(a, t) > m_more or later(s + 1, t) > m + 1


claim("KLMNS20-4.5.eq-final", kind="inequality", step_of="KLMNS20-4.5",
      title="Cut the sequences of answers at i*, compare, put them back", uses=("KLMNS20-4.2", "KLMNS20-4.4"))



class Asked(NamedTuple):
    """A database, what is added, and what StoppingPoint is told; or values in place of those of the databases."""

    S: Points
    added: Points
    L: int
    t: int
    setting: Settings
    t_1: int = 0
    N: int = 3
    f: Any = "largest multiplicities"

    @property
    def labels(self) -> dict[str, str]:
        """Return what fields are called on the page."""
        return {"added": "added to S", "setting": "T, T_high, e^(e_1), e^(e_2)", "f": "queries"}

    @property
    def databases(self) -> tuple[Points, Points]:
        return self.S, tuple(sorted(self.S + self.added))

    @property
    def values(self) -> tuple[Points, Points]:
        """Return f and f'."""
        less, more = self.f if isinstance(self.f, tuple) else (
            query_values(s, self.L, self.N, self.t_1, self.t) for s in self.databases)
        return less, more


SMALLEST: Settings = (1, 2, Fraction(3, 2), Fraction(2))
UNSTOPPED: Settings = (-1, 0, Fraction(3, 2), Fraction(2))  # t = 0


def database_pairs() -> Iterator[Asked]:
    """Yield, for each setting, one pair for each (f, f') that occurs."""
    spread = np.zeros((5**4, 16), dtype=np.int64)
    spread[:, [3, 8, 11, 15]] = list(product(range(5), repeat=4))
    more = [(x, spread, spread + np.eye(16, dtype=np.int64)[x]) for x in range(16)]
    for setting, pairs, bits, trim in [*((setting, more, 4, 0) for setting in STEEP),
                                       (SMALL[3][3], neighbours(3, 8), 3, 1), (UNSTOPPED, neighbours(3, 6), 3, 0)]:
        seen: dict[Any, Asked] = {}
        for x, before, after in pairs:
            for values, row in changed_values(before, after, 3, trim, setting[1]).items():
                seen.setdefault(values, Asked(points_of(before[row]), (x,), bits, setting[1], setting, trim))
        yield from seen.values()


@cache
def asked_pairs() -> tuple[Asked, ...]:
    """Return the family."""
    s, x = second_query_jump(4)
    return (*database_pairs(), Asked(s, (x,), 4, 10, (8, 10, Fraction(2), Fraction(8))),
            *(Asked((), (0,), 1, 2, SMALLEST, f=pair) for pair in value_pairs(2, 3)))


def queries_on_neighbours(given: Asked) -> Iterator[Line]:
    """The queries up to i* on the two databases, by what enters the next databases from v on."""
    chains = [construct_paths(s, given.L, given.N, given.t_1, given.t) for s in given.databases]
    asked = range(min(first_heavy_level(map(heaviest, chains[0][1:]), given.setting[1]), given.N))
    for i in asked:
        yield Line("levels", "==", apart(chains[0][i], chains[1][i]), min(1, len(chains[1][i])), ("level", i))
    for i, (D, D_more) in ((i, (chains[0][i + 1], chains[1][i + 1])) for i in asked if chains[1][i]):
        new = tuple((Counter(chains[1][i]) - Counter(chains[0][i])).elements())
        pair = Pair(Level(chains[0][i], new[0], domain_sizes(given.L, i)[-1], given.t, given.t_1, copies=len(new)))
        k = pair.depth
        if k == min(depth for depth, _ in pair.ends):
            yield Line("sens/together", "==", apart(D, D_more), min(1, len(D_more)), ("level", i))
        else:
            a, s = pair.below(0, k + 1), pair.below(1, k + 1)
            m, m_more = min(s, s + a - given.t), min(a, a + s + 1 - given.t)
            yield Line("sens/parting", "<=", s, a, ("level", i, "s and a"))
            yield Line("sens/parting", "<=", a, s + 1, ("level", i, "a and s + 1"))
            before, before_more = ([d for d in found if d < k] for found in (D, D_more))
            yield Line("sens/falls", "==", [D.count(k), D_more.count(k)], [m, m_more], ("level", i, "at v"))
            yield Line("sens/falls", "==", before, before_more, ("level", i, "before v"))
            yield Line("sens/falls", "<=", m, m_more, ("level", i, "m and m'"))
            yield Line("sens/falls", "<=", m_more, m + 1, ("level", i, "m' and m + 1"))
            yield Line("sens/later", "<=", sum(d > k for d in D), m_more, ("level", i, "D"))
            yield Line("sens/later", "<=", sum(d > k for d in D_more), m + 1, ("level", i, "D'"))
    for i, f, f_more in zip(asked, *given.values, strict=False):
        yield Line("sens/close", "<=", f, f_more, ("level", i, "f and f'"))
        yield Line("sens/close", "<=", f_more, f + 1, ("level", i, "f' and f + 1"))


@proof("KLMNS20-4.5", grade="exhaustive",
       quantifier="N = 3, t = T_high, one pair for each (f, f') that occurs: 16 points, all multisets of 3, 8, 11, 15, "
                  "each at most 4 times, all x, (T, T_high, e^e1, e^e2) = (2,3,6/5,8), (1,2,3/2,4), (3,9,3/2,4), "
                  "(3,3,11/10,37/5); all S of 8 points of 3 bits, t_1 = 1, (0,2,2,2), and of 6, t = 0, (-1,0,3/2,2); "
                  "S = 0^8 8^8 12^4 13^4 14^9, x = 12, (8,10,2,8). All f in {0..3}^3, f' - f in {0, 1} up to i*(f), "
                  "f' in {0..3} after it, (1,2,3/2,2). Both directions, all sets F of sequences",
       instances=asked_pairs, start=Asked((0, 0, 0, 1, 2, 4), (0,), 3, 2, SMALLEST),
       steps={"levels": "{the elements in which D_i and D_i' differ} are {1, or 0 if both are empty}",
              "sens/together": "{the elements in which the next databases differ} are {1, or 0 if both are empty}",
              "sens/parting": "{the weight of one child} is at most {that of the other, or one more}",
              "sens/falls": "{the copies of the level of v, the smaller levels, or m and m'} are {m = min(s, s + a - "
                            "t) and m' = min(a, a + s + 1 - t), those of D', or at most m' and m + 1}",
              "sens/later": "{the levels beyond v that enter} are at most {m', or m + 1}",
              "sens/close": "{one value} is at most {the other, or one more}",
              "eq-final/cut": "{the probability of a sequence longer than i*} is at most {delta}",
              "eq-final/compare": "{the probability of a sequence} is at most {e^(e_1 + e_2) times the other one}",
              "conclusion": "{the hockey stick at e^(e_1 + e_2)} is at most {delta}"},
       hypotheses=(
           Hypothesis("S' is S with one more point", {"added": lambda given: 9 * given.added},
                      ("levels", "sens/together", "sens/parting", "sens/falls", "sens/later", "sens/close",
                       "eq-final/compare", "conclusion")),
           Hypothesis("T_high <= t", lambda: [Asked((3, 8, 11, 11, 15, 15), (9,), 4, 1, STEEP[2])],
                      ("levels", "sens/together", "sens/falls", "sens/close", "eq-final/compare", "conclusion"))))
def only_the_queries_up_to_the_first_heavy_level_count(given: Asked) -> Iterator[Line]:
    if not isinstance(given.f, tuple):
        yield from queries_on_neighbours(given)
    less, more = (answer_table(f, given.setting) for f in given.values)
    ratio, delta = given.setting[2] * given.setting[3], allowed_delta(given.setting)
    last = first_heavy_level(given.values[0], given.setting[1])
    for p, q, case in ((less, more, "from S"), (more, less, "from S'")):
        short = [k for k in p if (given.N if k is None else k + 1) <= last]
        yield Line("eq-final/cut", "<=", 1 - sum(p[k] for k in short), delta, (case,))
        yield from (Line("eq-final/compare", "<=", p[k], ratio * q[k], (case, "first above", k)) for k in short)
    yield Line("conclusion", "<=", hockey_stick(less, more, ratio)[0], delta, ("from S",))
    yield Line("conclusion", "<=", hockey_stick(more, less, ratio)[0], delta, ("from S'",))


def refutes_only_the_queries_up_to_the_first_heavy_level_count(given: Asked, step: str, case: Any) -> bool:
    """Tell whether a line is false: the levels by hand, on strings; the answers by sums over the noise."""
    rows, bits, values = [*map(list, given.databases)], given.L, [list[int](), list[int]()]
    for i in range(given.N):
        found = [by_hand(sorted(r)[given.t_1:len(r) - given.t_1], bits, given.t)[0] for r in rows]
        if "level" in case and case[1] == i:
            less, more = map(top, found)
            return not less <= more <= less + 1 if step != "levels" else apart(*rows) > min(1, len(rows[1]))
        rows, bits = found, bits.bit_length()
        for f, r in zip(values, rows, strict=True):
            f.append(top(r))
    (T, T_high, e1, e2), values = given.setting, list(given.f) if isinstance(given.f, tuple) else values
    last = next((i for i, f in enumerate(values[0], 1) if f >= T_high), given.N)
    p, q = [answers_by_series(tuple(f), T, 1 / e1, 1 / e2) for f in values][:: -1 if "from S'" in case else 1]
    tail = exceeded(e1, e2, T_high - T)
    if step == "eq-final/cut":
        return sum(p[last:]) > tail
    gains = [a - e1 * e2 * b - Fraction(1, 10**4) for a, b in zip(p, q, strict=True)]
    return max(gains[:last]) > 0 if "compare" in step else sum(max(gain, Fraction(0)) for gain in gains) > tail
