"""ABMS20, Section 5, proof of Lemma 5.3: what the private algorithm sees, given the common pattern."""

from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.learners.relabeling import error_count, occurring_points
from privlearn.learners.relabeling.privacy import Input, matching_extensions
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import (all_branches, all_extensions, all_triples,
                                                                  best_response, leaking_response, stick)

claim("ABMS20-5.3.eq-A", kind="inequality", step_of="ABMS20-5.3",
      title="The private algorithm sees neighbours, whichever extensions were chosen", uses=("ABMS20-3.3",))


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D, V, W of one row, neighbours in D or in W: all "
                  "patterns and pairs of extensions; the number of rows in which the relabelled databases differ",
       says="the relabelled databases differ in at most one row")
@sabotage("extensions of different patterns", all_extensions)
@judged("<=")
def relabelled_databases_differ_in_one_row(extensions=matching_extensions):
    for c, _, first, second in all_triples():
        points = [occurring_points(*first), occurring_points(*second)]
        for pattern, sides in extensions(c, error_count, first, second).items():
            values = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
            rows = list(zip(first[0] + first[1], second[0] + second[1], strict=True))
            most = max(sum((x, g[x]) != (u, h[u]) for (x, _), (u, _) in rows)
                       for g in values[0] for h in values[1])
            yield (c.rows(), first, second, pattern), most, 1

def refutes_relabelled_databases_differ_in_one_row(extensions, rows, first, second, pattern):
    sides = extensions(ConceptClass.from_matrix(rows), error_count, first, second)[pattern]
    same = [x for (x, _), (u, _) in zip(first[0] + first[1], second[0] + second[1], strict=True) if x == u]
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    return any(g[points[0].index(x)] != h[points[1].index(x)] for g in sides[0] for h in sides[1] for x in same)


def shared(first: Input, second: Input) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the published rows of both inputs: V, the first row of the second database."""
    return first[1][:1], second[1][:1]


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="the same instances: what is published is the same for all extensions on both sides",
       says="what is published is the same for all extensions of the pattern, on both sides")
@sabotage("the replaced row is published as well", lambda first, second: (first[0] + first[1], second[0] + second[1]))
@judged("==")
def published_part_shows_only_the_common_pattern(rows=shared):
    for c, _, first, second in all_triples():
        points, published = [occurring_points(*first), occurring_points(*second)], rows(first, second)
        for pattern, sides in matching_extensions(c, error_count, first, second).items():
            seen = {tuple((x, h[points[t].index(x)]) for x, _ in published[t]) for t in (0, 1) for h in sides[t]}
            yield (c.rows(), first, second, pattern), len(seen), 1

def refutes_published_part_shows_only_the_common_pattern(rows, witness):
    _, first, second, _ = witness
    return [x for x, _ in rows(first, second)[0]] != [x for x, _ in rows(first, second)[1]]


@cache
def largest_distances() -> list[tuple[Any, Any, Any]]:
    """Return for each response its parameters, the largest distance of two mixtures, and where it is attained."""
    found = []
    for (_, base), group in groupby(all_branches(), key=lambda entry: entry[0][3:]):
        distances = ((stick(*branch.answers, base[0]), (*key, h)) for key, parts in group
                     for h, branch in parts.items())
        found.append((base, *max(distances, key=lambda entry: entry[0])))
    return found


@check("ABMS20-5.3.eq-A", grade="exact",
       quantifier="the same instances, both orders; randomised response on the first label with delta = 1/100: told "
                  "more often (e^eps = 1, 3), or with a leak of the whole database (3): distance of the mixtures",
       says="{the largest hockey-stick distance of the mixtures} is at most {delta}",
       reason="The mixtures are those for e = 9/4. By convexity any weights do, as the pairs of extensions are "
              "neighbours.")
@sabotage("half of delta", Fraction(1, 2))
def mixtures_are_within_delta(share: Fraction = Fraction(1)) -> Verdict:
    verdict = judge("<=", ((witness, distance, share * base[1]) for base, distance, witness in largest_distances()))
    return counted(verdict, sum(len(found) for _, found in all_branches()))

def refutes_mixtures_are_within_delta(share, witness):
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
