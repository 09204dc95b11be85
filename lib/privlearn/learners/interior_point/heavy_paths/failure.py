"""How many rows HeavyPaths has to have, and the bound on its failure: what can go wrong, part by part.

Definitions
-----------
With ``N (2 trim + stop) + B (low - 1) + 1`` rows, N levels and B values in the last domain, the database ``D_N`` has an
element at least ``low`` times.  HeavyPaths then fails only if StoppingPoint reports a level whose largest multiplicity
is below ``low``, if no level is chosen, or if one of its N steps finds no node or takes a bad leaf: the *parts* of the
bound, which holds with the best ``low`` that the rows allow.

>>> settings = HeavyPathsParameters.with_one_base(2, levels=2, trim=5, stop=20, threshold=1, high=4, level_threshold=3,
...                                               threshold_choose=3)
>>> heavy_paths_rows(64, settings, 4), sorted(failure_parts(settings, 4))
(85, ['leaves', 'no level', 'nodes', 'too early'])

Source: KLMNS20, Lemma 4.10; the explicit form is reconstructed.
"""

from fractions import Fraction

from privlearn.exact import as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point.heavy_paths.law import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths.privacy import noise_gap_bracket
from privlearn.learners.interior_point.tree_log.failure import base_size, share, short


def failure_parts(parameters: HeavyPathsParameters, low: int) -> dict[str, Fraction]:
    """Return what can go wrong if there are :func:`heavy_paths_rows` rows for ``low``; the failure is at most the sum.

    A level below ``low`` is reported too early; no level is chosen; in one of N steps, no node, or a bad leaf.  Nothing
    has to reach ``high``: if no level is reported, the last one is taken, and it has an element ``low`` times.
    Numbers of very many digits are rounded up.

    Examples
    --------
    >>> from privlearn.learners.interior_point.heavy_paths.stopping_point import noise_gap_tail
    >>> from privlearn.learners.interior_point.tree_log.failure import choice_failure, end_failure
    >>> failure_parts(HeavyPathsParameters.with_one_base(2, levels=2, trim=1, stop=4, threshold=3, high=4,
    ...                                                  level_threshold=1, threshold_choose=3), 2) == {
    ...     "too early": noise_gap_tail(2, 2, 2), "no level": choice_failure(2, 1, 1),
    ...     "nodes": 2 * choice_failure(2, 3, 4), "leaves": 2 * end_failure(2, 1)}
    True
    """
    n = parameters.levels
    early = noise_gap_bracket(parameters.exp_threshold, parameters.exp_query, parameters.threshold - low + 1)
    parts = {"too early": (n - 1) * early, "no level": share(parameters.exp_level, low - parameters.level_threshold),
             "nodes": n * share(parameters.exp_choose, parameters.stop + 1 - parameters.threshold_choose),
             "leaves": n * share(parameters.exp_end, parameters.trim + 1, 3)}
    return {name: short(part.upper).upper for name, part in parts.items()}


def heavy_paths_rows(domain_bits: int, parameters: HeavyPathsParameters, low: int) -> int:
    """Return ``N (2 trim + stop) + B (low - 1) + 1``: with so many rows the last database has an element ``low`` times.

    Examples
    --------
    >>> heavy_paths_rows(64, HeavyPathsParameters.with_one_base(2, levels=2, trim=5, stop=20, threshold=1, high=4,
    ...                                                         level_threshold=3, threshold_choose=3), 4)
    85
    """
    levels = parameters.levels
    return rows_for_height(levels, parameters.trim, parameters.stop, base_size(domain_bits, levels),
                           as_integer(low, "low", least=1))


@formula("rows", where=("height >= 1",), loose={"height >= 1": "at 0 there is nothing to show", "1": "rows are whole"},
         tex={"levels": "N", "trim": "t_1", "stop": "t", "values": "B", "height": r"T_{\mathrm{low}}"},
         corners={"levels": (1, 2), "trim": (0, 1), "stop": (1, 2), "values": (2, 3, 4), "height": (0, 1, 2)})
def rows_for_height(levels: int, trim: int, stop: int, values: int, height: int) -> Value:
    """Return the rows with which the last database, of so many values, has an element at least ``height`` times.

    Examples
    --------
    >>> rows_for_height(2, 5, 20, 8, 4)
    85
    """
    return levels * (2 * trim + stop) + values * (height - 1) + 1


def heavy_paths_failure(domain_bits: int, rows: int, parameters: HeavyPathsParameters) -> Fraction:
    """Return the bound on the failure of HeavyPaths on every database of at least ``rows`` points.

    Returns
    -------
    Fraction
        The least sum of :func:`failure_parts` over all ``low`` that so many rows allow, or 1.

    References
    ----------
    KLMNS20, Lemma 4.10; the explicit form is reconstructed.

    Notes
    -----
    One evaluation for each ``low`` in ``1..(rows - N (2 trim + stop)) / B``.
    """
    left = as_integer(rows, "rows", least=0) - heavy_paths_rows(domain_bits, parameters, 1)
    most = left // base_size(domain_bits, parameters.levels) + 1
    sums = (sum(failure_parts(parameters, low).values(), Fraction(0)) for low in range(1, most + 1))
    return min((Fraction(1), *sums))
