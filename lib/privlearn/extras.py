"""What a plain installation leaves out, and what is said where it is missing.

Definitions
-----------
An *extra* is what pip brings when it is asked for by name, ``pip install "privlearn[verify]"``; ``EXTRAS`` says which
module belongs to which package and which extra.  A module is *lacking* where an import of it failed because there is
no such module; whatever else goes wrong, in a module that is there too, is an error like any other.  python-flint
comes with the plain installation where there is a build of it; elsewhere most of what it does is done without it
(:mod:`privlearn.exact.balls`), and what is not says that it is lacking.

>>> lacking(ModuleNotFoundError("No module named 'highspi'", name="highspi"))
''
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {
    "numba": ("numba", "fast"),
    "highspy": ("highspy", "verify"),
    "joblib": ("joblib", "verify"),
    "scipy": ("scipy", "verify"),
    "dp_accounting": ("dp-accounting", "verify"),
    "tqdm": ("tqdm", "verify"),
    "matplotlib": ("matplotlib", "verify"),
    "IPython": ("ipython", "verify"),
    "dask": ("dask", "cluster"),
    "distributed": ("distributed", "cluster"),
    "sklearn": ("scikit-learn", "estimators"),
    "ipywidgets": ("ipywidgets", "notebooks"),
    "jupyterlab_widgets": ("jupyterlab_widgets", "notebooks"),
    "anywidget": ("anywidget", "notebooks"),
}
PLAIN = {"flint": "python-flint"}  # of the plain installation, but without a build for every machine


def lacking(error: BaseException) -> str:
    """Return what to say of an error that only a lacking extra caused; nothing for every other error.

    Parameters
    ----------
    error : exception
        Only the error itself counts, not what it was raised from.

    Returns
    -------
    str
        Such as ``skipped: needs highspy (pip install "privlearn[verify]")``.
    """
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if name not in EXTRAS | PLAIN or find_spec(name) is not None:
        return ""
    if name in PLAIN:
        return f"skipped: needs {PLAIN[name]} (pip install {PLAIN[name]})"
    package, extra = EXTRAS[name]
    return f'skipped: needs {package} (pip install "privlearn[{extra}]")'


@contextmanager
def explained() -> Iterator[None]:
    """Let imports that need an extra say which one, where it is lacking.

    Raises
    ------
    ModuleNotFoundError
        The one of the import, with the text of :func:`lacking`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        told = lacking(error)
        if not told:
            raise
        raise ModuleNotFoundError(told.removeprefix("skipped: "), name=error.name) from None
