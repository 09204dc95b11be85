"""FX15, Section 2.5: the mistake-bound game, and the standard optimal algorithm."""

from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import mistake_tree
from privlearn.online import StandardOptimalAlgorithm, mistake_bound, mistakes_forced
from privlearn.online.mistake_game import play, tree_adversary
from privlearn.papers.by_definition import littlestone_by_definition, small_classes, vc_by_definition
from privlearn.papers.fx15.mistake_trees import claim
from privlearn.papers.fx15.mistake_trees.instances import PLAYED, BrokenSmallerHalf, judge_classes, played_classes

claim("FX15-2.5.online", kind="definition",
      title="The online mistake-bound model: its complexity is the number of mistakes that can be forced",
      uses=("FX15-2.5.ldim",),
      note="Learners are deterministic, as in the text; one that only sees which labels are still possible loses "
           "nothing, so the game is solved over version spaces.")


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       says="{the mistakes that can be forced} equal {the Littlestone dimension}")
@sabotage("the bound of the halving learner, floor of log |C|", lambda c: len(c).bit_length() - 1)
@sabotage("the VC dimension, which is smaller for thresholds", vc_by_definition)
def the_game_has_the_value_ldim(bound=mistake_bound) -> Verdict:
    return judge_classes("==", played_classes(), bound, littlestone_by_definition)

def refutes_the_game_has_the_value_ldim(bound, rows):
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
       says="{the mistakes forced from the standard algorithm} equal {the Littlestone dimension}")
@sabotage("predicts the label of the half of smaller dimension", BrokenSmallerHalf)
def standard_optimal_algorithm_reaches_the_bound(learner=StandardOptimalAlgorithm) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: mistakes_forced(learner(c), c),
                         littlestone_by_definition)

def refutes_standard_optimal_algorithm_reaches_the_bound(learner, rows):
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




LEARNERS = {"standard optimal": StandardOptimalAlgorithm, "smaller half": BrokenSmallerHalf}


@check("FX15-2.5.online", grade="exhaustive",
       quantifier="two learners, the classes on at most 3 points (up to symmetries) with their deepest trees",
       says="down a mistake tree every round is a mistake, as many as its depth, and the leaf has all labels given")
@sabotage("the labels that were predicted", lambda learner, tree: (
    tuple((x, said, said) for x, said, _ in tree_adversary(learner, tree)[0]), tree_adversary(learner, tree)[1]))
@sabotage("only the left half of the tree", lambda learner, tree: tree_adversary(
    learner, tree[1] if isinstance(tree, tuple) else tree))
@judged("==")
def trees_force_a_mistake_in_every_round(forces=tree_adversary):
    for name, make in LEARNERS.items():
        for concepts, _ in small_classes():
            depth = littlestone_by_definition(concepts)
            yield (name, concepts.rows()), forced_down(forces, make, concepts), (depth, 0, 0)

def refutes_trees_force_a_mistake_in_every_round(forces, name, rows):
    concepts = ConceptClass.from_matrix(rows)
    rounds, row = forces(LEARNERS[name](concepts), mistake_tree(concepts))
    said = [guess for _, guess, _ in play(LEARNERS[name](concepts), [(x, label) for x, _, label in rounds])]
    return (len(rounds) < littlestone_by_definition(concepts) or any(rows[row][x] != label for x, _, label in rounds)
            or any(guess == label for guess, (_, _, label) in zip(said, rounds, strict=True))
            or said != [guess for _, guess, _ in rounds])


def forced_down(forces, make, concepts: ConceptClass) -> tuple[int, int, int]:
    """Return the mistakes when played again, the predictions told wrongly, the labels that the leaf does not have."""
    rounds, row = forces(make(concepts), mistake_tree(concepts))
    learner, mistakes, wrong = make(concepts), 0, 0
    for x, said, label in rounds:
        guess = learner.hypothesis()[x]
        mistakes, wrong, learner = mistakes + (guess != label), wrong + (guess != said), learner.updated(x, label)
    return mistakes, wrong, sum(int(concepts.matrix[row, x]) != label for x, _, label in rounds)
