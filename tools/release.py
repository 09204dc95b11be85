"""Rules of what goes out: the workflow of a public host, the container's file, and the version with what cites it.

Each lint returns a list of complaints, empty when all is well. The tests in `tests/meta` run each of them on this
repository and on planted faults. The workflow's syntax is judged by check-jsonschema, which carries its schema; here it
is whether what the workflow names is there. What no lint can say is whether it runs on a host.
"""
import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pybtex.database import parse_file

from privlearn.checking.paper_list import PAPERS

WORKFLOW = ".github/workflows/book.yml"
SITE = "_build/html"
MAJOR = re.compile(r"[\w-]+/[\w-]+@v\d+")
FILLED = re.compile(r"\$\{\{ matrix\.(\w+) \}\}")
TARGET = re.compile(r"^\.PHONY:(.*)$", re.MULTILINE)
PLAIN = ("git", "python", "apt-get", "rm")  # commands that are no file of ours
MODULES = ("pip", "pytest")
NOT_ON_WINDOWS = ("fcntl", "grp", "pty", "pwd", "resource", "termios")
EXTRAS = ("verify", "fast", "notebooks")
# What a fresh interpreter says that lacks some modules: the imports that fail there.
IMPORTING = """
import json, sys
missing, lines = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(missing))
failed = []
for line in lines:
    try:
        exec(line)
    except ImportError as error:
        failed.append(f"{line}: {error}")
print(json.dumps(failed))
"""
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
CITED = ("cff-version", "message", "title", "abstract", "type", "authors", "version", "date-released", "license",
         "keywords", "preferred-citation", "references")
SOURCES = [paper.key for paper in PAPERS if paper.leads or paper.version_of]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the commands of a shell text, word by word."""
    for line in text.replace("\\\n", " ").splitlines():
        for command in line.split("&&"):
            if words := shlex.split(command):
                yield words


def missing(words: list[str], root: Path) -> list[str]:
    """Return what a command names that is not there: targets of make, their variables, files, extras, programs."""
    first, *rest = words
    if first == "make":
        text = (root / "Makefile").read_text(encoding="utf-8")
        targets = " ".join(TARGET.findall(text)).split()
        return [f"make {word}: no such target" for word in rest if "=" not in word and word not in targets] + [
            f"make {word}: no such variable" for word in rest
            if "=" in word and f"$({word.partition('=')[0]})" not in text]
    found = [] if first in (*PLAIN, "bash") else [f"{first}: no known command"]
    if rest[:1] == ["-m"] and rest[1] not in MODULES:
        found.append(f"python -m {rest[1]}: no known module")
    return found + [f"{' '.join(words[:3])}: no {word}" for word in named(rest) if not exists(word, root)]


def named(words: Iterable[str]) -> Iterator[str]:
    """Yield those words that name something of the repository: its files, or its extras."""
    for word in words:
        name = word.partition("=")[2] if word.startswith("--ignore=") else word
        if name.startswith((".", "tests")) or name.endswith(".py"):
            yield name


def exists(name: str, root: Path) -> bool:
    """Is a file there, or an extra: `.[verify,fast]`?"""
    wanted = re.fullmatch(r"\.\[([\w,]+)\]", name)
    if wanted is None:
        return (root / name).exists()
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return set(wanted[1].split(",")) <= extras.keys()


def workflow(text: str, root: Path) -> list[str]:
    """All that a workflow names is there, each action by its major version, and no job runs for ever."""
    jobs, complaints = yaml.safe_load(text)["jobs"], []
    for name, job in jobs.items():
        needs = job.get("needs", [])
        told = [f"needs {other}, which is no job" for other in ([needs] if isinstance(needs, str) else needs)
                if other not in jobs]
        told += [] if "timeout-minutes" in job else ["has no timeout-minutes"]
        for step in job["steps"]:
            uses, path = step.get("uses", ""), step.get("with", {}).get("path", SITE)
            told += [f"uses {uses}, by no major version"] if uses and not MAJOR.fullmatch(uses) else []
            told += [f"publishes {path}, which is not the site"] if "pages-artifact" in uses and path != SITE else []
            told += [lack for run in filled(step.get("run", ""), job) for words in commands(run)
                     for lack in missing(words, root)]
        complaints += [f"{name}: {one}" for one in dict.fromkeys(told)]
    return complaints


def filled(text: str, job: dict[str, Any]) -> Iterator[str]:
    """Yield a command as each row of its job's matrix makes it."""
    for row in job.get("strategy", {}).get("matrix", {}).get("include", [{}]):
        yield filled_by(row, text)


def filled_by(row: dict[str, Any], text: str) -> str:
    """Return a text with what a row of a matrix has in its places."""
    return FILLED.sub(lambda found: str(row[found[1]]), text)


def containerfile(text: str, root: Path) -> list[str]:
    """The container begins with a Python that the library takes, and all that it copies and runs is there."""
    told = []
    for line in text.replace("\\\n", " ").splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            told += [] if re.match(r"python:3\.1[1-9]\b", rest) else [f"begins with {rest}, which is no such Python"]
        elif word == "COPY":
            told += [f"copies {name}, which is not there" for name in rest.split()[:-1] if not (root / name).exists()]
        elif word in ("RUN", "CMD"):
            run = shlex.join(json.loads(rest)) if rest.startswith("[") else rest
            told += [lack for words in commands(run) for lack in missing(words, root)]
        elif word not in ("", "#", "WORKDIR", "EXPOSE"):
            told.append(f"{word}: no known instruction")
    return told


def tests_run(text: str, system: str, root: Path) -> list[Path]:
    """Return the files of tests that a workflow runs on a system."""
    for job in yaml.safe_load(text)["jobs"].values():
        rows = job.get("strategy", {}).get("matrix", {}).get("include", [])
        for row in (row for row in rows if row["system"].startswith(system)):
            runs = [filled_by(row, step.get("run", "")) for step in job["steps"]]
            out = {root / word.partition("=")[2] for run in runs for words in commands(run)
                   for word in words if word.startswith("--ignore=")}
            return [path for path in sorted((root / "tests").rglob("test_*.py")) if not out & {path, *path.parents}]
    return []


def absent(root: Path) -> list[str]:
    """Return the modules of installed packages that the extras of the workflow, with pytest, do not bring."""
    brought, waiting = set(), ["pytest"]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting += [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonicalize_name(wanted.name)
        if name not in brought and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            brought.add(name)
            waiting += metadata.requires(name) or ()
    return sorted(module for module, packages in metadata.packages_distributions().items()
                  if not brought & {canonicalize_name(package) for package in packages} and module != "privlearn")


def unimportable(tests: Iterable[Path], missing: Iterable[str], root: Path) -> list[str]:
    """Return the imports at the top of tests that fail where some modules are not there."""
    lines = {ast.unparse(node) for path in tests for node in ast.parse(path.read_text(encoding="utf-8")).body
             if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__"}
    done = subprocess.run([sys.executable, "-c", IMPORTING], input=json.dumps([list(missing), sorted(lines)]), cwd=root,
                          capture_output=True, text=True, check=True)
    told: list[str] = json.loads(done.stdout)
    return told


def versions(root: Path) -> list[str]:
    """What says the version, or the day of its release, says what `pyproject.toml` and the changelog say."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    library = re.findall(r'__version__ = "(.*)"', (root / "lib/privlearn/__init__.py").read_text(encoding="utf-8"))
    released = RELEASE.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    said = {"lib/privlearn/__init__.py": library, "CITATION.cff": [cited["version"]],
            "CHANGELOG.md": [released[1]] if released else []}
    told = [f"{name}: {' '.join(found) or 'nothing'}, not {version}" for name, found in said.items()
            if found != [version]]
    days = {str(cited["date-released"]), *([released[2]] if released else [])}
    return told + ([f"released on {' and '.join(sorted(days))}"] if len(days) > 1 else [])


def citation(root: Path) -> list[str]:
    """The citation has every field that can be filled, and cites the papers as the bibliography does."""
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    told = [f"no {field}" for field in CITED if not cited.get(field)]
    entries = parse_file(root / "book/refs.bib").entries
    for key in SOURCES:
        fields, persons = entries[key].fields, entries[key].persons["author"]
        wanted = (fields["title"], int(fields["year"]), *(" ".join(person.last_names) for person in persons))
        found = [(one["title"], one["year"], *(person["family-names"] for person in one["authors"]))
                 for one in cited.get("references", ())]
        told += [] if wanted in found else [f"{key} is not cited as the bibliography has it"]
    return told
