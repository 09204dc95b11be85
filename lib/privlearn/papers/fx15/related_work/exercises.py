"""Judges of the exercises on the page related-work."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Refute by a sample of one row that the excess error is at most the accuracy.", level=2, minutes=20)
@answered
def judge_synthetic(answer) -> str:
    """Judge a sample of one labelled point and a synthetic sample, ``(sample, synthetic, t)``, against factor 1.

    Thresholds on the points 0..3: 1 from t on, t = 0..3.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        return "not yet: give (sample, synthetic sample, t)"
    sample, synthetic, t = answer
    for rows, name, most in ((sample, "sample", 1), (synthetic, "synthetic sample", 3)):
        good = isinstance(rows, (tuple, list)) and 1 <= len(rows) <= most and all(
            isinstance(row, (tuple, list)) and len(row) == 2 and type(row[0]) is int and type(row[1]) is int
            and 0 <= row[0] < 4 and 0 <= row[1] < 2 for row in rows)
        if not good:
            return f"not yet: the {name} must have 1 to {most} rows (x, y), x in 0..3, y in 0, 1"
    if type(t) is not int or not 0 <= t < 4:
        return "not yet: t must be one of 0, 1, 2, 3"
    true, found = ([Fraction(sum((x >= s) != y for x, y in rows), len(rows)) for s in range(4)]
                   for rows in (sample, synthetic))
    if found[t] > min(found):
        return f"not yet: threshold {t} is not best on the synthetic sample"
    accuracy, excess = max(abs(a - b) for a, b in zip(true, found, strict=True)), true[t] - min(true)
    if excess <= accuracy:
        return f"not yet: the excess error {excess} is not above the accuracy {accuracy}"
    return f"accepted: the accuracy is {accuracy}, the excess error {excess}"
