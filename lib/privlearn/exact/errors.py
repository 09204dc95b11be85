"""The two errors of the library that are not a ``ValueError`` about an argument."""


class TooLargeToEnumerate(RuntimeError):
    """An exact answer was asked for on an object that is too large to list.

    The library never answers with a sample or a truncation instead: ask for ``.sample`` or for a smaller object.
    """

    def __init__(self, what: str, size: object, limit: int):
        super().__init__(f"{what} has {size} elements, more than the {limit} that are enumerated")


class Undecided(ArithmeticError):
    """Two bracketed numbers overlap, so a comparison cannot be settled at this precision."""
