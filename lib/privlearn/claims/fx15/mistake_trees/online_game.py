"""FX15, Section 2.5: the mistake-bound game, and the standard optimal algorithm."""

from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, sabotage
from privlearn.claims.by_definition import littlestone_by_definition, vc_by_definition
from privlearn.claims.fx15.mistake_trees import claim
from privlearn.claims.fx15.mistake_trees.instances import PLAYED, BrokenSmallerHalf, judge_classes, played_classes
from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.online import StandardOptimalAlgorithm, mistake_bound, mistakes_forced

claim("FX15-2.5.online", kind="definition",
      title="The online mistake-bound model: its complexity is the number of mistakes that can be forced",
      uses=("FX15-2.5.ldim",),
      note="Learners are deterministic, as in the text; one that only sees which labels are still possible loses "
           "nothing, so the game is solved over version spaces.")


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       says="{the mistakes that can be forced} equal {the Littlestone dimension}",
       fingerprint=lambda bound: [bound(c) for c in (point_functions(4), thresholds(2))])
@sabotage("the bound of the halving learner, floor of log |C|", lambda c: len(c).bit_length() - 1)
@sabotage("the VC dimension, which is smaller for thresholds", vc_by_definition)
def the_game_has_the_value_ldim(bound=mistake_bound) -> Verdict:
    return judge_classes("==", played_classes(), bound, littlestone_by_definition)

@the_game_has_the_value_ldim.verifier
def _(bound, rows):
    claimed = bound(ConceptClass.from_matrix(rows))
    return not can_force(rows, claimed) or can_force(rows, claimed + 1)


def can_force(rows: tuple[Any, ...], mistakes: int) -> bool:
    """Can an adversary force so many mistakes?  Straight from the rules, learners predicting anything."""
    if mistakes == 0:
        return True
    for x in range(len(rows[0])):
        halves = [tuple(row for row in rows if row[x] == label) for label in (0, 1)]
        if all(halves) and all(can_force(halves[1 - said], mistakes - 1) or can_force(halves[said], mistakes)
                               for said in (0, 1)):
            return True
    return False


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all sequences labelled by a concept; {PLAYED}",
       says="{the mistakes forced from the standard algorithm} equal {the Littlestone dimension}",
       fingerprint=lambda learner: learner(point_functions(3)).hypothesis())
@sabotage("predicts the label of the half of smaller dimension", BrokenSmallerHalf)
def standard_optimal_algorithm_reaches_the_bound(learner=StandardOptimalAlgorithm) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: mistakes_forced(learner(c), c),
                         littlestone_by_definition)

@standard_optimal_algorithm_reaches_the_bound.verifier
def _(learner, rows):
    concepts = ConceptClass.from_matrix(rows)

    def fooled(state, left, allowed: int) -> bool:
        guess = state.hypothesis()
        for x, label in product(range(concepts.size), (0, 1)):
            after = [row for row in left if row[x] == label]
            if 0 < len(after) < len(left):
                spent = allowed - (guess[x] != label)
                if spent < 0 or fooled(state.updated(x, label), after, spent):
                    return True
        return False

    return fooled(learner(concepts), rows, littlestone_by_definition(concepts))
