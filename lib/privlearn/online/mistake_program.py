"""The mistake game against all learners with coins at once, as one linear program.

Definitions
-----------
A learner with coins is, for each history of labelled points and each next point, a probability of predicting 1.  What
it expects to pay on a sequence is linear in these numbers; so the least worst case over *all* learners is the value of
a minimax program (:mod:`~privlearn.exact.minimax`) with a block of two variables for each history and point, and a task
for each sequence that some concept labels.  A point that comes back has been told already and costs nothing, and more
rounds cost no less, so the sequences that show every point once are enough.  The weights that prove a solution optimal
are an adversary: a law on sequences against which no learner does better.

>>> from privlearn.concepts import thresholds
>>> from privlearn.exact import solve
>>> solve(mistake_program(thresholds(1))).value
Fraction(1, 2)

Source: FHMM23 defines the game; the program is this library's.
"""

from fractions import Fraction
from itertools import permutations
from math import factorial

from privlearn.concepts import ConceptClass
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate

Rounds = tuple[tuple[int, int], ...]
MOST_SEQUENCES = 1024


def labelled_sequences(concepts: ConceptClass) -> tuple[Rounds, ...]:
    """Return every sequence that shows each point once and that a concept labels, as pairs (point, label).

    Raises
    ------
    ValueError
        If the class is empty.
    TooLargeToEnumerate
        If there are more than 1,024.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> labelled_sequences(point_functions(2))[:2]
    (((0, 1), (1, 0)), ((0, 0), (1, 1)))
    """
    if not isinstance(concepts, ConceptClass) or len(concepts) == 0:
        raise ValueError(f"concepts must be a class that is not empty, got {concepts!r}")
    count = factorial(concepts.size) * len(concepts)
    if count > MOST_SEQUENCES:
        raise TooLargeToEnumerate("the sequences of labelled points", count, MOST_SEQUENCES)
    return tuple(tuple((x, row[x]) for x in order)
                 for order in permutations(range(concepts.size)) for row in concepts.rows())


def mistake_program(concepts: ConceptClass) -> MinimaxProgram:
    """Return the program whose value is the least number of mistakes that a learner with coins can expect.

    The variables ``2i`` and ``2i + 1`` are the probabilities of predicting 0 and 1 after the i-th history with its next
    point; the tasks are :func:`labelled_sequences`, in their order.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> program = mistake_program(all_functions(2))
    >>> program.size, len(program.tasks)
    (12, 8)
    """
    places: dict[tuple[Rounds, int], int] = {}
    tasks = []
    for rounds in labelled_sequences(concepts):
        shown = [(places.setdefault((rounds[:t], x), len(places)), label) for t, (x, label) in enumerate(rounds)]
        tasks.append({2 * place + 1 - label: Fraction(1) for place, label in shown})
    return MinimaxProgram(blocks=(2,) * len(places), tasks=tuple(tasks))
