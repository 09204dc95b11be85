"""The best of ALL private mechanisms on a finite instance, certified.

Definitions
-----------
A mechanism on a finite collection of databases with a finite output set is a point of a product of simplices, one for
each database; privacy is a set of ratio rows; "succeeds on every task" is a minimax objective.  A *task* gives each
pair (database, output) a loss; the mechanism's failure on the task is the sum of the losses times its output
probabilities. So "every private learner fails with probability at least beta" is the lower bound of a
:class:`~privlearn.exact.minimax.MinimaxProgram`, true of every algorithm; a mechanism that attains it comes with it.

Leaving databases out only removes constraints, so the optimum on a family of databases bounds all mechanisms on any
larger set.

>>> from privlearn.mechanisms import replace_one
>>> one_bit = [(0,), (1,)]
>>> tell = [{((b,), 1 - b): 1} for b in (0, 1)]  # task b: fail on database (b,) by saying the other bit
>>> optimal_failure(one_bit, (0, 1), replace_one(one_bit), 3, tell).value
Fraction(1, 4)
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_fraction, solve
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice
from privlearn.mechanisms.neighbours import Database, Pair

Task = Mapping[Any, Number]  # (database, output) -> loss


def mechanism_program(databases: Sequence[Any], outputs: Sequence[Hashable],
                      distances: Iterable[Pair] | Mapping[Pair, int], exp_epsilon: Number,
                      tasks: Sequence[Task]) -> MinimaxProgram:
    """Return the program "minimise the largest task failure over all private mechanisms".

    Parameters
    ----------
    databases : sequence
        Distinct databases (any hashable labels); one block of variables for each.
    outputs : sequence
        Distinct outputs.
    distances : pairs, or mapping pair -> distance
        Ordered pairs; without a distance it is 1.  The row is
        ``Pr[M(left) = o] <= exp_epsilon**distance Pr[M(right) = o]``.
    exp_epsilon : number
        At least 1.
    tasks : sequence of mappings
        ``(database, output) -> loss``; what is missing has loss 0.

    Examples
    --------
    >>> program = mechanism_program([(0,), (1,)], (0, 1), [((0,), (1,))], 3, [{((0,), 1): 1}])
    >>> program.blocks, program.ratios
    ((2, 2), ((0, 2, Fraction(3, 1)), (1, 3, Fraction(3, 1))))
    """
    ratio, width = as_exp_epsilon(exp_epsilon), len(outputs)
    place = {database: k * width for k, database in enumerate(databases)}
    column = {output: k for k, output in enumerate(outputs)}
    if len(place) != len(databases) or len(column) != width:
        raise ValueError("databases and outputs must be distinct")
    measured = distances if isinstance(distances, Mapping) else {tuple(pair): 1 for pair in distances}
    outside = [d for pair in measured for d in pair if d not in place]
    outside += [d for task in tasks for d, _ in task if d not in place]
    if outside:
        raise ValueError(f"distances and tasks must name the given databases, got {outside[0]!r}")
    if any(output not in column for task in tasks for _, output in task):
        raise ValueError(f"tasks must name the given outputs {list(column)!r}")
    rows = [(place[left] + k, place[right] + k, ratio**distance)
            for (left, right), distance in measured.items() for k in range(width)]
    losses = tuple({place[database] + column[output]: as_fraction(loss, "loss")
                    for (database, output), loss in task.items() if loss} for task in tasks)
    return MinimaxProgram((width,) * len(databases), losses, tuple(rows))


def optimal_failure(databases: Sequence[Any], outputs: Sequence[Hashable],
                    distances: Iterable[Pair] | Mapping[Pair, int], exp_epsilon: Number,
                    tasks: Sequence[Task]) -> Enclosure:
    """Return the certified least worst-task failure over all private mechanisms.

    The arguments are those of :func:`mechanism_program`.

    Examples
    --------
    >>> tell, pairs = [{((b,), 1 - b): 1} for b in (0, 1)], [((0,), (1,)), ((1,), (0,))]
    >>> [optimal_failure([(0,), (1,)], (0, 1), dict.fromkeys(pairs, d), 3, tell).value for d in (0, 1, 2)]
    [Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)]
    """
    return solve(mechanism_program(databases, outputs, distances, exp_epsilon, tasks))


def mechanism_from(enclosure: Enclosure, databases: Sequence[Any], outputs: Sequence[Hashable]) -> Callable[[Any], Law]:
    """Return the mechanism that an enclosure's point describes, as a function from databases to laws.

    Examples
    --------
    >>> databases, tell = [(0,), (1,)], [{((b,), 1 - b): 1} for b in (0, 1)]
    >>> best = optimal_failure(databases, (0, 1), [((0,), (1,)), ((1,), (0,))], 3, tell)
    >>> mechanism_from(best, databases, (0, 1))((0,)).exact()
    {0: Fraction(3, 4), 1: Fraction(1, 4)}
    """
    width = len(outputs)
    tables: dict[Any, dict[Hashable, Fraction]] = {
        database: dict(zip(outputs, enclosure.point[k * width : (k + 1) * width], strict=True))
        for k, database in enumerate(databases)
    }

    def law(database: Database) -> Law:
        if database not in tables:
            raise ValueError(f"database must be one of the {len(tables)} of the program, got {database!r}")
        return choice(tables[database])

    return law
