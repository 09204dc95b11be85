"""The extension that names links to statements by the paper's own numbers."""

import importlib.util
import json
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "book/_ext/statements.py"
spec = importlib.util.spec_from_file_location("statements", SOURCE)
statements = importlib.util.module_from_spec(spec)
spec.loader.exec_module(statements)

PAGE = "````{prf:theorem} TOY26, Theorem 3.2 (after others)\n:label: TOY26-3.2\n\nText.\n````\n"


@pytest.mark.parametrize(("title", "number"), [
    ("Theorem 3.2 (after Kasiviswanathan et al.)", "Theorem 3.2"),
    ("Definition 5.6: private learner", "Definition 5.6"),
    ("footnote 9", "footnote 9"),
    (r"Algorithm $\mathcal A_1$", "Algorithm A1"),
    (r"algorithm $\mathcal A_5$", "Algorithm A5"),
    ("Section 7: counting queries", None),
    ("proof of Theorem 5.8: reconstruction", None),
])
def test_the_number_is_the_papers_own(title, number):
    assert statements.number_in(title) == number


def test_statements_are_found_on_pages_and_in_notebooks(tmp_path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/page.md").write_text(PAGE)
    cell = {"cell_type": "markdown", "source": PAGE.replace("3.2", "4.1").splitlines(keepends=True)}
    (tmp_path / "toy/run.ipynb").write_text(json.dumps({"cells": [cell, {"cell_type": "code", "source": []}]}))
    assert statements.names(tmp_path) == {"TOY26-3.2": ("toy", "TOY26", "Theorem 3.2"),
                                          "TOY26-4.1": ("toy", "TOY26", "Theorem 4.1")}


def test_bare_references_are_named_and_others_left():
    known = {"TOY26-3.2": ("toy", "TOY26", "Theorem 3.2")}
    text = "See {prf:ref}`TOY26-3.2`, {prf:ref}`the bound <TOY26-3.2>` and {prf:ref}`TOY26-9`."
    assert statements.named(text, "toy", known) == (
        "See {prf:ref}`Theorem 3.2 <TOY26-3.2>`, {prf:ref}`the bound <TOY26-3.2>` and {prf:ref}`TOY26-9`.")
    assert "TOY26, Theorem 3.2 <" in statements.named("{prf:ref}`TOY26-3.2`", "other", known)
