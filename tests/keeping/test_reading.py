"""What is read off a file, and what is kept of it."""

import ast
import json

import pytest

from privlearn.keeping import imports_in, keep_readings, reading as module
from privlearn.keeping.reading import Reading, read

TEXT = '''"""One line."""
import a.b, c
if TYPE_CHECKING:
    import d
class E:
    """Two
    lines."""
    def f(self):
        "a docstring"
        "and a text"
        from g import h as i, j
'''
FOUND = Reading((("a.b", ()), ("c", ()), ("g", (("h", "i"), ("j", "j")))), ((1, 1), (6, 7), (9, 9)))


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A folder for what is kept, and a process that knows nothing yet."""
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(tmp_path / "verdicts.json"))
    forget()
    yield tmp_path / "kept/reading.json"
    forget()


def forget():
    read.cache_clear()
    module._known.cache_clear()


def test_imports_and_docstrings_are_found_with_their_lines_but_none_for_type_checking():
    found = read(TEXT)
    assert (found.imports, tuple(sorted(found.docstrings))) == FOUND
    text = "import a\nif TYPE_CHECKING:\n    import b\nelse:\n    import c\ndef f():\n    from d import e"
    assert [ast.unparse(found) for found in imports_in(ast.parse(text))] == ["import a", "import c", "from d import e"]


def test_what_was_read_is_not_parsed_again_and_a_changed_text_is_read_anew(book, monkeypatch):
    first = read(TEXT)
    keep_readings()
    forget()
    assert read(TEXT.replace("import a.b", "import k")).imports[0] == ("k", ())
    monkeypatch.setattr(module.ast, "parse", lambda text: pytest.fail("parsed again"))
    assert read(TEXT) == first


def test_what_others_keep_stays(book):
    read("import a")
    keep_readings()
    forget()
    kept = json.loads(book.read_text())["texts"]
    module._known().clear()  # a process that began before the first one kept anything
    read("import b")
    keep_readings()
    assert json.loads(book.read_text())["texts"].keys() > kept.keys()


def test_what_another_version_read_is_forgotten(book):
    read("import a")
    keep_readings()
    book.write_text(book.read_text().replace(module._own_code(), "0" * 64).replace('"a"', '"wrong"'))
    forget()
    assert read("import a").imports == (("a", ()),)


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"by": 3}'])
def test_a_torn_file_counts_as_absent(book, torn):
    book.parent.mkdir()
    book.write_text(torn)
    assert read("import a").imports == (("a", ()),)
    keep_readings()
    forget()
    assert len(module._known()) == 1


def test_outside_a_book_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    monkeypatch.chdir(tmp_path)
    forget()
    read("import a")
    keep_readings()
    assert not list(tmp_path.iterdir())
    forget()
