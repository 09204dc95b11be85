"""What is said where an extra of the installation is lacking."""

import sys

import pytest

from privlearn import cli, progress
from privlearn.exact.dyadic import Dyadic
from privlearn.extras import EXTRAS, explained, lacking


@pytest.mark.parametrize("module", EXTRAS)
def test_a_module_that_is_not_there_is_named_with_its_extra(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError) as error:
        __import__(module)
    package, extra = EXTRAS[module]
    assert lacking(error.value) == f'skipped: needs {package} (pip install "privlearn[{extra}]")'


def test_python_flint_and_parts_of_a_module_are_named_but_not_what_is_there_or_raised_from_it(monkeypatch):
    with pytest.raises(ModuleNotFoundError) as error:
        Dyadic(0.5).beta_lower(2, 3)
    assert lacking(error.value) == ""  # it is there, but was not used
    monkeypatch.setitem(sys.modules, "flint", None)
    assert lacking(error.value) == "skipped: needs python-flint (pip install python-flint)"
    monkeypatch.setitem(sys.modules, "scipy", None)
    for name in ("stats", "optimize"):
        assert lacking(ModuleNotFoundError(name=f"scipy.{name}")).startswith("skipped: needs scipy")
    assert lacking(ModuleNotFoundError("No module named 'joblib'", name="joblib")) == ""
    error = ValueError("no")
    error.__cause__ = ModuleNotFoundError("No module named 'scipy'", name="scipy")
    assert lacking(error) == ""


def test_an_import_that_lacks_an_extra_explains_itself_and_no_other(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(ModuleNotFoundError, match=r'^needs highspy \(pip install "privlearn\[ver'), explained():
        import highspy  # noqa: F401
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere'"), explained():
        import nowhere  # noqa: F401
    monkeypatch.setitem(sys.modules, "privlearn.checking.verifying", None)
    with pytest.raises(ModuleNotFoundError):
        cli.main(["verify", "FX15-1.3"])


def test_without_tqdm_failures_are_told_and_nothing_else(monkeypatch, capsys):
    monkeypatch.setattr(progress, "tqdm", None)
    with progress.ProgressLine("checks") as line:
        line(1, 2, True, "ok")
        line(2, 2, False, "FAILED one")
    assert capsys.readouterr().err == "FAILED one\n"
