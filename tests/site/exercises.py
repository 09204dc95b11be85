"""All exercises of the book, what is run of them, and what the executed pages show below it."""
from privlearn.coursework import Exercise, of_book
from privlearn.keeping import read_json
from tools.pages import PAGES, ROOT

EXERCISES = list(of_book(ROOT / "book"))
KINDS = ("stub", "solution")


def shown(exercises: list[Exercise]) -> list[str]:
    """Return what the executed pages show below the stub and the solution of each."""
    found = {}
    for page in {exercise.page for exercise in exercises}:
        cells = read_json(ROOT / PAGES / f"book/{page}.ipynb")["cells"]
        asked = [exercise.label for exercise in EXERCISES if exercise.page == page]
        for kind in KINDS:
            outputs = [cell["outputs"] for cell in cells if f"exercise-{kind}" in cell["metadata"].get("tags", [])]
            for label, listed in zip(asked, outputs, strict=True):
                found[label, kind] = "".join(line for output in listed for line in output.get("text", ()))
    return [found[exercise.label, kind] for exercise in exercises for kind in KINDS]


def differences(exercises: list[Exercise], said: list[str], wanted: list[str]) -> list[str]:
    """Return where stubs and solutions say something else than is wanted, with both texts."""
    places = [f"{exercise.label}, {kind}" for exercise in exercises for kind in KINDS]
    return [f"{place}: {here!r}, on the page {there!r}"
            for place, here, there in zip(places, said, wanted, strict=True) if here != there]
