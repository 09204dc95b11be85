"""Higher confidence, privately: run a learner on several blocks, choose among the answers on further rows.

Definitions
-----------
The learner runs on t disjoint blocks.  The exponential mechanism then chooses one of the t answers, with weight
``e^{-epsilon q/2}``, q being its errors on the validation rows.  A row is in one block, or among the validation rows:
under replacement of a row the loss is the larger one of the learner's and epsilon, not the sum.

>>> from privlearn.laws import pure
>>> law = chosen_answer_law(lambda rows: pure((rows[0][1],)), [((0, 0),), ((0, 1),)], ((0, 1), (0, 1)), 4)
>>> sorted(law.exact().items())
[((0,), Fraction(1, 5)), ((1,), Fraction(4, 5))]

Source: ABMS20, Remark 7.4 (the amplification of beta).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from privlearn.concepts import Concept
from privlearn.exact import as_exp_epsilon
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, fold
from privlearn.learning.labelled import errors
from privlearn.mechanisms import from_scores
from privlearn.mechanisms.neighbours import Database


@formula("at most", where=("1 <= runs", "0 <= weight <= 1"),
         tex={"runs": "t", "weight": r"e^{-\varepsilon\alpha v/2}"},
         corners={"runs": (0, 1, 2, 5, 8), "weight": (Fraction(0), Fraction(1, 1000), Fraction(1), Fraction(2))},
         loose={"1 <= runs": "without a run the bound is 1", "0 <= weight <= 1": "no answer is above a good one"})
def amplified_failure(runs: int, weight: Value) -> Value:
    """Return ``2^-runs + runs weight``, a bound on the failure of the choice if each run fails with probability 1/2.

    Parameters
    ----------
    runs : int, at least 1
    weight : number in [0, 1]
        The probability with which a given bad answer is chosen beside a good one.

    References
    ----------
    ABMS20, Remark 7.4.

    Examples
    --------
    >>> amplified_failure(3, Fraction(1, 24))  # no run succeeds, or one of three bad answers is chosen
    Fraction(1, 4)
    """
    return 2**-runs + runs * weight


def chosen_answer_law(learner: Callable[[Database], Law], blocks: Sequence[Database], validation: Database,
                      exp_epsilon: Number) -> Law:
    """Return the law of the answer that is chosen.

    Parameters
    ----------
    learner : callable
        Database -> Law of a function, a tuple of bits.
    blocks : sequence of databases
        At least one.
    validation : tuple of rows ``(x, y)``
        Disjoint from the blocks.
    exp_epsilon : number
        ``e^epsilon`` of the choice, the square of a rational.

    Raises
    ------
    ValueError
        If there is no block, or ``exp_epsilon`` has no rational root.

    Notes
    -----
    Guarantee, for an (epsilon', delta)-private learner: (max(epsilon, epsilon'), delta).
    """
    if not blocks:
        raise ValueError("blocks must not be empty: there is no answer to choose")
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    start: tuple[Concept, ...] = ()
    answers = fold(start, blocks, lambda found, block: learner(block).map(lambda h: (*found, h)))
    return answers.then(lambda found: from_scores({k: -errors(h, validation) for k, h in enumerate(found)}, root)
                        .map(lambda k: found[k]))
