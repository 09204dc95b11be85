"""How many rows each task needs, known before anybody looks at data.

>>> from privlearn.mechanisms import replace_one
>>> rows_needed("median", neighbours=replace_one, epsilon=1, delta=1e-6, beta=0.05)
187
>>> rows_needed("learn_point", neighbours=replace_one, epsilon=1/2, alpha=1/4, beta=1/100)
8299
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from inspect import Parameter, signature
from math import ceil
from typing import Any

from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.tree_log.plans import plan_tree_log
from privlearn.learners.points import frugal_plan
from privlearn.mechanisms.columns import KINDS, WORD_BITS
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.private.counting import TWENTIETH, histogram_rows
from privlearn.private.labelled import agnostic_excess, agnostic_root
from privlearn.private.ordered import QUARTILES, places_of, plan_of_quantiles, quantile_rows_needed


def _median(neighbours: Relation, epsilon: Number, delta: Number, beta: Number, alpha: Number | None = None,
            kind: str = "reals") -> int:
    return _quantiles(neighbours, epsilon, delta, beta, alpha, (Fraction(1, 2),), kind)


def _quantiles(neighbours: Relation, epsilon: Number, delta: Number, beta: Number, alpha: Number | None = None,
               probabilities: Iterable[Number] = QUARTILES, kind: str = "reals") -> int:
    places = places_of(probabilities)
    return quantile_rows_needed(places, plan_of_quantiles(len(places), _bits(kind), neighbours, epsilon, delta, beta),
                                alpha)


def _interior_point(neighbours: Relation, epsilon: Number, delta: Number, beta: Number, kind: str = "reals") -> int:
    return plan_tree_log(_bits(kind), neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta,
                         cautious=not is_replacement(neighbours)).rows


def _histogram(neighbours: Relation, epsilon: Number, alpha: Number, cells: int, beta: Number = TWENTIETH) -> int:
    return histogram_rows(cells, neighbours, epsilon, alpha, beta)


def _learn_threshold(neighbours: Relation, epsilon: Number, alpha: Number, beta: Number = TWENTIETH,
                     kind: str = "reals") -> int:
    errors = agnostic_excess(_bits(kind), agnostic_root(neighbours, epsilon), beta)
    return max(1, ceil(errors / as_inner_probability(alpha, "alpha")))


def _learn_point(neighbours: Relation, epsilon: Number, alpha: Number, beta: Number) -> int:
    if not is_replacement(neighbours):
        raise ValueError("neighbours must be replace_one: rows are cut into blocks by their place")
    return frugal_plan(epsilon, alpha, beta).total


TASKS: dict[str, Callable[..., int]] = {
    "median": _median, "quantiles": _quantiles, "interior_point": _interior_point, "histogram": _histogram,
    "learn_threshold": _learn_threshold, "learn_agnostic_threshold": _learn_threshold,
    "learn_point": _learn_point}
PURE = ("histogram", "learn_threshold", "learn_agnostic_threshold", "learn_point")


def rows_needed(task: str | Callable[..., Any], *, neighbours: Relation, epsilon: Number, **wishes: Any) -> int:
    """Return with how many rows the promise of a task is made, whatever the rows are.

    Parameters
    ----------
    task : str or function
        ``"median"``, ``"quantiles"``, ``"interior_point"``, ``"histogram"``, ``"learn_threshold"``,
        ``"learn_agnostic_threshold"`` or ``"learn_point"``, or the function of that name.
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    epsilon : number
    **wishes
        What the task takes besides, with the same names: ``delta`` (of no use to pure tasks), ``beta``, and ``alpha``:
        the share of ranks by which a median or quantile may be off, of rows by which a count may, of rows that a
        threshold may label wrongly (beyond the best, if labels are noisy), of points for
        :func:`~privlearn.private.labelled.learn_point`.
        Without alpha a median and quantiles need to be among the rows only.  ``probabilities`` for quantiles, ``cells``
        (their number) for a histogram, ``kind="booleans"`` for columns of these; all other kinds need the same.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If a wish is out of range, missing, or none that the task takes.

    Examples
    --------
    >>> from privlearn.mechanisms import add_remove_one
    >>> rows_needed("histogram", cells=20, neighbours=add_remove_one, epsilon=1, alpha=0.01, beta=0.05)
    600
    """
    name = task if isinstance(task, str) else getattr(task, "__name__", task)
    if not isinstance(name, str) or name not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}, got {task!r}")
    if name in PURE:
        wishes = {key: value for key, value in wishes.items() if key != "delta"}
    given = {"neighbours": neighbours, "epsilon": epsilon, **wishes}
    taken = signature(TASKS[name]).parameters
    for key in given.keys() - taken.keys():
        raise ValueError(f"{key} must be left out: {name} takes {', '.join(taken)}")
    for key, parameter in taken.items():
        if parameter.default is Parameter.empty and key not in given:
            raise ValueError(f"{key} must be given for {name}")
    return TASKS[name](**given)


def _bits(kind: str) -> int:
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    return 1 if kind == "booleans" else WORD_BITS
