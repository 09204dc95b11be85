"""Where what a run makes is kept."""


from privlearn.keeping import book_around, build_folder


def test_the_book_is_found_from_below_where_both_its_files_are_and_a_named_store_brings_its_folder(
        tmp_path, monkeypatch):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    for files, found in ((("_toc.yml",), False), (("pyproject.toml",), False), (("_toc.yml", "pyproject.toml"), True)):
        folder = tmp_path / f"with-{'-'.join(files)}"
        (folder / "pages").mkdir(parents=True)
        for file in files:
            (folder / file).touch()
        monkeypatch.chdir(folder / "pages")
        assert (book_around(), build_folder()) == ((folder, folder / "_build") if found else (None, None))
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(folder / "here" / "verdicts.json"))
    assert build_folder() == folder / "here"
