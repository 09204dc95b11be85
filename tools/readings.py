"""Texts that have changed since they were read: `python -m tools readings` lists them.

The text of every statement, and of every line of a proof that is one, is bound to its reading by a hash, in
`book/atlas/refereed.json`. One that changes must be read again, against the paper and against its checks; `python -m
tools readings ID ...` then says that it was.
"""
import json
import sys

from privlearn.keeping import write_text
from privlearn.shown.refereed import QUESTIONS, readings, standing
from tools.pages import ROOT

KEPT = ROOT / "book/atlas/refereed.json"


def stale() -> dict[str, str]:
    """Return id -> page of the statements whose text has changed, or was not read."""
    return {id: page for page, _, reading, now in readings()
            for id, mark in standing(reading, now).items() if mark != "read"}


def read_again(ids: list[str]) -> list[str]:
    """Bind statements that were read before to their text as it stands; return the entries that others still need."""
    kept, lacking = json.loads(KEPT.read_text(encoding="utf-8")), []
    for page, _, _, now in readings():
        for id in set(ids) & set(now):
            row = kept.get(page, {}).get("statements", {}).get(id)
            if row is None:
                entry = {"hash": now[id], **dict.fromkeys(QUESTIONS, "...")}
                lacking.append(f'"{page}", "statements": "{id}": {json.dumps(entry)}')
            else:
                row["hash"] = now[id]
    write_text(KEPT, json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    return lacking


def main() -> int:
    """Mark the statements named as read again, and list those that still are not."""
    lacking = read_again(sys.argv[1:]) if sys.argv[1:] else []
    left = stale()
    print("\n".join([*(f"enter what was found in {KEPT.relative_to(ROOT)}, {entry}" for entry in lacking),
                     *(f"{id} on {page}: to be read again" for id, page in left.items()),
                     f"{len(left)} statements have changed since they were read"]))
    return int(bool(left))
