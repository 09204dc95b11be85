"""Mistakes with ConstructPaths and StoppingPoint, for the sabotages of KLMNS20, Section 4."""

from collections.abc import Sequence

from privlearn.learners.interior_point.heavy_paths import construct_paths
from privlearn.learners.interior_point.trees import fall_levels, heavy_node, middle
from privlearn.learners.interior_point.trees.level_tables import Table, fall_table


def broken_paths_halt_when_small(database: Sequence[int], bits: int, levels: int, trim: int,
                                 stop: int) -> tuple[tuple[int, ...], ...]:
    """ConstructPaths that halts at the first database of at most ``3 stop`` points, which tells their number."""
    chain = construct_paths(database, bits, levels, trim, stop)
    return chain[:next((i for i, level in enumerate(chain, 1) if len(level) <= 3 * stop), len(chain))]


def broken_paths_go_one_step_further(database: Sequence[int], bits: int, levels: int, trim: int,
                                     stop: int) -> tuple[tuple[int, ...], ...]:
    """ConstructPaths whose path ends at weight ``stop - 1`` while ``stop`` levels are dropped."""
    chain, size = [tuple(sorted(database))], bits
    for _ in range(levels):
        kept = middle(chain[-1], trim)
        found = fall_levels(kept, size, heavy_node(kept, size, max(0, stop - 2)))
        chain.append(found[: max(0, len(found) - stop + 1)])
        size = size.bit_length()
    return tuple(chain)


def broken_first_query_untruncated(counts: Table, stop: int) -> Table:
    """The heaviest fall off the heavy path before the largest levels are dropped."""
    largest: Table = fall_table(counts, stop).max(axis=1)
    return largest
