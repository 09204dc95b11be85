"""Votes of blocks: the most frequent hypothesis, and how many votes must change before another one is it.

Definitions
-----------
*Votes* map hypotheses to counts.  The *most frequent* hypothesis has the largest count, of several the smallest in
the order of tuples.  The *stability* c is the least number of votes that must be changed so that another hypothesis is
most frequent.  The quickest way is to move votes from the winner to one challenger: with a lead of d votes,
``ceil(d / 2)`` of them if ties go to the challenger, ``floor(d / 2) + 1`` if they go to the winner.  Challengers
without any vote count too, so list them with 0.

>>> stability({"a": 3, "b": 5, "c": 2}), stability({"a": 5, "b": 3, "c": 2})
(1, 2)
"""

from collections.abc import Iterator, Mapping
from typing import Any

from privlearn.exact import as_integer

Votes = Mapping[Any, int]


def as_votes(votes: Any) -> dict[Any, int]:
    """Return votes as a dictionary with counts of at least 0, at least one of them positive."""
    if not isinstance(votes, Mapping):
        raise ValueError(f"votes must be a mapping from hypotheses to counts, got {votes!r}")
    counts = {h: as_integer(count, f"votes of {h!r}", least=0) for h, count in votes.items()}
    if not any(counts.values()):
        raise ValueError("votes must hold at least one vote")
    return counts


def most_frequent(votes: Votes) -> Any:
    """Return the hypothesis with most votes, of several the smallest."""
    counts = as_votes(votes)
    return min(counts, key=lambda h: (-counts[h], h))


def stability(votes: Votes) -> int:
    """Return how many votes must change, at least, before another of the listed hypotheses is most frequent.

    Parameters
    ----------
    votes : mapping hypothesis -> count
        With all hypotheses that could be voted for, or at least one without votes on either side of the winner in the
        order of tuples.

    Notes
    -----
    Guarantee: changing one vote changes c by at most 1 if the winner stays; if the winner changes, c is 1 before and
    after.  Source: FX15, proof of Lemma 6.2.
    """
    counts = as_votes(votes)
    winner = most_frequent(counts)
    rest = [h for h in counts if h != winner]
    if not rest:
        raise ValueError(f"votes must list at least two hypotheses, got {winner!r} alone: nothing can replace it")
    return min((counts[winner] - counts[h] + 1) // 2 if h < winner else (counts[winner] - counts[h]) // 2 + 1
               for h in rest)


def vote_vectors(hypotheses: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to give ``total`` votes to ``hypotheses`` hypotheses, as tuples of counts.

    Examples
    --------
    >>> list(vote_vectors(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    kinds, n = as_integer(hypotheses, "hypotheses", least=1), as_integer(total, "total", least=0)
    if kinds == 1:
        yield (n,)
        return
    for first in range(n + 1):
        yield from ((first, *rest) for rest in vote_vectors(kinds - 1, n - first))


def changed_votes(votes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the vote vectors that one changed vote can lead to."""
    for source, count in enumerate(votes):
        for target in range(len(votes)):
            if count and target != source:
                moved = list(votes)
                moved[source] -= 1
                moved[target] += 1
                yield tuple(moved)
