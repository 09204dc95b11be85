"""``privlearn card``: the dimensions of a reader's own class."""

import json

import numpy as np
import pytest

from privlearn.cli import main
from privlearn.concepts import ConceptClass, all_functions, lines, thresholds
from privlearn.dimensions import is_mistake_tree, is_shattered, is_threshold_sequence


@pytest.fixture
def card(capsys, tmp_path):
    """Write a class to a file and return (exit status, JSON report, standard error)."""
    def run(content, *options):
        path = tmp_path / ("class.csv" if isinstance(content, str) else "class.npy")
        if isinstance(content, str):
            path.write_text(content)
        else:
            np.save(path, content)
        status = main(["card", str(path), "--json", "-", *options])
        captured = capsys.readouterr()
        return status, json.loads(captured.out) if captured.out else None, captured.err
    return run


def as_tree(shown):
    return (shown[0], as_tree(shown[1]), as_tree(shown[2])) if isinstance(shown, list) else shown


def test_a_class_of_lines_is_reported_with_valid_witnesses(card):
    concepts = lines(5)
    status, report, _ = card(concepts.matrix)
    assert status == 0
    assert [report[name] for name in ("concepts", "points", "vc_dimension", "littlestone_dimension")] == [25, 25, 2, 2]
    witnesses = report["witnesses"]
    assert is_shattered(witnesses["shattered_set"], by=concepts)
    assert is_mistake_tree(as_tree(witnesses["mistake_tree"]), concepts)
    assert is_threshold_sequence([tuple(pair) for pair in witnesses["threshold_sequence"]], concepts)
    assert len(witnesses["threshold_sequence"]) == report["threshold_dimension"]


def test_the_report_has_the_promised_keys(card):
    report = card("0,1\n1,1\n")[1]
    assert set(report) == {"concepts", "points", "vc_dimension", "littlestone_dimension", "threshold_dimension",
                           "witnesses", "limits", "bounds"}
    assert all(set(bound) == {"name", "value", "source"} and isinstance(bound["value"], int)
               for bound in report["bounds"])


@pytest.mark.parametrize(("content", "dimensions"), [
    ("0,1\n", [0, 0, 1]), ("p,q\n", [-1, -1, 0]), ("0,0\n1,0\n", [1, 1, 1]), ("0,0\n", [0, 0, 0]),
])
def test_degenerate_classes_have_their_dimensions(card, content, dimensions):
    status, report, _ = card(content)
    assert (status, [report[f"{name}_dimension"] for name in ("vc", "littlestone", "threshold")]) == (0, dimensions)


def test_a_class_without_concepts_has_no_bounds(card):
    assert card("p,q\n")[1]["bounds"] == []


def test_repeated_rows_are_dropped_with_a_word(card):
    _, report, said = card("0,1\n0,1\n1,1\n")
    assert report["concepts"] == 2
    assert "1 repeated rows dropped" in said


def test_a_wrong_entry_is_bad_input(card):
    status, report, said = card("0,2\n1,1\n")
    assert (status, report) == (2, None)
    assert "must be 0 or 1, got '2' in row 1, column 2" in said


def test_a_missing_file_is_bad_input(capsys):
    assert main(["card", "/nowhere/class.csv"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_what_is_out_of_reach_is_null_with_limits(card):
    rows = np.random.default_rng(1).integers(0, 2, (400, 40))
    status, report, _ = card(rows, "--limit", "1000")
    assert status == 1
    assert report["vc_dimension"] is None
    low, high = report["limits"]["vc_dimension"]
    assert 1 <= low < high <= 8
    assert is_shattered(report["witnesses"]["shattered_set"], by=ConceptClass.from_matrix(rows))


def test_the_vc_dimension_is_reported_below_the_littlestone_dimension(card):
    report = card(np.random.default_rng(2).integers(0, 2, (60, 12)))[1]
    assert report["vc_dimension"] <= report["littlestone_dimension"]


def test_more_privacy_needs_more_samples(card):
    table = "\n".join(",".join(map(str, row)) for row in thresholds(3).rows())
    least = [[b["value"] for b in card(table, "--epsilon", epsilon)[1]["bounds"] if "differ" in b["name"]][0]
             for epsilon in ("1", "1/4")]
    assert least == [2, 6]


@pytest.mark.parametrize("option", ["--epsilon", "--alpha", "--beta"])
def test_parameters_out_of_range_are_bad_input(card, option):
    assert card("0,1\n1,1\n", option, "0")[0] == 2


def test_the_text_names_what_the_json_has(capsys, tmp_path):
    path = tmp_path / "class.npy"
    np.save(path, all_functions(3).matrix)
    assert main(["card", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "vc dimension: 3" in shown
    assert "littlestone dimension: 3" in shown
