"""``privlearn card``: the dimensions of a reader's own class."""

import json

import numpy as np
import pytest

from privlearn.cli import main
from privlearn.concepts import ConceptClass, all_functions, lines, points, thresholds
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


def test_the_report_has_the_promised_keys_and_no_bounds_without_concepts(card):
    report = card("0,1\n1,1\n")[1]
    assert set(report) == {"concepts", "points", "vc_dimension", "littlestone_dimension", "threshold_dimension",
                           "witnesses", "named_witnesses", "limits", "bounds", "left_out", "atlas"}
    assert all(set(bound) == {"name", "value", "source"} and isinstance(bound["value"], int)
               for bound in report["bounds"])
    assert all(set(row) == {"name", "reason"} for row in report["left_out"])
    report = card("p,q\n")[1]
    assert (report["bounds"], report["left_out"]) == ([], [])


@pytest.mark.parametrize(("content", "told"), [
    ("0,2\n1,1\n", "must be 0 or 1, got '2' in row 1, column 2"),
    ("0,1\n0," + "1" * 131_072, "at most 131,071 characters, got 131,072 in row 2, column 2"),
    ("", "at least one row"), ("0,\x00\n", "NUL character in row 1"),
    (np.array([[0, 1], [0, 7]]), "got 7 in row 2, column 2"),
])
def test_a_file_that_is_no_table_is_one_line(card, content, told):
    status, report, said = card(content)
    assert (status, report) == (2, None)
    assert told in said
    assert said.count("\n") == 1


def test_a_missing_file_is_bad_input_and_repeated_rows_are_dropped_with_a_word(card, capsys):
    assert main(["card", "/nowhere/class.csv"]) == 2
    assert "No such file" in capsys.readouterr().err
    _, report, said = card("0,1\n0,1\n1,1\n")
    assert report["concepts"] == 2
    assert "1 repeated rows dropped" in said


def test_what_is_out_of_reach_is_null_with_limits(card):
    rows = np.random.default_rng(1).integers(0, 2, (400, 40))
    status, report, _ = card(rows, "--limit", "1000")
    assert status == 1
    assert report["vc_dimension"] is None
    low, high = report["limits"]["vc_dimension"]
    assert 1 <= low < high <= 8
    assert is_shattered(report["witnesses"]["shattered_set"], by=ConceptClass.from_matrix(rows))


def test_a_time_budget_ends_with_bounds(card):
    rows = np.random.default_rng(1).integers(0, 2, (400, 60))
    status, report, said = card(rows, "--seconds", "0.01")
    assert status == 1
    low, high = report["limits"]["threshold_dimension"]
    assert 1 <= low < high <= 60
    assert "between" in said


@pytest.mark.parametrize(("content", "dimensions"), [
    ("0,1\n", [0, 0, 1]), ("p,q\n", [-1, -1, 0]), ("0,0\n1,0\n", [1, 1, 1]), ("0,0\n", [0, 0, 0]),
])
def test_degenerate_classes_have_their_dimensions(card, content, dimensions):
    status, report, _ = card(content)
    assert (status, [report[f"{name}_dimension"] for name in ("vc", "littlestone", "threshold")]) == (0, dimensions)


def test_parities_on_ten_bits_are_exact_and_no_vc_dimension_is_above_littlestones(card):
    words = np.arange(1 << 10)
    status, report, _ = card(np.bitwise_count(words[:, None] & words) % 2)
    assert (status, report["threshold_dimension"], report["limits"]) == (0, 10, {})
    report = card(np.random.default_rng(2).integers(0, 2, (60, 12)))[1]
    assert report["vc_dimension"] <= report["littlestone_dimension"]


def text_of(concepts):
    return "\n".join(",".join(map(str, row)) for row in concepts.rows())


def names(report):
    return [bound["name"] for bound in report["bounds"]]


def named(report, *words):
    """Return the one bound whose name has all these words."""
    (value,) = [b["value"] for b in report["bounds"] if all(word in b["name"] for word in words)]
    return value


def test_wishes_concern_their_learners_and_classes_are_known_under_other_names(card):
    least = [named(card(text_of(thresholds(3)), "--epsilon", epsilon)[1], "differ") for epsilon in ("1/4", "1/16")]
    assert least == [6, 23]
    reports = [card(text_of(thresholds(6)), "--epsilon", "1/8", "--delta", delta)[1]["bounds"]
               for delta in ("1e-2", "1e-12")]
    assert {left["name"].split()[0] for left, right in zip(*reports, strict=True) if left != right} <= {"approximately"}
    hidden = thresholds(4).matrix[::-1, [3, 1, 2, 0, 7, 5, 6, 4, 4]] ^ 1
    assert "approximately private samples, enough (thresholds by TreeLog)" in names(card(hidden)[1])
    assert "purely private samples, enough (improper learner of points)" in names(card(points(3).matrix ^ 1)[1])


def test_what_is_left_out_is_left_out_with_a_reason_in_both_forms(card, capsys, tmp_path):
    report = card(lines(3).matrix)[1]
    assert {"name": "public-coin one-way messages at error 1/3, at least",
            "reason": "2, which two concepts need anyway"} in report["left_out"]
    assert not {row["name"] for row in report["left_out"]} & set(names(report))
    assert main(["card", str(tmp_path / "class.npy")]) == 0
    assert capsys.readouterr().out.count("left out: ") == len(report["left_out"])


def test_witnesses_have_names_where_the_file_has_them(card, capsys, tmp_path):
    report = card("concept;left;right\nboth;1;1\none;0;1\n")[1]
    assert report["witnesses"]["threshold_sequence"] == [[0, 0], [1, 1]]
    assert report["named_witnesses"] == {"shattered_set": ["left"], "mistake_tree": ["left", "one", "both"],
                                         "threshold_sequence": [["both", "left"], ["one", "right"]]}
    assert main(["card", str(tmp_path / "class.csv")]) == 0
    assert "threshold sequence: [['both', 'left'], ['one', 'right']]" in capsys.readouterr().out
    assert card("1,1\n0,1\n")[1]["named_witnesses"] is None


def test_an_archive_with_one_array_is_a_class_and_the_text_names_what_the_json_has(capsys, tmp_path):
    np.savez(tmp_path / "class.npz", table=lines(3).matrix)
    assert main(["card", str(tmp_path / "class.npz"), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["concepts"] == 9
    np.save(tmp_path / "class.npy", all_functions(3).matrix)
    assert main(["card", str(tmp_path / "class.npy")]) == 0
    shown = capsys.readouterr().out
    assert "vc dimension: 3" in shown
    assert "littlestone dimension: 3" in shown


HUGE = ("1e400", "1e-400", "1e999999999", "-1e999999999", "1e9_999_999_999", "9" * 5000, f"1/{'7' * 5000}", "1e13")
NO_NUMBER = ("nan", "inf", "-inf", "", "x", "1/0", "0/0", "1/4/5", "0x1", "1e", ".", "\u0661", "1\n2")


def out_of_range():
    """Options with what each refuses: failures and errors are below one, besides."""
    for option in ("--epsilon", "--delta", "--alpha", "--beta"):
        for value in (*HUGE, *NO_NUMBER, "0", "-1/4", "0.0", "1/9999999999999"):
            yield option, value
        if option != "--epsilon":
            yield from ((option, value) for value in ("1", "1.0", "3/2", "0.9999999999999", "1e3"))


@pytest.mark.parametrize(("option", "value"), list(out_of_range()))
def test_numbers_out_of_range_are_refused_before_anything_is_read(capsys, option, value):
    assert main(["card", "/nowhere/class.csv", f"{option}={value}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"privlearn: {option} must be a number from 1e-12 to 1")
    assert said.count("\n") == 1
    assert len(said) < 200


@pytest.mark.parametrize(("option", "told", "value"), [
    *(("--seconds", "a number from 0.01 to 1000000", value)
      for value in ("0", "-1", "x", "", "0.001", "1e7", "nan", "9" * 5000)),
    *(("--limit", "a whole number from 1 to 10^18 - 1, got", value)
      for value in ("0", "-1", "1.5", "1e5", "", "x", "9" * 5000, str(10**18), "\u0661", "1_0"))])
def test_budgets_out_of_range_are_refused_before_anything_is_read(capsys, option, told, value):
    assert main(["card", "/nowhere/class.csv", f"{option}={value}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"privlearn: {option} must be {told}")
    assert said.count("\n") == 1


@pytest.mark.parametrize("least", [{}, {"epsilon": "1e-12"}, {"epsilon": "1e3"}, {"alpha": "1e-12", "beta": "1e-12"},
                                   {"alpha": "0.999999999999", "beta": "0.999999999999"}, {"alpha": ".1234567890123"},
                                   {"alpha": "0." + "1" * 40, "beta": f"1/{10**9 + 7}"},
                                   {"epsilon": f"{10**39}/7{'3' * 39}"}, {"delta": "1e-12"},
                                   {"delta": "0.999999999999"}, {"limit": str(10**18 - 1)}])
def test_the_ends_of_the_ranges_and_long_numbers_are_answered(card, least):
    status, report, _ = card(text_of(thresholds(3)), *(f"--{name}={value}" for name, value in least.items()))
    assert status == 0
    lowest = [b["value"] for b in report["bounds"] if "samples" in b["name"] and "at least" in b["name"]]
    enough = [b["value"] for b in report["bounds"] if "samples" in b["name"] and "enough" in b["name"]]
    assert 0 <= max(lowest, default=0) <= min(enough)
