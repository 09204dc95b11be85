"""Judges of the exercises on the page generator-separation."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Give a mechanism with the best average success on a packing, as a table.", level=2, minutes=25)
@answered
def judge_average_packing_mechanism(answer) -> str:
    """Judge a mechanism on 8 databases, ratio at most 4 between any two, with the best average success, 4/11.

    Parameters
    ----------
    answer : 8 rows of 8 Fractions
        Row i is the law on database i; entry j is the probability of answer j.
    """
    size, ratio = 8, 4
    if not isinstance(answer, (tuple, list)) or [len(row) if isinstance(row, (tuple, list)) else 0
                                                 for row in answer] != [size] * size:
        return "not yet: give 8 rows of 8 probabilities"
    if any(not is_exact(p) or p < 0 for row in answer for p in row):
        return "not yet: give integers or Fractions of at least 0"
    for i, row in enumerate(answer):
        if sum(row) != 1:
            return f"not yet: row {i} sums to {sum(row)}"
    for j in range(size):
        column = [row[j] for row in answer]
        if max(column) > ratio * min(column):
            return f"not yet: answer {j} is more than {ratio} times as likely on one database as on another"
    average = sum((Fraction(answer[j][j]) for j in range(size)), Fraction(0)) / size
    best = Fraction(ratio, ratio + size - 1)
    if average < best:
        return f"not yet: average success {average}, and {best} is possible"
    return f"accepted: ratio at most {ratio}, average success {average}"


@asked("Choose successes for which a distinguisher has no advantage although most points fail.", level=2, minutes=20)
@answered
def judge_uneven_successes(answer) -> str:
    """Judge a refutation of the printed case distinction with 64 points, the first 4 of them the image.

    Parameters
    ----------
    answer : 64 Fractions strictly between 0 and 1
        The success on each point.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 64:
        return "not yet: give 64 successes, those of the image first"
    if any(not is_exact(s) or not 0 < s < 1 for s in answer):
        return "not yet: give Fractions strictly between 0 and 1, so that the learner is private"
    weak, image = sum(s < Fraction(3, 4) for s in answer), list(answer[:4])
    advantage = sum(image, Fraction(0)) / 4 - sum(answer, Fraction(0)) / 64
    if weak < 48:
        return f"not yet: {weak} points are below 3/4, 48 are asked for"
    if min(image) <= Fraction(3, 4):
        return f"not yet: success {min(image)} on the image is not above 3/4"
    if advantage != 0:
        return f"not yet: the distinguisher has advantage {advantage}"
    return f"accepted: {weak} of 64 points below 3/4, the image above it, and no advantage"
