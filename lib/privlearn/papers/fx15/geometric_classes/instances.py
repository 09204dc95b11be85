"""The parameters (b, d) at which classes are listed, and trees refuted, for the page geometric-classes."""

from collections.abc import Callable
from typing import Any

from privlearn.dimensions.halfspace_trees import tree_leaves

BOXES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (1, 4))
HALFSPACES = tuple(case for case in BOXES if case != (2, 3))


def breaks_a_promise(tree: Callable[..., Any], parameters: tuple[int, int]) -> bool:
    """Return whether a leaf of the tree for (b, d) labels a point of its path otherwise than the path says."""
    return any(label != (sum(w * c for w, c in zip(weights, x, strict=True)) >= theta)
               for (weights, theta), path in tree_leaves(tree(*parameters)) for x, label in path)
