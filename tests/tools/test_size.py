"""What the project says of its own size."""

from tools.size import examples, lines, report


def test_lines_and_examples_are_counted(tmp_path):
    (tmp_path / "lib/privlearn/room").mkdir(parents=True)
    (tmp_path / "lib/privlearn/room/one.py").write_text(
        'def a():\n    """Do.\n\n    >>> a()\n    """\n\n\ndef _b(): ...\n')
    (tmp_path / "lib/privlearn/two.py").write_text("def c(): ...\n")
    assert (lines(tmp_path), examples(tmp_path)) == (9, (2, 1))
    told = report(tmp_path)
    assert told[0].split() == ["9", "lines", "of", "lib"]
    assert told[6].split()[:6] == ["8", "lines", "of", "room,", "1", "of"]
    assert any("statements" in line for line in told)
