"""The line of progress of a command that takes long: how much is done, and what remains."""

import sys
from types import TracebackType
from typing import Any

try:
    from tqdm import tqdm
except ModuleNotFoundError:  # a plain installation
    tqdm = None


class ProgressLine:
    """On a terminal one line that tells what remains; every failure at once, wherever standard error goes.

    Without tqdm, which a plain installation leaves out, there are the failures alone.

    Parameters
    ----------
    name : str
        What is done, or of what there are so many.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.bar: Any = None

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.close()

    def __call__(self, done: int, total: int, good: bool = True, told: str = "") -> None:
        """Show that so many of all are done, and what is told of the last one if it is not good."""
        if tqdm is None:
            if not good:
                print(told, file=sys.stderr, flush=True)
            return
        if self.bar is None:
            self.bar = tqdm(total=total, desc=self.name, disable=not sys.stderr.isatty(), leave=False, unit="")
        self.bar.update(done - self.bar.n)
        if not good:
            tqdm.write(told, file=sys.stderr)
