"""What is kept of the trials."""
from privlearn.claims.mutants.measuring import kept, of_whole_files


def test_a_file_of_which_one_mutant_was_not_tried_is_left_out():
    trials = kept("complete")["trials"]
    files = {trial["file"] for trial in trials}
    assert {trial["file"] for trial in of_whole_files(trials)} == files
    assert of_whole_files(trials[1:]) == [trial for trial in trials if trial["file"] != trials[0]["file"]]
    assert of_whole_files([{"file": "no/such.py"}]) == []


def test_every_survivor_has_a_class_and_a_reason():
    survivors = [trial for name in ("draw", "complete") for trial in kept(name)["trials"] if trial["survivor"]]
    assert survivors
    assert [trial["id"] for trial in survivors if not trial["why"]] == []
