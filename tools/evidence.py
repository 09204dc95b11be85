"""The ledger of evidence: what each check judged when somebody last looked, kept in `tests/evidence.json`.

A run of all claims leaves `_build/verify.json`. `python -m tools evidence` compares it with the ledger: how many
instances each check judged and covered, its witness and both sides. A check that judges less, or elsewhere, is a
difference that must be committed on purpose: `python -m tools evidence --keep` writes the ledger anew. Of a check in
floating point or by drawing only the counts are kept.
"""
import argparse
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from privlearn.checking.verdict import EXACT_GRADES
from privlearn.keeping import read_json, write_text
from tools.pages import ROOT

LEDGER = ROOT / "tests/evidence.json"
LONGEST = 60  # characters of a value that is kept as it is; of a longer one the hash
Ledger = dict[str, list[Any]]


def evidence(report: dict[str, Any]) -> Ledger:
    """Return what each check of a report judged: grade, instances, covered, and the sides and the witness as text."""
    return {f"{claim['id']}: {row['name']}": [row["grade"], row["instances"], row["covered"], *(
        _short(row[part]) for part in ("left", "right", "witness") if row["grade"] in EXACT_GRADES)]
            for claim in report["claims"] for row in claim["checks"] if "shared_from" not in row}


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= LONGEST else sha256(text.encode()).hexdigest()[:12]


def differences(kept: Ledger, now: Ledger) -> list[str]:
    """Return what differs, a line for each check."""
    gone = [f"{name}: judged {kept[name][1]:,} before, is gone" for name in kept if name not in now]
    new = [f"{name}: is new, judged {now[name][1]:,}" for name in now if name not in kept]
    return gone + new + [f"{name}: {kept[name]} before, {row} now" for name, row in now.items()
                         if name in kept and kept[name] != row]


def written(ledger: Ledger) -> str:
    """Return the ledger's text, a line for each check."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(ledger.items()))
    return f"{{\n{lines}\n}}\n"


def main(report: Path = ROOT / "_build/verify.json", ledger: Path = LEDGER) -> int:
    """Compare the last run of all claims with the ledger, or keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="write the ledger anew")
    keep, now = parser.parse_args().keep, evidence(json.loads(report.read_text(encoding="utf-8")))
    found = differences(read_json(ledger), now)
    print("\n".join([*found, f"{len(now):,} checks, {len(found):,} differ from the ledger of evidence"]))
    if keep:
        write_text(ledger, written(now))
    elif found:
        print("if that is meant, commit what `python -m tools evidence --keep` writes")
    return int(bool(found) and not keep)
