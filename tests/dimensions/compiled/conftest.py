"""The compiled searches, interpreted."""

from importlib import import_module

import numpy as np
import pytest


@pytest.fixture
def interpreted(monkeypatch):
    """Run the compiled modules as Python: there an index outside of an array is an error, not a stray word."""
    for name in ("littlestone", "machine_words", "pairs", "threshold", "vc"):
        module = import_module(f"privlearn.dimensions.compiled.{name}")
        for function, value in list(vars(module).items()):
            if hasattr(value, "py_func"):
                monkeypatch.setattr(module, function, value.py_func)
        if hasattr(module, "ones"):
            monkeypatch.setattr(module, "ones", lambda word: int(word).bit_count())
    with np.errstate(over="ignore"):
        yield
