"""Judges of the exercises on the page results."""


from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked

LARGEST = 1 << 40


def _is_size(answer) -> bool:
    return type(answer) is int and 1 <= answer <= LARGEST


@asked("Find the least b for which the bound with the iterated logarithm is below b.", level=2, minutes=20)
@answered
def judge_first_win(answer) -> str:
    """Judge the least b with ``16^(log* b) < b``."""
    from privlearn.exact import log_star
    from privlearn.exact.towers import tower

    if not _is_size(answer):
        return "not yet: give b as an integer from 1 to 2^40"
    if 16 ** log_star(answer) >= answer:
        return f"not yet: log* b = {log_star(answer)}, and 16 to that power is not below b"
    starts = (tower(k - 1) + 1 for k in range(1, 6))  # where log* jumps to k; 16^(log* b) is constant in between
    first = next(max(start, 16 ** log_star(start) + 1) for start in starts
                 if 16 ** log_star(start) < min(LARGEST, tower(log_star(start))))
    if answer > first:
        return "not yet: right for this b, but a smaller one will do"
    return "accepted: the bound is below b here, and for no smaller b"


@asked("Find the least b for which the chain excludes one, two and three samples.",
       level=1, minutes=15, library="private_samples_lower_bound")
@answered
def judge_first_sample(answer) -> str:
    """Judge the least b for which the explicit chain asks for more than one, two and three samples for Thr_b."""
    from privlearn.communication import private_samples_lower_bound

    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(map(_is_size, answer)):
        return "not yet: give three integers from 1 to 2^40, the least b for one, two and three samples"
    for samples, b in enumerate(answer, 1):
        if private_samples_lower_bound(b) <= samples:
            return f"not yet: for b = {b} the chain allows {private_samples_lower_bound(b)} sample(s)"
        if private_samples_lower_bound(b - 1) > samples:
            return f"not yet: for b = {b} more than {samples} are needed, and for a smaller b as well"
    return f"accepted: {answer[0]}, {answer[1]}, {answer[2]}; in each case one less leaves it open"
