"""Concept classes from files: headers, names, and what is refused."""

import io
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from privlearn.concepts import read_class, reading
from privlearn.concepts.reading import parse_table
from privlearn.exact import TooLargeToEnumerate


def table(*lines):
    return parse_table(line + "\n" for line in lines).concept_class()


def test_a_bare_table_has_numbered_points_and_concepts():
    found = table("0,1", "1,1")
    assert (found.matrix.tolist(), found.point_names, found.concept_names) == ([[0, 1], [1, 1]], (0, 1), (0, 1))


def test_a_first_row_without_bits_is_a_header():
    assert table("p,q", "0,1").point_names == ("p", "q")


def test_a_first_column_without_bits_holds_names():
    found = table("c,0,1", "d,1,1")
    assert (found.concept_names, found.size) == (("c", "d"), 2)


def test_header_and_names_may_come_together():
    found = table("concept,p,q", "c,0,1")
    assert (found.point_names, found.concept_names) == (("p", "q"), ("c",))


def test_an_empty_first_cell_means_header_and_names_even_if_they_are_bits():
    found = table(",0,1", "0,0,1", "1,1,1")
    assert (found.matrix.tolist(), found.point_names, found.concept_names) == ([[0, 1], [1, 1]], ("0", "1"), ("0", "1"))


@pytest.mark.parametrize("wrong", ["2", "", "0.0", "True", "01", "-1", "nan"])
def test_other_entries_are_errors_with_row_and_column(wrong):
    with pytest.raises(ValueError, match=rf"got '{wrong}' in row 3, column 2"):
        table("p,q", "0,1", f"0,{wrong}")


def test_a_header_alone_is_a_class_without_concepts():
    found = table("p,q")
    assert (len(found), found.size) == (0, 2)


def test_one_column_of_bits_is_one_point():
    assert table("0", "1").matrix.tolist() == [[0], [1]]


def test_repeated_concepts_merge_and_keep_the_first_name():
    assert table("c,0,1", "d,0,1").concept_names == ("c",)


def test_blanks_blank_lines_and_a_byte_order_mark_do_not_matter(tmp_path):
    path = tmp_path / "class.csv"
    path.write_bytes(b"\xef\xbb\xbf0, 1\r\n\r\n1 ,1\r\n")
    assert read_class(path).matrix.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("kind", [bool, np.int64, float])
def test_arrays_of_any_number_type_are_read(tmp_path, kind):
    np.save(tmp_path / "class.npy", np.array([[0, 1], [1, 1]], dtype=kind))
    assert read_class(tmp_path / "class.npy").matrix.tolist() == [[0, 1], [1, 1]]


def test_an_array_without_rows_is_the_empty_class(tmp_path):
    np.save(tmp_path / "class.npy", np.zeros((0, 3)))
    assert len(read_class(tmp_path / "class.npy")) == 0


@pytest.mark.parametrize(("array", "message"), [
    (np.array([[0, 2]]), "got 2 in row 1, column 2"),
    (np.array([[0, 1], [np.nan, 1]]), "got nan in row 2, column 1"),
    (np.array([0, 1]), "shape"),
    (np.array([["0", "1"]]), "numbers 0 and 1"),
])
def test_wrong_arrays_are_refused(tmp_path, array, message):
    np.save(tmp_path / "class.npy", array)
    with pytest.raises(ValueError, match=message):
        read_class(tmp_path / "class.npy")


def test_objects_in_an_array_are_not_unpickled(tmp_path):
    np.save(tmp_path / "class.npy", np.array([[0, None]], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="NumPy array of numbers"):
        read_class(tmp_path / "class.npy")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ValueError, match="No such file"):
        read_class(tmp_path / "none.csv")


def test_binary_data_is_not_text(tmp_path):
    (tmp_path / "class.csv").write_bytes(b"\x80\x81")
    with pytest.raises(ValueError, match="UTF-8"):
        read_class(tmp_path / "class.csv")


def refused(path):
    """Return the one line with which a file is refused."""
    with pytest.raises(ValueError, match="must") as caught:
        read_class(path)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 400
    return said


@pytest.mark.parametrize(("content", "told"), [
    ("0,1\n0," + "1" * (1 << 17), "at most 131,071 characters, got 131,072 in row 2, column 2"),
    ("p," + "q" * 200_000 + "\n0,1\n", "got 200,000 in row 1, column 2"),
    ("1" * 10_000_000, "got 10,000,000 in row 1, column 1"),
    ("0," + "1" * 131_071, f"must be 0 or 1, got '{'1' * 40}...' in row 1, column 2"),
    ('0,1\n1,1\n"0,1\n' + "0,1\n" * 50_000, "in the row that begins in line 3"),
    ('0,1\n"' + "0," * 100_000 + '"\n', "in the row that begins in line 2"),
    ("0,1\n0,\x001\n", "NUL character in row 2"),
    ("\0" * 100, "NUL character in row 1"),
    ("", "must have at least one row"),
    ("\n\n\n", "must have at least one row"),
])
def test_texts_that_are_no_tables_are_refused_in_one_line(tmp_path, content, told):
    (tmp_path / "class.csv").write_text(content)
    assert told in refused(tmp_path / "class.csv")


def test_a_line_of_ten_million_characters_may_be_a_concept(tmp_path):
    (tmp_path / "class.csv").write_text("0," * 5_000_000 + "1\n")
    assert reading.read_table(tmp_path / "class.csv").entries.shape == (1, 5_000_001)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_refused(tmp_path, encoding):
    (tmp_path / "class.csv").write_text("0\n1\n", encoding=encoding)
    assert "must" in refused(tmp_path / "class.csv")


@pytest.mark.parametrize("name", ["class.csv", "class.npy"])
def test_a_folder_is_refused(tmp_path, name):
    (tmp_path / name).mkdir()
    assert "Is a directory" in refused(tmp_path / name)


class Planted:
    """An object that leaves a trace when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return Path.touch, (self.trace,)


def array_file(array):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def with_header(header):
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


SQUARE = array_file(np.eye(2))


def archive():
    file = io.BytesIO()
    np.savez(file, table=np.eye(2))
    return file.getvalue()


@pytest.mark.parametrize("content", [
    b"", b"0,1\n1,1\n", SQUARE[:6], SQUARE[:40], SQUARE[:-1], archive(), b"PK\x03\x04no archive",
    SQUARE[:6] + b"\x09" + SQUARE[7:], with_header("{'descr': ((((("), with_header("(" * 5000), with_header("{'a': 1}"),
    *(with_header(f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}}}")
      for shape in [(-1, 2), (10**18, 10**18), (10**40, 1)]),
])
def test_files_that_are_no_arrays_are_refused_in_one_line(tmp_path, content):
    (tmp_path / "class.npy").write_bytes(content)
    assert "must name a NumPy array of numbers" in refused(tmp_path / "class.npy")


@pytest.mark.parametrize("packed", [pickle.dumps, lambda planted: array_file(np.array([[planted]], dtype=object))])
def test_nothing_is_executed_from_a_pickle(tmp_path, packed):
    (tmp_path / "class.npy").write_bytes(packed(Planted(tmp_path / "trace")))
    assert "must name a NumPy array of numbers" in refused(tmp_path / "class.npy")
    assert not (tmp_path / "trace").exists()
    pickle.loads(pickle.dumps(Planted(tmp_path / "trace")))  # the trap works
    assert (tmp_path / "trace").exists()


def test_too_many_entries_are_an_error_of_their_own(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 6)
    assert table("0,1", "1,1", "0,0").size == 2
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 5)
    with pytest.raises(TooLargeToEnumerate, match="6 elements, more than the 5"):
        table("0,1", "1,1", "0,0")


def test_progress_is_reported_while_reading(monkeypatch):
    monkeypatch.setattr(reading, "EVERY", 2)
    seen = []
    parse_table(["0,1\n"] * 5, seen.append)
    assert seen == [2, 4]


@pytest.mark.parametrize("separator", [";", "\t", ", ", " ;", ",", " ; "])
def test_semicolons_and_tabs_separate_as_commas_do(separator):
    for lines in (("", "p", "q"), ("c", "0", "1"), ("d", "1", "1")), (("0", "1"), ("1", "1")), (("p", "q"), ("0", "1")):
        assert same(table(*(separator.join(cells) for cells in lines)), table(*(",".join(cells) for cells in lines)))


def same(one, other):
    return (one == other and one.point_names == other.point_names and one.concept_names == other.concept_names)


@pytest.mark.parametrize("lines", [("0 1 1", "1 0 0"), ("0  1 1 ", " 1 0\t0"), ("", "0 1 1", "", "1 0 0")])
def test_bits_between_blanks_are_cells(lines):
    assert table(*lines).matrix.tolist() == [[0, 1, 1], [1, 0, 0]]


def test_a_comma_in_one_of_the_first_two_rows_makes_the_others_part_of_names():
    assert table("a;b,c", "0,1").point_names == ("a;b", "c")
    assert table("a;b", "0").point_names == ("a;b",)
    assert table("first point", "0", "1").point_names == ("first point",)


def test_quotes_hold_a_separator():
    assert table('"p;1";q', "0;1").point_names == ("p;1", "q")


@pytest.mark.parametrize("spelt", ["True", "false", "TRUE", "0.0", "1.0", "1.", "1.000000000000000000e+00"])
def test_other_ways_to_write_a_bit_are_refused_with_what_to_do(spelt):
    with pytest.raises(ValueError, match=rf"got '{re.escape(spelt)}' in row 3, column 2; write 1 for True"):
        table("p,q", "0,1", f"0,{spelt}")


def test_the_index_of_a_data_frame_holds_names_if_its_cell_is_empty():
    found = table(",p,q", "0,0,1", "1,1,1", "2,1,0")
    assert (found.matrix.tolist(), found.concept_names) == ([[0, 1], [1, 1], [1, 0]], ("0", "1", "2"))


def saved(path, **arrays):
    np.savez(path, **arrays)
    return path


def test_an_archive_of_one_array_is_read(tmp_path):
    for k, kind in enumerate((bool, np.int64, float)):
        place = saved(tmp_path / f"class{k}.npz", table=np.array([[0, 1], [1, 1]], dtype=kind))
        assert read_class(place).matrix.tolist() == [[0, 1], [1, 1]]


def test_an_archive_of_several_arrays_is_refused_with_their_names(tmp_path):
    said = refused(saved(tmp_path / "class.npz", first=np.eye(2), second=np.eye(2)))
    assert "must hold one array, got 2: first.npy, second.npy; save one as .npy" in said


@pytest.mark.parametrize("content", [b"", b"0,1\n", b"PK\x03\x04no archive", SQUARE, archive()[:-30]])
def test_files_that_are_no_archives_are_refused_in_one_line(tmp_path, content):
    (tmp_path / "class.npz").write_bytes(content)
    assert "must name a NumPy array of numbers" in refused(tmp_path / "class.npz")


def test_nothing_is_executed_from_an_archive(tmp_path):
    np.savez(tmp_path / "class.npz", table=np.array([[Planted(tmp_path / "trace")]], dtype=object))
    refused(tmp_path / "class.npz")
    assert not (tmp_path / "trace").exists()


def test_a_small_archive_of_a_huge_array_is_not_unpacked(tmp_path, monkeypatch):
    place = saved(tmp_path / "class.npz", table=np.zeros((3, 3)))
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 8)
    monkeypatch.setattr(np.lib.format, "read_array", None)
    with pytest.raises(TooLargeToEnumerate, match="9 elements, more than the 8"):
        read_class(place)


def test_a_table_knows_whether_it_has_names():
    for lines, named in ((("0,1",), False), (("p,q", "0,1"), True), (("c,0,1",), True)):
        assert parse_table(f"{line}\n" for line in lines).has_names == named


def test_an_array_with_too_many_entries_is_refused(tmp_path, monkeypatch):
    np.save(tmp_path / "class.npy", np.array([[0, 1], [1, 1]]))
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 3)
    with pytest.raises(TooLargeToEnumerate):
        read_class(tmp_path / "class.npy")


def test_blanks_before_a_quotation_mark_do_not_matter():
    assert table('p, "q,r"', "0,1").point_names == ("p", "q,r")


@pytest.mark.parametrize(("call", "message"), [
    (lambda: table("0,1,x", "0,1,1"), r"must be 0 or 1, got 'x' in row 1, column 3"),
    (lambda: table("0,1", "x,1", "1,1"), r"got 'x' in row 2, column 1"),
    (lambda: table("0,1", "0,1,1"), "as the first, 2, got 3 in row 2"),
    (lambda: table("a", "b"), "at least one column of 0 and 1"),
    (lambda: table(), "at least one row"),
    (lambda: table("0;1", "0;" + "1" * 131_072), "131,072 in row 2, column 2"),
    (lambda: table("True,False", "False,True"), "in row 2, column 2; write 1 for True"),
    (lambda: table("id,p,q", "0,0,1", "1,1,1", "2,1,0"),
     r"got '2' in row \d, column \d; numbers that name .* an empty first cell"),
    (lambda: table("0,0,1", "1,1,1", "2,1,0"),
     r"got '2' in row \d, column \d; numbers that name .* an empty first cell"),
    (lambda: table("0,1,2", "0,1,1"), r"got '2' in row \d, column \d; numbers that name .* an empty first cell"),
    (lambda: table("0,1,1", "0,0;1,0"), "got '0;1' in row 2, column 2; separate all cells alike"),
    (lambda: table('"' + "a" * 70_000, "a" * 70_000), "in the row that begins in line 1$"),
    (lambda: table("a;b", "0;1", "0,1"), "as the first, 2, got 1 in row 3"),
])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("rows", "separator"), [
    (["a;b,c", "0;1"], ","), (["0;1", "a;b,c"], ","), (["0", "1"], ","), (["0 1"], " ")])
def test_a_comma_in_either_row_separates_and_a_blank_between_two_bits(rows, separator):
    assert reading._separator(rows) == separator


def test_forty_characters_of_a_cell_are_shown():
    assert [reading._shown("x" * length) for length in (40, 41)] == ["x" * 40, "x" * 40 + "..."]


@pytest.mark.parametrize(("cell", "advice"), [
    ("x", "$"), ("", "; the cell is empty$"), ("0;1", "; separate all cells alike")])
def test_only_cells_that_tell_what_is_wrong_get_advice(cell, advice):
    assert re.match(advice, reading._advice(cell, 2))
