"""The files that a module rests on."""

import pytest

from privlearn.keeping import code_of, files_behind


def test_names_lead_to_the_modules_that_define_them_and_other_libraries_rest_on_nothing():
    files = files_behind("privlearn.dimensions.sweeps.five_points")
    assert "keeping/results.py" in files
    assert "dimensions/compiled/five_points.py" in files  # imported inside a function
    assert not {"exact/__init__.py", "dimensions/__init__.py"} & set(files)
    # A package that passes names on is seen through: exp_bracket comes from there.
    assert "exact/brackets.py" in files_behind("privlearn.papers.klmns20.tree_log_privacy.privacy")
    assert files_behind("privlearn.checking.verdict", without=("exact/brackets.py",)) == (
        "checking/verdict.py", "exact/rationals.py")
    assert files_behind("json") == files_behind("privlearn.no_such") == files_behind("privlearn") == ()
    with pytest.raises(FileNotFoundError, match="nowhere"):
        code_of(["exact/nowhere.py"])
