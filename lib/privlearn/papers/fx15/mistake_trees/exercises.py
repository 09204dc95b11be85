"""Judges of the exercises on the page mistake-trees."""


from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Give a class with a deep mistake tree that no shattered set explains.", level=2, minutes=25)
@answered
def judge_deep_but_not_shattering(answer) -> str:
    """Judge a class on 4 points, a list of bit tuples, with Littlestone dimension 3 and VC dimension 2."""
    from privlearn.concepts import ConceptClass
    from privlearn.dimensions import littlestone_dimension, mistake_tree, shattered_set, vc_dimension

    if not isinstance(answer, (list, tuple, set)) or not answer:
        return "not yet: give a list of concepts, each a tuple of four bits"
    rows = [row for row in answer if isinstance(row, (list, tuple)) and len(row) == 4]
    if len(rows) < len(answer) or any(bit not in (0, 1) for row in rows for bit in row):
        return "not yet: give a list of concepts, each a tuple of four bits"
    concepts = ConceptClass.from_matrix(rows)
    depth, shattered = littlestone_dimension(concepts), vc_dimension(concepts)
    if depth != 3:
        return f"not yet: its Littlestone dimension is {depth}"
    if shattered != 2:
        return f"not yet: its VC dimension is {shattered}, the points {shattered_set(concepts)} are shattered"
    return f"accepted: {len(concepts)} concepts, and this tree of depth 3: {mistake_tree(concepts)}"


@asked("Give a proper learner that needs two counterexamples only, as a table.", level=2, minutes=20)
@answered
def judge_proper_queries(answer) -> str:
    """Judge a proper learner of the three point functions by equivalence queries, as a table.

    ``answer`` maps each version space that can occur, a sorted tuple of rows, to the row to propose; two
    counterexamples are allowed.
    """
    from privlearn.concepts import point_functions
    from privlearn.online import is_query_strategy

    concepts = point_functions(3)
    if not isinstance(answer, dict) or (0, 1, 2) not in answer:
        return "not yet: give a dictionary {(rows left): row to propose}, with an entry for (0, 1, 2)"
    if any(isinstance(row, bool) or row not in (0, 1, 2) for row in answer.values()):
        return "not yet: proposals are rows 0, 1, 2"
    table = {left: concepts.rows()[row] for left, row in answer.items()}
    if not is_query_strategy(table, concepts, 2):
        return "not yet: some target leads to three counterexamples, or to a version space that has no entry"
    return "accepted: never more than two counterexamples"
