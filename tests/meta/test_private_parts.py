"""The table of private parts of other packages is as old as the locks: a renewed pin makes one look again."""
import re

from tools.pages import ROOT

SECTION = re.compile(r"^## Private parts of others\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([\w-]+==[\w.]+)` \|.*$", re.MULTILINE)
PLACE = re.compile(r"`((?:book|lib|tools)/[\w/.]+\.py)`")
TABLE = SECTION.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))[0]
LOCKS = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("requirements.txt", "requirements-teach.txt"))


def older(table: str, locks: str) -> set[str]:
    """Return the packages of a table whose versions are not those that the locks name."""
    return set(ROW.findall(table)) - set(re.findall(r"^[\w-]+==[\w.]+", locks, re.MULTILINE))


def test_every_private_part_is_of_the_locked_version_and_its_places_are_there():
    assert len(ROW.findall(TABLE)) == TABLE.count("\n| ") - 2, "a row names no package with its version"
    assert [name for name in PLACE.findall(TABLE) if not (ROOT / name).is_file()] == []
    assert older(TABLE, LOCKS) == set()
    for pin in set(ROW.findall(TABLE)):  # a renewed pin is noticed
        assert older(TABLE, LOCKS.replace(f"{pin} ", f"{pin}.1 ")) == {pin}
