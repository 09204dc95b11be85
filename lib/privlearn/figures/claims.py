"""Pictures of a run of all claims."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from privlearn.figures import style
from privlearn.figures.log_axes import semilogy


def instances_by_check(axes: Axes, checks: Sequence[tuple[str, int]]) -> None:
    """Draw the number of instances of every check, sorted, one curve for each grade.

    Parameters
    ----------
    axes : Axes
    checks : sequence of (grade, instances)
    """
    grades = list(dict.fromkeys(grade for grade, _ in checks))
    for grade, marker in zip(grades, style.MARKERS, strict=False):
        sizes = sorted((count for name, count in checks if name == grade), reverse=True)
        semilogy(axes, range(1, len(sizes) + 1), [max(size, 1) for size in sizes], marker=marker, label=grade)
    axes.set(xlabel="checks, from the largest", ylabel="instances judged")
    axes.legend()
