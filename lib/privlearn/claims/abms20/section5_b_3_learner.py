"""ABMS20, Section 5, proof of Lemma 5.3: what the private algorithm sees, given the pattern on the common points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby
from typing import Any

from privlearn.claims.abms20.section5_b_2_steps import PAGE, SECTION, STEP, all_extensions
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, classes_up_to_symmetry
from privlearn.exact import rational
from privlearn.laws import Law, choice, hockey_stick
from privlearn.learners.relabeling import error_count, occurring_points
from privlearn.learners.relabeling.privacy import Branch, Input, branches, choices, matching_extensions
from privlearn.mechanisms.neighbours import Database

claim("ABMS20-5.3.eq-A", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="The private algorithm sees neighbours, whichever extensions were chosen", uses=("ABMS20-3.3",))


def all_triples() -> Iterator[tuple[ConceptClass, int, Input, Input]]:
    """All classes on 3 points up to symmetry, with D, V, W of one row each; neighbours that differ in D or in W."""
    rows = [(x, y) for x in range(3) for y in (0, 1)]
    for c, orbit in classes_up_to_symmetry(3):
        for v in range(3):
            for z, w in combinations(rows, 2):
                for x in range(3):
                    yield c, orbit, ((z,), ((v, 0), (x, 0))), ((w,), ((v, 0), (x, 0)))
            for z in rows:
                for x, u in combinations(range(3), 2):
                    yield c, orbit, ((z,), ((v, 0), (x, 0))), ((z,), ((v, 0), (u, 0)))


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D, V, W of one row, neighbours in D or in W: all "
                  "patterns and pairs of extensions; the number of rows in which the relabelled databases differ",
       fingerprint=lambda extensions: extensions(all_functions(2), error_count, (((0, 0),), ((1, 0),)),
                                                 (((1, 0),), ((1, 0),))))
def relabelled_databases_differ_in_one_row(extensions=matching_extensions) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _, first, second in all_triples():
            points = [occurring_points(*first), occurring_points(*second)]
            for pattern, sides in extensions(c, error_count, first, second).items():
                values = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
                rows = list(zip(first[0] + first[1], second[0] + second[1], strict=True))
                most = max(sum((x, g[x]) != (u, h[u]) for (x, _), (u, _) in rows)
                           for g in values[0] for h in values[1])
                yield (c.rows(), first, second, pattern), most, 1

    return judge("<=", cases())


@relabelled_databases_differ_in_one_row.verifier
def _(extensions, witness):
    rows, first, second, pattern = witness
    sides = extensions(ConceptClass.from_matrix(rows), error_count, first, second)[pattern]
    same = [x for (x, _), (u, _) in zip(first[0] + first[1], second[0] + second[1], strict=True) if x == u]
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    return any(g[points[0].index(x)] != h[points[1].index(x)] for g in sides[0] for h in sides[1] for x in same)

relabelled_databases_differ_in_one_row.sabotage("extensions of different patterns", all_extensions)


def shared(first: Input, second: Input) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the published rows of both inputs: V, the first row of the second database."""
    return first[1][:1], second[1][:1]


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="the same instances: what is published is the same for all extensions on both sides",
       fingerprint=lambda rows: rows((((0, 0),), ((1, 0), (2, 0))), (((1, 0),), ((1, 0), (0, 0)))))
def published_part_shows_only_the_common_pattern(rows=shared) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _, first, second in all_triples():
            points, published = [occurring_points(*first), occurring_points(*second)], rows(first, second)
            for pattern, sides in matching_extensions(c, error_count, first, second).items():
                seen = {tuple((x, h[points[t].index(x)]) for x, _ in published[t]) for t in (0, 1) for h in sides[t]}
                yield (c.rows(), first, second, pattern), len(seen), 1

    return judge("==", cases())


@published_part_shows_only_the_common_pattern.verifier
def _(rows, witness):
    _, first, second, _ = witness
    return [x for x, _ in rows(first, second)[0]] != [x for x, _ in rows(first, second)[1]]

published_part_shows_only_the_common_pattern.sabotage(
    "the replaced row is published as well", lambda first, second: (first[0] + first[1], second[0] + second[1]))


def leaking_response(exp_epsilon: Fraction, delta: Fraction) -> Callable[[Database], Law]:
    """Return the algorithm: with probability delta print the database, else randomised response on its first label."""
    truth = exp_epsilon / (1 + exp_epsilon)

    def law(rows: Database) -> Law:
        label = rows[0][1]
        return choice({weight: p for weight, p in ((rows, delta), (label, (1 - delta) * truth),
                                                   (1 - label, (1 - delta) * (1 - truth))) if p})

    return law


def best_response(exp_epsilon: Fraction, delta: Fraction) -> Callable[[Database], Law]:
    """Return randomised response on the first label, told truthfully with probability (e^eps + delta)/(1 + e^eps)."""
    truth = (exp_epsilon + delta) / (1 + exp_epsilon)
    return lambda rows: choice({k: p for k, p in ((rows[0][1], truth), (1 - rows[0][1], 1 - truth)) if p})


HUNDREDTH = Fraction(1, 100)
BASES = ((best_response, Fraction(1), HUNDREDTH), (best_response, Fraction(3), HUNDREDTH),
         (leaking_response, Fraction(3), HUNDREDTH))


def stick(left: dict[Any, Any], right: dict[Any, Any], exp_epsilon: Fraction) -> Any:
    """Return the hockey-stick distance of two tables of internal numbers."""
    slope = rational(exp_epsilon)
    return sum((gain for o, p in left.items() if (gain := p - slope * right.get(o, 0)) > 0), rational(0))


@cache
def all_branches() -> list[tuple[Any, dict[Any, Branch]]]:
    """The branches of all instances in both orders, for the responses of BASES; keys (class, inputs, name, base)."""
    instances, known = [], {}
    for c, _, first, second in all_triples():
        rows = tuple(c.rows())
        for given in (first, second):
            if (rows, given) not in known:
                known[rows, given] = choices(c, error_count, given)
        instances.append((rows, first, second))
    found = []
    for make, *base in BASES:
        learner = cache(make(*base))
        for rows, first, second in instances:
            parts = branches(known[rows, first], known[rows, second], learner, Fraction(9, 4))
            found.append(((rows, first, second, make.__name__, tuple(base)), parts))
            back = {h: Branch(b.weights[::-1], b.answers[::-1]) for h, b in parts.items()}
            found.append(((rows, second, first, make.__name__, tuple(base)), back))
    return found


def shown(first: Any, second: Any) -> int:
    """Return the place of V's point among the common points."""
    points = [{x for x, _ in (*given[0], *given[1])} for given in (first, second)]
    return sorted(points[0] & points[1]).index(first[1][0][0])


def law_distance(rows: Any, first: Any, second: Any, name: str, ratio: Fraction, delta: Fraction,
                 factor: Fraction) -> Fraction:
    """Return the hockey-stick distance of the laws of (answer, V), from the definition."""
    make, laws = {f.__name__: f for f in (leaking_response, best_response)}[name](ratio, delta), []
    for given in (first, second):
        labelled = {tuple((x, h[x]) for x, _ in (*given[0], *given[1])): Fraction(2, 3) ** sum(
            h[x] != y for x, y in given[0]) for h in rows}
        law: dict[Any, Fraction] = {}
        for database, weight in labelled.items():
            for answer, p in make(database).exact().items():
                key = (answer, database[1])
                law[key] = law.get(key, Fraction(0)) + p * weight / sum(labelled.values())
        laws.append(law)
    return hockey_stick(laws[0], laws[1], ratio * factor)[0]


@check("ABMS20-5.3.eq-A", grade="exact",
       quantifier="the same instances, both orders; randomised response on the first label with delta = 1/100: told "
                  "more often (e^eps = 1, 3), or with a leak of the whole database (3): distance of the mixtures",
       reason="The mixtures are those for e = 9/4. By convexity any weights do, as the pairs of extensions are "
              "neighbours.")
def mixtures_are_within_delta(share: Fraction = Fraction(1)) -> Verdict:
    verdict = judge("<=", ((witness, distance, share * base[1]) for base, distance, witness in largest_distances()))
    return counted(verdict, sum(len(found) for _, found in all_branches()))


@cache
def largest_distances() -> list[tuple[Any, Any, Any]]:
    """Return for each response its parameters, the largest distance of two mixtures, and where it is attained."""
    found = []
    for (_, base), group in groupby(all_branches(), key=lambda entry: entry[0][3:]):
        distances = ((stick(*branch.answers, base[0]), (*key, h)) for key, parts in group
                     for h, branch in parts.items())
        found.append((base, *max(distances, key=lambda entry: entry[0])))
    return found


@mixtures_are_within_delta.verifier
def _(share, witness):
    rows, first, second, name, (ratio, delta), pattern = witness
    make = {f.__name__: f for f in (leaking_response, best_response)}[name]
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    laws: list[dict[Any, Fraction]] = []
    for t, given in enumerate((first, second)):
        weights = {}
        for h in rows:
            if tuple(h[x] for x in points[t] if x in points[1 - t]) == pattern:
                weights[tuple((x, h[x]) for x, _ in (*given[0], *given[1]))] = Fraction(2, 3) ** sum(
                    h[x] != y for x, y in given[0])
        laws.append({})
        for labelled, weight in weights.items():
            for answer, p in make(ratio, delta)(labelled).exact().items():
                laws[t][answer] = laws[t].get(answer, Fraction(0)) + p * weight / sum(weights.values())
    return sum(max(Fraction(0), p - ratio * laws[1].get(o, 0)) for o, p in laws[0].items()) > share * delta

mixtures_are_within_delta.sabotage("half of delta", Fraction(1, 2))
