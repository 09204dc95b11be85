"""ABMS20, Section 5: matched sensitivity (Definition 5.1, Example 5.2)."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage
from privlearn.concepts import Concept, ConceptClass, all_classes, all_functions, initial_segments
from privlearn.learners.relabeling import error_count, matched_sensitivity, small_databases, standard_sensitivity
from privlearn.learners.relabeling.relabel import Score
from privlearn.learners.relabeling.sensitivity import MatchedSensitivity
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.relabeling import claim


def completed_errors(rule: int, others: tuple[Concept, ...]) -> Score:
    """Return the score ``min over c of errors of G(h, c)`` (equation (17) with two classes and the first one open)."""

    def score(data: Database, concept: Concept) -> int:
        return min(sum((rule >> (2 * concept[x] + c[x]) & 1) != y for x, y in data) for c in others)

    return score


@cache
def random_score(seed: int) -> Score:
    """Return a score whose values in {0, ..., 999} are drawn once for every database (as a multiset) and concept."""
    table: dict[Any, int] = {}

    def score(data: Database, concept: Concept) -> int:
        key = (tuple(sorted(data)), concept)
        if key not in table:
            table[key] = random.Random(f"{seed}{key}").randrange(1000)
        return table[key]

    return score


claim("ABMS20-5.1", kind="definition", title="Matched sensitivity",
      note="For relabelling the score may depend on h only through its values on the points of the database. The "
           "definition does not ask for it; the number of errors and the score of equation (17) have the property. "
           "The algorithms here refuse a score that differs for two concepts that agree on the points of D.")


def by_pairs(score: Score, concepts: ConceptClass, most_rows: int) -> int:
    """Return the matched sensitivity from the definition: all S, records and pairs of concepts that agree on S."""
    records = [(x, y) for x in range(concepts.size) for y in (0, 1)]
    best, functions = 0, concepts.rows()
    for rows in range(most_rows + 1):
        for data in combinations_with_replacement(records, rows):
            values = {(z, h): score((*data, z), h) for z in records for h in functions}
            for h, other in product(functions, repeat=2):
                if all(h[x] == other[x] for x, _ in data):
                    best = max(best, *(values[z, h] - values[w, other] for z, w in product(records, repeat=2)))
    return best


def scored_classes() -> Iterator[tuple[Any, Score, ConceptClass, int]]:
    """Scores to be measured: errors and the completion score on all functions of 2 points, random tables."""
    whole = all_functions(2)
    others = {c.rows()[0]: tuple(c.rows()) for c in all_classes(2) if len(c)}
    for rule in (8, 14, 6, 11):
        for key, rest in sorted(others.items()):
            yield ("completion", rule, key), completed_errors(rule, rest), whole, 2
    for seed in range(4):
        yield ("random", seed), random_score(seed), whole, 1
    yield ("errors",), error_count, initial_segments(3), 2


@check("ABMS20-5.1", grade="exact",
       quantifier="errors on initial segments of 3 points; the score of equation (17) for and, or, xor, implication "
                  "with 4 second classes on 2 points; 4 tables of random scores: all S of at most 2 rows, records "
                  "and concepts that agree on S",
       says="{the matched sensitivity by groups} equals {the matched sensitivity by pairs of concepts}")
@sabotage("one concept on both sides", standard_sensitivity)
def groups_give_what_pairs_give(measure=matched_sensitivity) -> Verdict:
    made = [(key, measure(score, c, rows), by_pairs(score, c, rows)) for key, score, c, rows in scored_classes()]
    return counted(judge("==", ((key, found.value, expected) for key, found, expected in made)),
                   sum(found.comparisons for _, found, _ in made))

def refutes_groups_give_what_pairs_give(measure, witness):
    _, score, concepts, rows = next(made for made in scored_classes() if made[0] == witness)
    found = measure(score, concepts, rows)
    data, z, h, w, other = found.witness
    agree = all(h[x] == other[x] for x, _ in data)
    return not agree or score((*data, z), h) - score((*data, w), other) != found.value or found.value < by_pairs(
        score, concepts, rows)

@groups_give_what_pairs_give.corrupted("all pairs of concepts, whether they agree on S or not")
def all_pairs_concepts_whether_they_agree(score: Score, concepts: ConceptClass, rows: int) -> MatchedSensitivity:
    best = -1
    witness: tuple[Any, ...] = ()
    for data in small_databases(concepts.size, rows):
        values = [(score((*data, (x, y)), h), (x, y), h) for x in range(concepts.size) for y in (0, 1)
                  for h in concepts.rows()]
        low, high = min(values), max(values)
        if high[0] - low[0] > best:
            best, witness = high[0] - low[0], (data, *high[1:], *low[1:])
    return MatchedSensitivity(best, witness, 1)


@check("ABMS20-5.1", grade="exact",
       quantifier="200 tables of random scores on all functions of 2 points: S empty and of one row, all records and "
                  "concepts",
       says="{the sensitivity} is at most {the matched sensitivity}")
@sabotage("S empty only", lambda score, concepts, rows: matched_sensitivity(score, concepts, 0))
def matched_is_at_least_standard(measure=matched_sensitivity) -> Verdict:
    return judge("<=", ((seed, standard_sensitivity(random_score(seed), all_functions(2), 1).value,
                         measure(random_score(seed), all_functions(2), 1).value) for seed in range(200)))

def refutes_matched_is_at_least_standard(measure, seed):
    score, found = random_score(seed), measure(random_score(seed), all_functions(2), 1).value
    records = [(x, y) for x in (0, 1) for y in (0, 1)]
    return any(abs(score((*s, z), h) - score((*s, w), h)) > found for s in [(), *((z,) for z in records)]
               for z, w in product(records, repeat=2) for h in product((0, 1), repeat=2))


claim("ABMS20-5.1.note", kind="observation",
      title="Matched sensitivity at most 1 implies sensitivity at most 1", uses=("ABMS20-5.1",),
      note="That the converse fails is not in the paper; the example is ours.")

TWO = ConceptClass.from_matrix([[0, 0], [0, 1]])  # two concepts that agree on the point 0
RECORDS = ((0, 0), (0, 1), (1, 0), (1, 1))


def table_score(values: tuple[int, ...]) -> Score:
    """Return the score of one-row databases with the given eight values."""
    return lambda data, concept: values[2 * RECORDS.index(data[0]) + concept[1]]


@check("ABMS20-5.1.note", grade="exhaustive",
       quantifier="all 3^8 scores with values 0, 1, 2 of one-row databases on 2 points and 2 concepts",
       says="{the sensitivity} is at most {the matched sensitivity}")
@sabotage("only one order of each pair of labels",
          lambda score, concepts, rows: MatchedSensitivity(
          max(score((z,), h) - score((w,), h) for h in concepts.rows() for z in RECORDS for w in RECORDS if z <= w),
          (), 1))
@judged("<=")
def standard_is_at_most_matched(measure=matched_sensitivity):
    for values in product((0, 1, 2), repeat=8):
        standard = max(max(values[k::2]) - min(values[k::2]) for k in (0, 1))
        yield values, standard, measure(table_score(values), TWO, 0).value

def refutes_standard_is_at_most_matched(measure, values):
    found = measure(table_score(values), TWO, 0).value
    return any(abs(values[i] - values[j]) > found for i, j in product(range(8), repeat=2) if (i - j) % 2 == 0)


def tenfold(data: Database, concept: Concept) -> int:
    """Return ten for the first concept of ``TWO`` and zero for the second, whatever the database."""
    return 10 if concept == (0, 0) else 0


@check("ABMS20-5.1.note", grade="exact", quantifier="the score 10 [h = h_1]: S of at most 2 rows on 2 points",
       says="the score has sensitivity 0 and matched sensitivity 10")
@sabotage("the number of errors", error_count)
def converse_fails(score: Score = tenfold) -> Verdict:
    found = [measure(score, TWO, 2).value for measure in (standard_sensitivity, matched_sensitivity)]
    return judge("==", [("sensitivities", tuple(found), (0, 10))])

def refutes_converse_fails(score, witness):
    values = [[score((z,), h) for z in RECORDS] for h in TWO.rows()]
    standard = max(max(row) - min(row) for row in values)
    return standard > 0 or abs(values[0][0] - values[1][0]) != 10


claim("ABMS20-5.2", kind="example", title="The number of errors has matched sensitivity 1", uses=("ABMS20-5.1",))


@cache
def cached(score: Score) -> Score:
    """Return the score with its values kept."""
    return cache(score)


@check("ABMS20-5.2", grade="exhaustive",
       quantifier="all 255 classes on 3 points, all S of at most 2 rows; initial segments of 4 points, all S of at "
                  "most 4 rows; all records, all concepts that agree on S",
       says="the number of errors has matched sensitivity exactly 1")
@sabotage("the row on point 0 counts twice",
          lambda data, concept: sum((concept[x] != y) * (2 if x == 0 else 1) for x, y in data))
@sabotage("half of the number of errors", lambda data, concept: Fraction(error_count(data, concept), 2))
def matched_sensitivity_of_errors_is_one(score: Score = error_count) -> Verdict:
    whole = [(c, matched_sensitivity(cached(score), c, 2)) for c in all_classes(3) if len(c)]
    whole.append((initial_segments(4), matched_sensitivity(cached(score), initial_segments(4), 4)))
    return covering(judge("==", (((c.rows(), *found.witness), found.value, 1) for c, found in whole)),
                    sum(found.comparisons for _, found in whole))

def refutes_matched_sensitivity_of_errors_is_one(score, witness):
    concepts = witness[0]  # on 3 points with at most 2 rows, on 4 with at most 4: all of it, as the definition says
    rows, records = 4 if len(concepts[0]) == 4 else 2, list(product(range(len(concepts[0])), (0, 1)))
    moved = (abs(score((*s, z), h) - score((*s, w), other))
             for n in range(rows + 1) for s in combinations_with_replacement(records, n)
             for h, other in product(concepts, repeat=2) if all(h[x] == other[x] for x, _ in s)
             for z, w in product(records, repeat=2))
    return max(moved) != 1
