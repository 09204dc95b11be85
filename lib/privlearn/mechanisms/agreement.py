"""From replicability to privacy: run on disjoint blocks with shared coins, choose the output that most blocks have.

Definitions
-----------
The rows are cut into k *blocks* of equal length; all blocks are read with the same coins r, and the one-shot choosing
mechanism (:mod:`~privlearn.mechanisms.choosing_once`) chooses among the outputs by the number of blocks that have them,
or gives no answer (``None``).  Replacing a row changes one block, which moves one unit from one output to another:
taking away the block and adding it again, each at a price of ``(ln exp_epsilon, delta)`` or less, so that the whole is
``(2 ln exp_epsilon, delta)``-private under replacing a row, even with r published.  Nothing but privacy is asked of the
algorithm that reads the blocks; that it is replicable makes the blocks agree, and the answer likely.

>>> chosen_by_agreement(("a", "a", "b"), exp_epsilon=2, threshold=2).exact()
{'a': Fraction(2, 5), 'b': Fraction(1, 5), None: Fraction(2, 5)}
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.law import as_law
from privlearn.mechanisms.choosing_once import check_one_shot, choose_one_shot, one_shot_delta
from privlearn.mechanisms.neighbours import Database, as_database, replace_one
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def chosen_by_agreement(outputs: Sequence[Hashable], exp_epsilon: Number, threshold: int) -> Law:
    """Return the law of the output that is chosen by how many blocks have it; ``None`` is no answer.

    Parameters
    ----------
    outputs : sequence
        One for each block, none of them ``None``.
    exp_epsilon : number
        At least 1.
    threshold : int
        The number of blocks at which one output is as likely as no answer.

    Examples
    --------
    >>> chosen_by_agreement(("a", "a", "a", "b"), exp_epsilon=2, threshold=3).exact()
    {'a': Fraction(4, 9), 'b': Fraction(1, 9), None: Fraction(4, 9)}
    """
    return choose_one_shot(Counter(outputs), exp_epsilon, threshold)


def blocks_of(database: Database, blocks: int) -> list[Database]:
    """Cut a database into blocks of equal length.

    Raises
    ------
    ValueError
        If they cannot be of equal length, at least 1.

    Examples
    --------
    >>> blocks_of((5, 6, 7, 8), 2)
    [(5, 6), (7, 8)]
    """
    rows, k = as_database(database), as_integer(blocks, "blocks", least=1)
    length, rest = divmod(len(rows), k)
    if rest or not length:
        raise ValueError(f"database must fall into {k} blocks of equal length, got {len(rows)} rows")
    return [rows[start:start + length] for start in range(0, len(rows), length)]


def private_from_replicable(algorithm: Callable[[Database, Any], Hashable], coins: Law, *, blocks: int,
                            exp_epsilon: Number, threshold: int) -> PromisedMechanism:
    """Return the private mechanism that runs an algorithm on blocks with shared coins and chooses among its outputs.

    Parameters
    ----------
    algorithm : callable
        ``(block, coins) -> output``, hashable and never ``None``.
    coins : Law
        What the blocks share; it is published.
    blocks : int
        How many.
    exp_epsilon : number
        That of the choice; the whole has the promise ``exp_epsilon ** 2`` with delta
        ``1 / (1 + exp_epsilon ** (threshold - 1))``.
    threshold : int
        See :func:`chosen_by_agreement`; a ``ValueError`` if adding a block is not purely private with it.

    Returns
    -------
    PromisedMechanism
        Outcomes ``(coins, output)``, or ``(coins, None)`` for no answer, under :func:`replace_one`.

    References
    ----------
    The idea is that of BGHILPSS23; construction, constants and proof are ours.

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> heads = private_from_replicable(lambda block, _: block, pure("r"), blocks=2, exp_epsilon=2, threshold=3)
    >>> heads((1, 1)).exact()[("r", (1,))], heads.promise.exp_epsilon, heads.promise.delta
    (Fraction(1, 3), Fraction(4, 1), Fraction(1, 5))
    """
    ratio, shared = as_exp_epsilon(exp_epsilon), as_law(coins, "coins")
    check_one_shot(ratio, threshold)
    as_integer(blocks, "blocks", least=1)

    def law(database: Database) -> Law:
        parts = blocks_of(database, blocks)

        def answered(r: Any) -> Law:
            chosen = chosen_by_agreement([algorithm(block, r) for block in parts], ratio, threshold)
            return chosen.map(lambda output: (r, output))

        return shared.then(answered)

    return PromisedMechanism(law, Promise(ratio**2, replace_one, one_shot_delta(ratio, threshold)),
                             "choice by agreement of blocks")
