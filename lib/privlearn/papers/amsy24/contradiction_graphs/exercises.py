"""Judges of the exercises on the page contradiction-graphs."""

from itertools import combinations

from privlearn.checking import supplied
from privlearn.concepts import point_functions, thresholds
from privlearn.dimensions.contradictions import agrees, contradict, is_clique
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Find five samples in which no point separates more than one from the others.", level=2, minutes=25)
@answered
def judge_five_samples(answer) -> str:
    """Judge five words for samples of three points each, on which the conclusion of the proof is an equality."""
    return supplied.tight("AMSY24-17", "conclusion", {"samples": answer, "m": 3}, refused=lambda given: (
        "give five words, one for each sample" * (len(given.samples) != 5)))


def _as_samples(answer: object) -> tuple | None:
    """Return a list of samples as tuples of rising labelled points, or None if it is none."""
    if not isinstance(answer, (list, tuple)) or not all(isinstance(sample, (list, tuple)) for sample in answer):
        return None
    for sample in answer:
        for pair in sample:
            if not isinstance(pair, (list, tuple)) or len(pair) != 2 or any(type(value) is not int for value in pair):
                return None
    return tuple(tuple(sorted(tuple(pair) for pair in sample)) for sample in answer)


@asked("Find eight samples of thresholds that contradict each other pairwise.", level=2, minutes=20,
       library="clique_from_tree")
@answered
def judge_eight_thresholds(answer) -> str:
    """Judge a clique of eight samples of three labelled points each, realised by the thresholds on 0, ..., 7."""
    samples = _as_samples(answer)
    if samples is None:
        return "not yet: give a list of samples, each a list of pairs (point, label)"
    if len(samples) != 8 or any(len(sample) != 3 for sample in samples):
        return "not yet: eight samples of three labelled points are asked for"
    for left, right in combinations(samples, 2):
        if not contradict(left, right):
            return f"not yet: {left} and {right} do not contradict each other"
    if not is_clique(samples, thresholds(3), 3):
        return "not yet: a sample is labelled by no threshold, or names a point twice or outside 0, ..., 7"
    return "accepted: eight samples, and each contradicts every other"


@asked("Find samples without a contradiction that no point function labels all.", level=1, minutes=10)
@answered
def judge_consistent_set(answer) -> str:
    """Judge samples of two of 4 points without a contradiction that point functions label, but no one all of them."""
    samples = _as_samples(answer)
    if samples is None:
        return "not yet: give a list of samples, each a list of pairs (point, label)"
    rows = point_functions(4).rows()
    for sample in samples:
        inside = all(0 <= x < 4 for x, _ in sample)
        if len(dict(sample)) != 2 or not inside or not any(agrees(row, sample) for row in rows):
            return f"not yet: {sample} is no sample of two points that a point function labels"
    for left, right in combinations(samples, 2):
        if contradict(left, right):
            return f"not yet: {left} and {right} contradict each other"
    if any(all(agrees(row, sample) for sample in samples) for row in rows):
        return "not yet: one point function agrees with all of them"
    return f"accepted: {len(samples)} samples without a contradiction, and no point function labels them all"
