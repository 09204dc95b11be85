"""Judges of the exercises on the page conventions."""


from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.laws import choice


@asked("Find a mechanism with two outputs whose likeliest outputs hide what the other output tells.",
       level=1, minutes=10)
@answered
def judge_two_output_mechanism(answer) -> str:
    """Judge a mechanism on one bit with two outputs on which looking at the most likely output is not enough.

    Parameters
    ----------
    answer : (dict, dict)
        Output -> probability on the databases ``(0,)`` and ``(1,)``, the same two outputs in both.
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(law, dict) for law in answer):
        return "not yet: give two dicts, output -> probability, one for each database"
    try:
        laws = [choice(law).exact() for law in answer]
    except ValueError as error:
        return f"not yet: {error}"
    if any(len(law) != 2 for law in laws) or set(laws[0]) != set(laws[1]):
        return "not yet: both laws need the same two outputs, each with positive probability"
    pairs = [(laws[0], laws[1]), (laws[1], laws[0])]
    likely = max(left[top] / right[top] for left, right in pairs for top in left if left[top] == max(left.values()))
    worst = max(left[o] / right[o] for left, right in pairs for o in left)
    if likely == worst:
        return f"not yet: the most likely outputs already show the ratio {worst}"
    return f"accepted: the most likely outputs show {likely}, the rare one {worst}"
