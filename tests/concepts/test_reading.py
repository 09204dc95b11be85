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


@pytest.mark.parametrize(("lines", "matrix", "point_names", "concept_names"), [
    (("0,1", "1,1"), [[0, 1], [1, 1]], (0, 1), (0, 1)),
    (("p,q", "0,1"), [[0, 1]], ("p", "q"), (0,)),  # a first row without bits is a header
    (("c,0,1", "d,1,1"), [[0, 1], [1, 1]], (0, 1), ("c", "d")),  # a first column without bits holds names
    (("concept,p,q", "c,0,1"), [[0, 1]], ("p", "q"), ("c",)),
    ((",0,1", "0,0,1", "1,1,1"), [[0, 1], [1, 1]], ("0", "1"), ("0", "1")),  # an empty first cell: header and names
    ((",p,q", "0,0,1", "1,1,1", "2,1,0"), [[0, 1], [1, 1], [1, 0]], ("p", "q"), ("0", "1", "2")),  # of a data frame
    (("p,q",), [], ("p", "q"), ()),
    (("0", "1"), [[0], [1]], (0,), (0, 1)),
    (("c,0,1", "d,0,1"), [[0, 1]], (0, 1), ("c",))])  # repeated concepts merge and keep the first name
def test_headers_and_names_are_what_has_no_bits(lines, matrix, point_names, concept_names):
    found = table(*lines)
    assert (found.matrix.tolist(), found.point_names, found.concept_names) == (matrix, point_names, concept_names)
    assert (len(found), found.size) == (len(matrix), len(point_names))


def test_blanks_blank_lines_and_a_byte_order_mark_do_not_matter(tmp_path):
    path = tmp_path / "class.csv"
    path.write_bytes(b"\xef\xbb\xbf0, 1\r\n\r\n1 ,1\r\n")
    assert read_class(path).matrix.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("kind", [bool, np.int64, float])
def test_arrays_of_any_number_type_are_read(tmp_path, kind):
    square = np.array([[0, 1], [1, 1]], dtype=kind)
    np.save(tmp_path / "class.npy", square)
    np.savez(tmp_path / "class.npz", table=square)
    assert [read_class(tmp_path / f"class.{end}").matrix.tolist() for end in ("npy", "npz")] == [[[0, 1], [1, 1]]] * 2
    np.save(tmp_path / "class.npy", np.zeros((0, 3), dtype=kind))
    assert len(read_class(tmp_path / "class.npy")) == 0


@pytest.mark.parametrize(("array", "message"), [
    (np.array([[0, 2]]), "got 2 in row 1, column 2"), (np.array([[0, 1], [np.nan, 1]]), "got nan in row 2, column 1"),
    (np.array([0, 1]), "shape"), (np.array([["0", "1"]]), "numbers 0 and 1"),
    (np.array([[0, None]], dtype=object), "NumPy array of numbers")])  # is not unpickled
def test_wrong_arrays_are_refused(tmp_path, array, message):
    np.save(tmp_path / "class.npy", array, allow_pickle=True)
    with pytest.raises(ValueError, match=message):
        read_class(tmp_path / "class.npy")


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
    ("0,1\n0,\x001\n", "NUL character in row 2"), ("\0" * 100, "NUL character in row 1"),
    ("", "must have at least one row"), ("\n\n\n", "must have at least one row"), (b"\x80\x81", "UTF-8"),
    *(("0\n1\n".encode(encoding), "must") for encoding in ("utf-16", "utf-16-le", "utf-32"))])
def test_texts_that_are_no_tables_are_refused_in_one_line(tmp_path, content, told):
    (tmp_path / "class.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert told in refused(tmp_path / "class.csv")


def test_a_line_of_ten_million_characters_may_be_a_concept(tmp_path):
    (tmp_path / "class.csv").write_text("0," * 5_000_000 + "1\n")
    assert reading.read_table(tmp_path / "class.csv").entries.shape == (1, 5_000_001)


@pytest.mark.parametrize("name", ["class.csv", "class.npy"])
def test_missing_files_and_folders_are_refused(tmp_path, name):
    assert "No such file" in refused(tmp_path / name)
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


def archive_file(array):
    file = io.BytesIO()
    np.savez(file, table=array)
    return file.getvalue()


@pytest.mark.parametrize(("name", "content"), [*(("class.npy", content) for content in (
    b"", b"0,1\n1,1\n", SQUARE[:6], SQUARE[:40], SQUARE[:-1], archive_file(np.eye(2)), b"PK\x03\x04no archive",
    SQUARE[:6] + b"\x09" + SQUARE[7:], with_header("{'descr': ((((("), with_header("(" * 5000), with_header("{'a': 1}"),
    *(with_header(f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}}}")
      for shape in [(-1, 2), (10**18, 10**18), (10**40, 1)]))),
    *(("class.npz", content) for content in (
        b"", b"0,1\n", b"PK\x03\x04no archive", SQUARE, archive_file(np.eye(2))[:-30]))])
def test_files_that_are_no_arrays_and_no_archives_are_refused_in_one_line(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    assert "must name a NumPy array of numbers" in refused(tmp_path / name)


def test_too_many_entries_are_an_error_of_their_own(tmp_path, monkeypatch):
    np.save(tmp_path / "class.npy", np.array([[0, 1], [1, 1], [0, 0]]))
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 6)
    assert table("0,1", "1,1", "0,0").size == read_class(tmp_path / "class.npy").size == 2
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 5)
    for call in (lambda: table("0,1", "1,1", "0,0"), lambda: read_class(tmp_path / "class.npy")):
        with pytest.raises(TooLargeToEnumerate, match="6 elements, more than the 5"):
            call()


def test_progress_is_reported_while_reading(monkeypatch):
    monkeypatch.setattr(reading, "EVERY", 2)
    seen = []
    parse_table(["0,1\n"] * 5, seen.append)
    assert seen == [2, 4]


@pytest.mark.parametrize("separator", [";", "\t", ", ", " ;", ",", " ; "])
def test_semicolons_and_tabs_separate_as_commas_do(separator):
    for lines in (("", "p", "q"), ("c", "0", "1"), ("d", "1", "1")), (("0", "1"), ("1", "1")), (("p", "q"), ("0", "1")):
        one, other = (table(*(by.join(cells) for cells in lines)) for by in (separator, ","))
        assert (one, one.point_names, one.concept_names) == (other, other.point_names, other.concept_names)


@pytest.mark.parametrize("lines", [("0 1 1", "1 0 0"), ("0  1 1 ", " 1 0\t0"), ("", "0 1 1", "", "1 0 0")])
def test_bits_between_blanks_are_cells(lines):
    assert table(*lines).matrix.tolist() == [[0, 1, 1], [1, 0, 0]]


@pytest.mark.parametrize(("lines", "names"), [
    (("a;b,c", "0,1"), ("a;b", "c")), (("a;b", "0"), ("a;b",)), (("first point", "0", "1"), ("first point",)),
    (('"p;1";q', "0;1"), ("p;1", "q")), (('p, "q,r"', "0,1"), ("p", "q,r"))])
def test_what_does_not_separate_is_part_of_a_name(lines, names):
    assert table(*lines).point_names == names


def test_an_archive_of_several_arrays_is_refused_with_their_names(tmp_path):
    np.savez(tmp_path / "class.npz", first=np.eye(2), second=np.eye(2))
    said = refused(tmp_path / "class.npz")
    assert "must hold one array, got 2: first.npy, second.npy; save one as .npy" in said


@pytest.mark.parametrize(("name", "packed"), [
    ("class.npy", pickle.dumps), ("class.npy", lambda planted: array_file(np.array([[planted]], dtype=object))),
    ("class.npz", lambda planted: archive_file(np.array([[planted]], dtype=object)))])
def test_nothing_is_executed_from_a_pickle_or_an_archive(tmp_path, name, packed):
    (tmp_path / name).write_bytes(packed(Planted(tmp_path / "trace")))
    assert "must name a NumPy array of numbers" in refused(tmp_path / name)
    assert not (tmp_path / "trace").exists()
    pickle.loads(pickle.dumps(Planted(tmp_path / "trace")))  # the trap works
    assert (tmp_path / "trace").exists()


def test_a_small_archive_of_a_huge_array_is_not_unpacked(tmp_path, monkeypatch):
    np.savez(tmp_path / "class.npz", table=np.zeros((3, 3)))
    monkeypatch.setattr(reading, "LARGEST_MATRIX", 8)
    monkeypatch.setattr(np.lib.format, "read_array", None)
    with pytest.raises(TooLargeToEnumerate, match="9 elements, more than the 8"):
        read_class(tmp_path / "class.npz")


def test_a_table_knows_whether_it_has_names():
    for lines, named in ((("0,1",), False), (("p,q", "0,1"), True), (("c,0,1",), True)):
        assert parse_table(f"{line}\n" for line in lines).has_names == named


NAMED = r"got '2' in row \d, column \d; numbers that name .* an empty first cell"


@pytest.mark.parametrize(("lines", "message"), [
    *((("p,q", "0,1", f"0,{wrong}"), rf"got '{wrong}' in row 3, column 2")
      for wrong in ("2", "", "0.0", "True", "01", "-1", "nan")),
    *((("p,q", "0,1", f"0,{spelt}"), rf"got '{re.escape(spelt)}' in row 3, column 2; write 1 for True")
      for spelt in ("True", "false", "TRUE", "0.0", "1.0", "1.", "1.000000000000000000e+00")),
    (("0,1,x", "0,1,1"), r"must be 0 or 1, got 'x' in row 1, column 3"),
    (("0,1", "x,1", "1,1"), r"got 'x' in row 2, column 1"), (("0,1", "0,1,1"), "as the first, 2, got 3 in row 2"),
    (("a", "b"), "at least one column of 0 and 1"), ((), "at least one row"),
    (("0;1", "0;" + "1" * 131_072), "131,072 in row 2, column 2"),
    (("True,False", "False,True"), "in row 2, column 2; write 1 for True"),
    (("id,p,q", "0,0,1", "1,1,1", "2,1,0"), NAMED), (("0,0,1", "1,1,1", "2,1,0"), NAMED), (("0,1,2", "0,1,1"), NAMED),
    (("0,1,1", "0,0;1,0"), "got '0;1' in row 2, column 2; separate all cells alike"),
    (('"' + "a" * 70_000, "a" * 70_000), "in the row that begins in line 1$"),
    (("a;b", "0;1", "0,1"), "as the first, 2, got 1 in row 3")])
def test_what_is_not_allowed_is_refused_with_row_and_column(lines, message):
    with pytest.raises(ValueError, match=message):
        table(*lines)


@pytest.mark.parametrize(("rows", "separator"), [
    (["a;b,c", "0;1"], ","), (["0;1", "a;b,c"], ","), (["0", "1"], ","), (["0 1"], " ")])
def test_a_comma_in_either_row_separates_and_a_blank_between_two_bits(rows, separator):
    assert reading._separator(rows) == separator


def test_forty_characters_of_a_cell_are_shown_and_advice_where_it_tells_what_is_wrong():
    assert [reading._shown("x" * length) for length in (40, 41)] == ["x" * 40, "x" * 40 + "..."]
    for cell, advice in (("x", "$"), ("", "; the cell is empty$"), ("0;1", "; separate all cells alike")):
        assert re.match(advice, reading._advice(cell, 2))
