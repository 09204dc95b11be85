"""Pages are executed when what they rest on changed, under our own settings; an interrupted page never counts."""
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from privlearn.keeping import read_json
from tests.tools.houses import NOTEBOOK, code, house
from tests.tools.processes import living
from tools import execute_pages
from tools.environment import ours
from tools.pages import PAGES, ROOT

SLOW = code("import time, pathlib\npathlib.Path('../started').touch()\ntime.sleep(600)\n1")
INTERRUPTIBLE = ("import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                 "sys.argv[0] = 'execute'\n"
                 "from tools.execute_pages import main; raise SystemExit(main())")


def command(root: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tools", "execute", "--root", str(root), *arguments]


def shown(root: Path, name: str) -> str:
    """Return the last output of an executed page as text."""
    cells = nbformat.read(root / PAGES / f"book/{name}.ipynb", as_version=4).cells
    output = cells[-1].outputs[-1]
    return output["text"] if "text" in output else output["data"]["text/plain"]


def keys(root: Path) -> dict[str, str]:
    return read_json(root / PAGES / "manifest.json")


def counts(summary: execute_pages.Summary) -> tuple[int, int, int]:
    return summary.executed, summary.reused, summary.failed


def test_failing_and_noisy_pages_are_named_and_good_ones_reused(tmp_path):
    root, told = house(tmp_path, good=code("1 + 1"), bad=code("assert 1 == 2"),
                       noisy=code("import warnings; warnings.warn('late')")), []
    assert counts(execute_pages.run(root, progress=lambda *news: told.append(news))) == (1, 0, 2)
    lines = "".join(line for _, _, good, line in told if not good)
    for words in ("book/bad: code cell 1 of 1 failed", "AssertionError",
                  "book/noisy: code cell 1 of 1 wrote to standard error"):
        assert words in lines
    assert [path.stem for path in (root / PAGES).rglob("*.ipynb")] == ["good"]
    assert list(keys(root)) == ["book/good"]
    stage = read_json(root / PAGES / "stage.json")
    assert stage.pop("seconds") > 0
    assert stage == {"executed": 1, "reused": 0, "failed": 2}

    for name in ("bad", "noisy"):
        (root / f"book/{name}.md").write_text(NOTEBOOK + code("2 + 2"))
    assert counts(execute_pages.run(root)) == (2, 1, 0)


def test_an_edit_or_a_lost_result_counts_and_a_touched_file_does_not(tmp_path):
    root = house(tmp_path, page=code("1 + 1"))
    execute_pages.run(root)
    for path in root.rglob("*.md"):
        os.utime(path)
    assert counts(execute_pages.run(root)) == (0, 1, 0)
    (root / "book/page.md").write_text(NOTEBOOK + code("1 + 2"))
    os.utime(root / "book/page.md", (1, 1))  # older than the run
    assert counts(execute_pages.run(root)) == (1, 0, 0)
    assert shown(root, "page") == "3"
    (root / PAGES / "book/page.ipynb").unlink()
    assert counts(execute_pages.run(root)) == (1, 0, 0)


@pytest.mark.parametrize("torn", [b"", b'{"book/page": "', b"\xff"])
def test_a_manifest_that_cannot_be_read_counts_as_absent(tmp_path, torn):
    root = house(tmp_path, page=code("1 + 1"))
    execute_pages.run(root)
    (root / PAGES / "manifest.json").write_bytes(torn)
    (root / PAGES / "times.json").write_bytes(torn)
    assert counts(execute_pages.run(root)) == (1, 0, 0)


def test_pages_of_other_parts_stand_there_as_text_unless_they_are_up_to_date(tmp_path):
    root = house(tmp_path, **{"one/a": code("1"), "two/b": code("2"), "two/c": code("3")})
    assert counts(execute_pages.run(root, part="one")) == (1, 0, 0)
    assert list(keys(root)) == ["book/one/a"]
    assert not nbformat.read(root / PAGES / "book/two/b.ipynb", as_version=4).cells[-1].outputs
    execute_pages.run(root)
    (root / "book/two/c.md").write_text(NOTEBOOK + code("4"))
    execute_pages.run(root, part="one")
    assert shown(root, "two/b") == "2"
    assert not nbformat.read(root / PAGES / "book/two/c.ipynb", as_version=4).cells[-1].outputs


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs /proc")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_page_never_counts_and_no_kernel_is_left(tmp_path, sent):
    root = house(tmp_path, quick=code("1"), edited=code("1 + 1"))
    execute_pages.run(root)
    right = (root / "book/edited.md").read_text()
    (root / "book/edited.md").write_text(NOTEBOOK + SLOW)
    with subprocess.Popen([sys.executable, "-c", INTERRUPTIBLE, "--root", str(root)], cwd=ROOT, env=ours(),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while not (root / PAGES / "started").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(random.random() / 2)
        process.send_signal(sent)
        err = process.communicate(timeout=30)[1]
    assert process.returncode == (-9 if sent == signal.SIGKILL else 130)
    assert err == ""
    patience = time.monotonic() + 15
    while living(str(root)) and time.monotonic() < patience:
        time.sleep(0.1)
    assert living(str(root)) == []
    assert list(keys(root)) == ["book/quick"]

    (root / "book/edited.md").write_text(right)
    assert counts(execute_pages.run(root)) == (1, 1, 0)
    assert shown(root, "edited") == "2"


def test_finished_pages_are_kept_when_a_later_one_is_interrupted(tmp_path):
    root = house(tmp_path, quick=code("1"), slow=SLOW)
    with subprocess.Popen([sys.executable, "-c", INTERRUPTIBLE, "--root", str(root), "--jobs", "1"], cwd=ROOT,
                          env=ours(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (root / PAGES / "started").exists() and process.poll() is None:
            time.sleep(0.05)
        process.kill()
    assert list(keys(root)) == ["book/quick"]
    (root / "book/slow.md").write_text(NOTEBOOK + code("2"))
    assert counts(execute_pages.run(root)) == (1, 1, 0)


HOSTILE = {
    ".ipython/profile_default/startup/00.py": "print('hostile'); hostile = True",
    ".ipython/profile_default/ipython_config.py": "c.InteractiveShellApp.exec_lines = ['hostile = True']",
    ".ipython/profile_default/ipython_kernel_config.py": "c.InteractiveShell.ast_node_interactivity = 'all'",
    ".config/matplotlib/matplotlibrc": "figure.dpi: 30\nlines.linewidth: 9",
    ".jupyter/jupyter_config.json": json.dumps({"Session": {"key": "x"}, "NotebookClient": {"timeout": 1}}),
    ".jupyter/nbconvert_config.py": "raise SystemExit('hostile')",
    ".local/share/jupyter/kernels/python3/kernel.json": json.dumps({"argv": ["/bin/false"], "language": "python",
                                                                    "display_name": "hostile"}),
    ".local/lib/python3.11/site-packages/sitecustomize.py": "raise SystemExit('hostile')",
}

def test_settings_of_the_user_do_not_enter_the_pages(tmp_path):
    home = tmp_path / "home"
    for name, text in HOSTILE.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    (home / "matplotlibrc").write_text("lines.linewidth: 9")
    look = "import matplotlib\n8\n('hostile' in globals(), matplotlib.rcParams['lines.linewidth'])"
    root = house(tmp_path, page=code(look))
    hostile = {"HOME": str(home), "MATPLOTLIBRC": str(home), "MPLBACKEND": "svg", "PYTHONSTARTUP": str(home / "x.py"),
               "IPYTHONDIR": str(home / ".ipython"), "JUPYTER_CONFIG_DIR": str(home / ".jupyter"),
               "JUPYTER_PATH": str(home / ".local/share/jupyter"), "MPLCONFIGDIR": str(home / ".config/matplotlib"),
               "XDG_CONFIG_HOME": str(home / ".config"), "LC_ALL": "C"}
    before = sorted(home.rglob("*"))
    for settings in (hostile, {"HOME": "/proc/none", "LC_ALL": "C"}):  # the second home cannot be written
        (root / PAGES / "book/page.ipynb").unlink(missing_ok=True)
        run = subprocess.run(command(root), cwd=ROOT, env=os.environ | settings, capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, "")
        cells = nbformat.read(root / PAGES / "book/page.ipynb", as_version=4).cells
        assert [output.output_type for output in cells[-1].outputs] == ["execute_result"]
        assert shown(root, "page") == "(False, 1.5)"
    assert sorted(home.rglob("*")) == before


def test_the_library_of_another_tree_is_refused(tmp_path):
    (tmp_path / "privlearn").mkdir()
    (tmp_path / "privlearn/__init__.py").write_text('__version__ = "0"')
    for name in ("execute", "gate", "site", "book"):
        run = subprocess.run([sys.executable, "-m", "tools", name], cwd=ROOT, capture_output=True, text=True,
                             env=os.environ | {"PYTHONPATH": str(tmp_path)})
        assert run.returncode != 0
        assert f"imports the library of {tmp_path / 'privlearn'}" in run.stderr
        assert len(run.stderr.splitlines()) == 1
