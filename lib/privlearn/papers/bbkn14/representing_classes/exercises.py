"""Judges of the exercises on the page representing-classes."""

from fractions import Fraction

from privlearn.concepts import ConceptClass, point_functions
from privlearn.dimensions.representation import representation_alpha
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Represent eight points by five hypotheses, and show with chains that four are too few.",
       level=3, minutes=40, library="smallest_representation")
@answered
def judge_five_for_eight(answer) -> str:
    """Judge two witnesses for POINT over 8 points: 5 hypotheses with value at most 3/7, and why 4 never do.

    Parameters
    ----------
    answer : (rows, chains)
        5 rows of 8 bits; a list of at most 7 chains of subsets of {0, 1, 2, 3}, each a list of sets that grow, which
        together hold all 16 subsets (so two of any 8 columns are comparable).
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(part, list) for part in answer):
        return "not yet: give a list of 5 rows and a list of chains"
    rows, chains = answer
    if len(rows) != 5 or any(len(row) != 8 for row in rows):
        return "not yet: the table needs 5 rows of 8 bits"
    value = representation_alpha(ConceptClass.from_matrix(rows), point_functions(8))
    if value > Fraction(3, 7):
        return f"not yet: the table has value {value}"
    growing = all(set(a) < set(b) for chain in chains for a, b in zip(chain, chain[1:], strict=False))
    if not growing or len({frozenset(s) for chain in chains for s in chain if set(s) <= {0, 1, 2, 3}}) != 16:
        return "not yet: the chains must grow and hold every subset of {0, 1, 2, 3}"
    if len(chains) > 7:
        return f"not yet: with {len(chains)} chains, 8 columns could lie on different ones"
    return f"accepted: value {value}, and on {len(chains)} chains two of any 8 columns are comparable"
