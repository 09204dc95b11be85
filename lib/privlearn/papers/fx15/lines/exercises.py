"""Judges of the exercises on the page lines."""


from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Draw a complete mistake tree of depth 2 for the lines over three elements.",
       level=1, minutes=15, library="mistake_tree")
@answered
def judge_line_tree(answer) -> str:
    """Judge a complete mistake tree of depth 2 for the lines over Z_3, ``(point, tree if 0, tree if 1)``."""
    from privlearn.concepts import lines
    from privlearn.dimensions import is_mistake_tree

    concepts = lines(3)

    def depth(tree) -> tuple[int, int]:
        if type(tree) is int:
            return 0, 0
        if not isinstance(tree, tuple) or len(tree) != 3 or type(tree[0]) is not int:
            raise ValueError("a tree is a line's row or (point, tree if 0, tree if 1)")
        ends = [depth(branch) for branch in tree[1:]]
        return 1 + min(low for low, _ in ends), 1 + max(high for _, high in ends)

    try:
        shortest, longest = depth(answer)
    except (ValueError, RecursionError) as error:
        return f"not yet: {error}"
    if (shortest, longest) != (2, 2):
        return f"not yet: the leaves must all have depth 2, these have depths {shortest} to {longest}"
    if not is_mistake_tree(answer, concepts):
        return "not yet: some leaf is no line from 0 to 8, or disagrees with the answers on the way to it"
    return "accepted: every pair of answers is given by some line"
