"""The page relabeling-privacy: private algorithms that tell a label, as tables of numbers of any exact kind."""

from typing import Any

Rows = tuple[tuple[int, int], ...]
Table = dict[Any, Any]


def response(rows: Rows, exp_epsilon: Any, delta: Any) -> Table:
    """Tell the first label truthfully as often as (epsilon, delta)-privacy allows."""
    truth, label = (exp_epsilon + delta) / (1 + exp_epsilon), rows[0][1]
    return {label: truth, 1 - label: 1 - truth} if truth < 1 else {label: truth}


def leak(rows: Rows, exp_epsilon: Any, delta: Any) -> Table:
    """With probability delta tell the database, else respond with privacy epsilon alone."""
    return {rows: delta, **{label: (1 - delta) * p for label, p in response(rows, exp_epsilon, 0).items()}}
