"""Pictures of the page on learning: a class, where its concepts err on a sample, and whom a learner names."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from privlearn.concepts import ConceptClass
from privlearn.figures.style import BLACK, BLUE, RED, SKY


def errors_and_law(figure: Figure, concepts: ConceptClass, sample: Sequence[tuple[int, int]],
                   law: Mapping[int, Fraction]) -> None:
    """Draw the bits of a class with crosses where they err on a sample, and a bar for the chance of each concept.

    Parameters
    ----------
    figure : Figure
    concepts : ConceptClass
    sample : sequence of (point, label)
        A bit has a cross if it is wrong, with a number if it is so for several rows.
    law : mapping row number -> probability
    """
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 4))
    left.imshow(concepts.matrix, cmap=ListedColormap(["white", SKY]), vmin=0, vmax=1, aspect="auto")
    for h, row in enumerate(concepts.rows()):
        for x, bit in enumerate(row):
            wrong = sum(point == x and label != bit for point, label in sample)
            left.text(x, h, f"{bit}", ha="right" if wrong else "center", va="center", color=BLACK)
            cross = ("", "×")[wrong] if wrong < 2 else f"×{wrong}"
            left.text(x + 0.05, h, cross, ha="left", va="center", color=RED, fontweight="bold")
    right.barh(range(len(concepts)), [float(law[h]) for h in range(len(concepts))], height=0.6, color=BLUE)
    for h in range(len(concepts)):
        right.text(float(law[h]) + 0.02, h, f"{float(law[h]):.3f}", va="center")
    left.set(xlabel="point", xticks=range(concepts.size),
             yticks=range(len(concepts)), yticklabels=[f"concept {name}" for name in concepts.concept_names])
    right.set(xlabel="probability of being named", xlim=(0, 1.25), xticks=(0, 0.5, 1))
    right.tick_params(left=False)
    for axes in (left, right):
        axes.grid(False)
