"""All small databases, and the nodes of a small tree with the leaves below them."""

from itertools import combinations_with_replacement

NODES = [(depth, prefix) for depth in range(3) for prefix in range(2**depth)]


def multisets(size, most):
    """Yield the databases of at most so many points below size, each in order."""
    for n in range(most + 1):
        yield from combinations_with_replacement(range(size), n)


def leaves(node, bits):
    """Return the leaves below a node, by the bits of their names."""
    depth, prefix = node
    return [x for x in range(2**bits) if f"{x:0{bits}b}"[:depth] == f"{prefix:0{depth}b}"[-depth:] or depth == 0]
