"""What the claims on classes given by equations share: the most mistakes of a learner."""

from itertools import permutations

from privlearn.concepts import ConceptClass


def most_errors(make, rows: ConceptClass, told: ConceptClass) -> int:
    """Return the most mistakes on sequences of different points of label 1, for each concept (listed one by one)."""
    worst = 0
    for row in rows.rows():
        ones = [x for x, bit in enumerate(row) if bit]
        for order in permutations(ones, min(len(ones), 4)):
            learner, wrong = make(told), 0
            for x in order:
                wrong, learner = wrong + (learner.hypothesis()[x] != 1), learner.updated(x, 1)
            worst = max(worst, wrong)
    return worst
