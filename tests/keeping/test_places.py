"""Where what a run makes is kept."""

import pytest

from privlearn.keeping import book_around, build_folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    (tmp_path / "pages").mkdir()
    monkeypatch.chdir(tmp_path / "pages")
    return tmp_path


def test_the_book_is_found_from_below(folder):
    (folder / "_toc.yml").touch()
    (folder / "pyproject.toml").touch()
    assert (book_around(), build_folder()) == (folder, folder / "_build")


@pytest.mark.parametrize("file", ["_toc.yml", "pyproject.toml"])
def test_a_folder_with_one_of_the_two_files_is_no_book(folder, file):
    (folder / file).touch()
    assert (book_around(), build_folder()) == (None, None)


def test_a_named_store_brings_its_folder(folder, monkeypatch):
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(folder / "here" / "verdicts.json"))
    assert build_folder() == folder / "here"
