"""Matched sensitivity: how much a score differs between neighbouring databases and concepts that agree on the rest.

Definitions
-----------
A score ``q`` has *matched sensitivity* at most k on a class if ``|q(S + z, h) - q(S + z', h')| <= k`` for all labelled
databases ``S``, records ``z, z'`` and concepts ``h, h'`` that agree on every point of ``S`` (``+`` adds one record;
ABMS20, Definition 5.1).  With ``h = h'`` it is the ordinary sensitivity under replacement.

Concepts that agree on S form groups, and within a group records and concepts vary freely: the matched sensitivity is
the largest difference, maximum less minimum, inside a group.

>>> from privlearn.concepts import initial_segments
>>> from privlearn.learners.relabeling.relabel import error_count
>>> found = matched_sensitivity(error_count, initial_segments(3), most_rows=2)
>>> found.value, standard_sensitivity(error_count, initial_segments(3), most_rows=2).value
(1, 1)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import as_integer
from privlearn.learners.relabeling.relabel import Score, occurring_points, patterns
from privlearn.mechanisms import labelled_rows, multiset_databases
from privlearn.mechanisms.neighbours import Database


@dataclass(frozen=True)
class MatchedSensitivity:
    """The largest difference, the pair that attains it, and how many comparisons it stands for.

    Attributes
    ----------
    value : int
    witness : tuple
        ``(S, z, h, z', h')`` with ``q(S + z, h) - q(S + z', h') = value``; concepts as tuples of bits.
    comparisons : int
        Ordered pairs of (record, concept) that were covered.
    """

    value: int
    witness: tuple[Any, ...]
    comparisons: int


def matched_sensitivity(score: Score, concepts: ConceptClass, most_rows: int) -> MatchedSensitivity:
    """Return the matched sensitivity over all multisets S of at most ``most_rows`` labelled rows.

    Parameters
    ----------
    score : callable
        ``(database, concept) -> int``.
    concepts : ConceptClass
        Not empty.
    most_rows : int
        At least 0.

    Notes
    -----
    Cost: one evaluation of the score for each S, record and concept.
    """
    return _largest(score, concepts, most_rows, matched=True)


def standard_sensitivity(score: Score, concepts: ConceptClass, most_rows: int) -> MatchedSensitivity:
    """Return the same with one concept on both sides: the ordinary sensitivity under replacement of a record."""
    return _largest(score, concepts, most_rows, matched=False)


def small_databases(points: int, most_rows: int) -> Iterator[Database]:
    """Yield every multiset of at most ``most_rows`` labelled rows on ``0..points-1``, the empty one first."""
    as_integer(most_rows, "most_rows", least=0)
    for rows in range(most_rows + 1):
        yield from multiset_databases(labelled_rows(points), rows)


def _largest(score: Score, concepts: ConceptClass, most_rows: int, *, matched: bool) -> MatchedSensitivity:
    if not isinstance(concepts, ConceptClass) or len(concepts) == 0:
        raise ValueError(f"concepts must be a ConceptClass with at least one concept, got {concepts!r}")
    records, best, comparisons = labelled_rows(concepts.size), -1, 0
    witness: tuple[Any, ...] = ()
    for data in small_databases(concepts.size, most_rows):
        agreeing = patterns(concepts, occurring_points(data)).values()
        for group in agreeing if matched else [[h] for rows in agreeing for h in rows]:
            values = [(score((*data, z), h), z, h) for z in records for h in group]
            low, high = min(values, key=_first), max(values, key=_first)
            comparisons += len(values) ** 2
            if high[0] - low[0] > best:
                best, witness = high[0] - low[0], (data, *high[1:], *low[1:])
    return MatchedSensitivity(best, witness, comparisons)


def _first(entry: tuple[Any, ...]) -> Any:
    return entry[0]
