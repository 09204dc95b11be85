"""Least representations of thresholds, for the page greater-than."""

from privlearn.concepts import thresholds
from privlearn.dimensions.representation import is_smallest_representation, smallest_representation
from privlearn.exact.fractions import QUARTER


def representation_size_of_thresholds(bits: int) -> int:
    """The least number of hypotheses that 1/4-represent Thr_b, refused unless its certificate is verified."""
    concepts = thresholds(bits).restrict(range(2**bits - 1))
    found = smallest_representation(concepts, QUARTER)
    if not is_smallest_representation(found, concepts, QUARTER):
        raise ArithmeticError(f"not verified: {found}")
    return found.size
