"""Cases that stand for many instances each: of a batch only the tightest is compared, and all of it is counted.

>>> judge_batches("<=", [("sums of two", 4, 5, 36), ("sums of three", 7, 7, 216)])
Verdict(holds=True, left=7, right=7, slack=0, witness='sums of three', instances=252, covered=252)
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from privlearn.checking.verdict import Case, Verdict, counted, judge


def judge_batches(relation: str, batches: Iterable[tuple[Any, Any, Any, int]]) -> Verdict:
    """Judge as :func:`~privlearn.checking.verdict.judge` does cases whose fourth entry is the size of the batch."""
    sizes: list[int] = []

    def cases() -> Iterator[Case]:
        for instance, left, right, size in batches:
            sizes.append(size)
            yield instance, left, right

    verdict = judge(relation, cases())
    return counted(verdict, sum(sizes))


def judged_in_batches(relation: str) -> Callable[[Callable[..., Iterable[Any]]], Callable[..., Verdict]]:
    """Let a check yield its batches, ``(instance, left, right, size)``, and return their verdict (a decorator)."""
    def verdict_of(batches: Callable[..., Iterable[Any]]) -> Callable[..., Verdict]:
        @wraps(batches)
        def judging(*args: Any, **kwargs: Any) -> Verdict:
            return judge_batches(relation, batches(*args, **kwargs))

        return judging

    return verdict_of
