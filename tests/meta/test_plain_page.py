"""The page without the library: its rules, a fault in each of its items, and the program that readers take along."""
import subprocess
import sys
from types import SimpleNamespace

import plain_script
import pytest

from tools import plain_page
from tools.pages import ROOT, Page

PAGE = Page(plain_page.PLAIN, ROOT / f"{plain_page.PLAIN}.md")
SHARED, *ITEMS = map(plain_page.code, plain_page.parts(PAGE.text))
FAULTS = [  # for each item a text of it, or of what it shares, and a wrong one
    ("best = max(best, 1 + min(", "best = max(best, 1 + max("), ("1 + min(depth[", "1 + max(depth["),
    ("all(g >> x & 1 and not", "all(not"), ("composed |= moved[g]", "composed = moved[g]"),
    ("for guess in (0, 1))", "for guess in (0,))"), ("before[c & ~one]", "before[c]"),
    ("law = alpha / 4, alpha / 8", "law = alpha / 2, alpha / 8"),
    ("lost += step.pop(0, 0) + ", "lost += "), ('after = {("s", 0): 1}', 'after = {("s", 0): 0}'),
    ("if t < 2 else (1, 2)", "if t < 2 else (0, 1)"), ("(F(1, 3), F(1))", "(F(1, 2), F(1))"),
    ("(a * x + b - y) % p == 0", "(a * x + b - y) % p < 2"), ("theta in range(-1, 4)", "theta in range(0, 2)"),
    ("if sum(e) <= 1", "if sum(e) <= 2"), ("F(1, 10) - F(1, p)", "F(1, 10) - F(2, p)"),
    ("repeat=d + 1", "repeat=max(d, 1)"), ("largest = max(", "largest = min("),
    ("if not min(data) <= x", "if not min(data) < x"), ("min(sum(r <= x", "max(sum(r <= x"),
    ("F(G if i == j else 1, G + T - 1)", "F(G if i == j else 1, G + T)"),
]


def broken(old: str, new: str) -> list[str]:
    """Return what is complained of if a text of the page is another one."""
    assert old in PAGE.text
    return plain_page.plain(PAGE.text.replace(old, new, 1))


def test_the_page_keeps_to_its_rules_and_the_program_beside_it_holds_it_whole(tmp_path):
    assert plain_page.plain(PAGE.text) == []
    old = '    """The law of the largest noisy count, by going through all noises."""\n'
    assert broken(old, old + "\n" * 18) == []
    assert broken(old, old + "\n" * 19) == ["item 17: maximum has 26 lines"]
    lines = plain_script.program(PAGE.source).splitlines()
    assert sum(line.startswith("# ## ") for line in lines) == plain_page.ITEMS
    assert not any("{raw}" in line or len(line) > 88 for line in lines)
    assert all(line in lines for item in ITEMS for line in item.splitlines() if line.strip())
    pages = SimpleNamespace(found_docs={plain_page.PLAIN}, doc2path=lambda name: ROOT / f"{name}.md")
    place = tmp_path / f"{plain_page.PLAIN}.py"
    place.parent.mkdir(parents=True)
    plain_script.write(SimpleNamespace(builder=SimpleNamespace(format="html"), env=pages, outdir=tmp_path), None)
    assert place.read_text(encoding="utf-8") == plain_script.program(PAGE.source)


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("from math import comb, prod", "import math, privlearn.laws", "shared: imports privlearn"),
    ("from math import comb, prod", "from numpy import array", "shared: imports numpy"),
    ("from math import comb, prod", "import importlib", "shared: imports importlib"),
    ("for n in (1, 2, 4, 7, 8, 16):", 'exec("")\nfor n in (1, 2):', "item 1: calls exec"),
    ("    return max(k for k in range", "\n" * 9 + "    return max(k for k in range", "shared: vc has 15 lines"),
    ("assert ratio ==", "ratio ==", "item 19: asserts nothing"),
    ("*What this does not show:* larger primes.", "Larger primes.", "item 12: does not end with what it does not show"),
    ("## 20. ", "## ", "19 items, not 20"),
])
def test_a_planted_violation_is_reported(old, new, complaint):
    if complaint.endswith("15 lines"):
        assert broken(old, new) == []
        new, complaint = f"\n{new}", complaint.replace("15", "16")
    assert complaint in broken(old, new)


@pytest.mark.parametrize("number", range(1, plain_page.ITEMS + 1))
def test_a_fault_in_an_item_stops_it(number):
    right, (old, new) = f"{SHARED}\n{ITEMS[number - 1]}", FAULTS[number - 1]
    assert right.count(old) == 1
    exec(right, {})
    with pytest.raises(AssertionError):
        exec(right.replace(old, new), {})


def test_the_program_runs_alone_in_an_empty_folder(tmp_path):
    def run(program: str) -> subprocess.CompletedProcess:
        (tmp_path / "restated.py").write_text(program, encoding="utf-8")
        return subprocess.run([sys.executable, "-I", "restated.py"], cwd=tmp_path, capture_output=True, text=True)

    program = plain_script.program(PAGE.source)
    ran = run(program)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "240/77" in ran.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["restated.py"]
    assert run(program.replace("return max(found), sum", "return 2, sum")).returncode == 1
