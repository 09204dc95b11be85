"""The command line's contract: what it writes where, and with which exit status."""

import json
import os
import pty
import subprocess
import sys
import termios

import pytest

from privlearn import cli
from privlearn.broken import catalogue
from privlearn.checking import registry, runner, store, verifying
from privlearn.cli import main

ONE = "BBKN14-3.4.eq-P"  # a claim that takes no time
pytestmark = pytest.mark.usefixtures("own_store")


@pytest.fixture
def one_claim(monkeypatch):
    """Let the run without ids consist of a single claim and a catalogue that takes no time."""
    select = registry.select
    monkeypatch.setattr(registry, "select", lambda ids: select(ids or [ONE]))
    rows = [{"kind": "mistake", "row": "5", "name": "n", "caught": True},
            {"kind": "auditor", "name": "exact auditor", "sound": True},
            {"kind": "auditor", "name": "promise echo", "sound": False}]
    monkeypatch.setattr(catalogue, "run_catalogue", lambda: rows)


def output_of(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_claims_lists_the_registry_as_json_and_runs_nothing(capsys, monkeypatch):
    monkeypatch.setattr(runner, "run_check", None)
    status, out, err = output_of(capsys, "claims", "--json", "-")
    rows = json.loads(out)
    assert (status, err) == (0, "")
    assert list(rows[0]) == ["id", "paper", "section", "kind", "title", "uses", "checks", "sabotages", "page",
                             "same_as", "step_of", "erratum", "note", "status", "reason", "hypotheses", "formulas",
                             "proof"]
    assert all(list(c) == ["name", "grade", "quantifier", "long"] for row in rows for c in row["checks"])
    assert [row["id"] for row in rows] == list(registry.load())


def test_verify_reports_json_of_the_promised_shape_on_the_claim_of_an_exact_id_alone(capsys):
    status, out, err = output_of(capsys, "verify", ONE, "--json", "-")
    report = json.loads(out)
    assert status == 0
    assert list(report) == ["summary", "claims"]
    assert list(report["summary"]) == ["claims", "checks", "checked", "sabotages", "caught", "seconds"]
    row, = report["claims"]
    assert list(row) == ["id", "status", "checked", "fully_checked", "checks", "sabotages"]
    assert (row["id"], row["fully_checked"]) == (ONE, None)  # a claim that it uses was not run
    assert list(row["checks"][0]) == ["name", "grade", "quantifier", "holds", "left", "right", "slack", "witness",
                                      "instances", "covered", "seconds"]
    assert list(row["sabotages"][0]) == ["name", "caught", "witness", "seconds"]


def test_a_log_gets_one_line_a_file_its_json_and_the_store_its_verdicts(capsys, own_store, tmp_path):
    place = tmp_path / "new" / "report.json"
    status, out, err = output_of(capsys, "verify", ONE, "--json", str(place))
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 1
    assert "1 proved and checked; " in out
    assert json.loads(place.read_text())["summary"]["claims"] == 1
    assert [row["id"] for row in json.loads(own_store.read_text())["claims"]] == [ONE]


def test_a_terminal_gets_a_line_of_progress_that_tells_what_remains():
    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, (24, 80))
    subprocess.run([sys.executable, "-m", "privlearn", "verify", ONE], stdout=subprocess.DEVNULL, stderr=writer,
                   check=True)
    shown = os.read(reader, 1 << 16).decode()
    assert "checks:" in shown
    assert "/2 [" in shown


def test_json_on_standard_output_is_alone_there_in_a_process_of_its_own():
    done = subprocess.run([sys.executable, "-m", "privlearn", "verify", ONE, "--json", "-"], capture_output=True,
                          text=True, check=True)
    assert json.loads(done.stdout)["summary"]["checked"] == 1
    assert done.stderr.startswith("1 proved and checked; ")


def test_a_prefix_means_all_that_begin_with_it(capsys, monkeypatch):
    row = {"name": "n", "holds": True, "seconds": 0.0}
    monkeypatch.setattr(runner, "run_unit", lambda id, k, what, seed: (row, [], True))
    main(["verify", "BBKN14-3.4.", "--json", "-"])
    assert all(row["id"].startswith("BBKN14-3.4.") for row in json.loads(capsys.readouterr().out)["claims"])


@pytest.mark.parametrize(("arguments", "told"), [
    (["verify", "nothing"], "privlearn: id must be a claim"), (["verify", ""], "privlearn: id must be a claim"),
    (["verify", ONE, "BBKN15"], "privlearn: id must be a claim"),
    (["claims", "KLMNS20-1", "nonsense"], "got 'nonsense'")])
def test_an_unknown_id_or_beginning_is_bad_input(capsys, arguments, told):
    status, out, err = output_of(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(("status", "arguments"), [
    *((2, arguments) for arguments in ([], ["nonsense"], ["verify", "--jobs", "0"], ["verify", "--jobs", "two"],
                                       ["verify", "--seed", "-1"], ["claims", "--jobs", "2"])),
    *((0, arguments) for arguments in (["--help"], ["claims", "--help"], ["verify", "--help"], ["--version"]))])
def test_help_is_exit_status_0_and_bad_usage_2(capsys, status, arguments):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == status


@pytest.mark.parametrize(("arguments", "target"), [
    (["claims"], "{tmp}"), (["verify", ONE], ""), (["verify", ONE], "."), (["verify", ONE], "{tmp}/file/report.json"),
    (["verify", ONE], "/proc/none/report.json")])
def test_json_that_cannot_be_written_is_said_before_the_run(capsys, monkeypatch, tmp_path, arguments, target):
    (tmp_path / "file").touch()
    monkeypatch.setattr(runner, "run", None)
    status, _, err = output_of(capsys, *arguments, "--json", target.format(tmp=tmp_path))
    assert status == 2
    assert "--json must name a file that can be written" in err


def test_the_library_of_another_tree_is_refused_inside_a_book(capsys, monkeypatch, tmp_path):
    for name in ("_toc.yml", "pyproject.toml"):
        (tmp_path / name).touch()
    (tmp_path / "lib/privlearn").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "lib")
    status, _, err = output_of(capsys, "verify", ONE)
    assert status == 2
    assert f"privlearn must be the library of the book around the working directory, {tmp_path}" in err
    assert len(err.splitlines()) == 1


def test_a_failing_claim_is_exit_status_1_says_where_and_keeps_its_report(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(runner, "_catch", lambda check, sabotage, seed: (False, "the check passed"))
    status, out, err = output_of(capsys, "verify", ONE, "--json", str(tmp_path / "report.json"))
    assert status == 1
    assert f"NOT CAUGHT {ONE}" in out
    assert "FAILED" in err
    assert not json.loads((tmp_path / "report.json").read_text())["claims"][0]["checked"]


def test_a_run_of_everything_runs_the_controls_too_and_one_of_some_claims_does_not(capsys, own_store, one_claim):
    main(["verify", ONE])
    assert store.stored_controls() is None
    capsys.readouterr()
    status, out, err = output_of(capsys, "verify", "--json", "-")
    assert status == 0
    assert "1 of 1 broken mechanisms caught, 1 control auditors told from the exact one" in err
    assert list(json.loads(out)) == ["summary", "claims"]
    assert len(store.stored_controls()) == 3


@pytest.mark.parametrize(("rows", "complaint"), [
    ([{"kind": "mistake", "row": "5", "name": "n", "caught": False}], "mistake 5 (n) was not caught"),
    ([{"kind": "auditor", "name": "exact auditor", "sound": False}], "the exact auditor does not"),
    ([{"kind": "auditor", "name": "promise echo", "sound": True}], "'promise echo' scores like the exact one")])
def test_controls_that_fail_are_exit_status_1(capsys, monkeypatch, one_claim, rows, complaint):
    monkeypatch.setattr(catalogue, "run_catalogue", lambda: rows)
    status, out, _ = output_of(capsys, "verify")
    assert status == 1
    assert complaint in out


def test_two_processes_give_the_same_report(capsys):
    reports = []
    for jobs in ("1", "2"):
        report = json.loads(output_of(capsys, "verify", ONE, "--jobs", jobs, "--json", "-")[1])
        (row,) = report["claims"]
        reports.append([check | {"seconds": None} for check in row["checks"]])
    assert reports[0] == reports[1]


def test_claims_lists_those_that_begin_so(capsys):
    _, out, _ = output_of(capsys, "claims", "KLMNS20-1", "BBKN14-3.9", "--json", "-")
    ids = [row["id"] for row in json.loads(out)]
    assert "BBKN14-3.9" in ids
    assert "BBKN14-3.9.good" not in ids  # an exact id means that claim alone
    assert {id.split(".")[0] for id in ids} == {"BBKN14-3", *(id.split(".")[0] for id in registry.load()
                                                              if id.startswith("KLMNS20-1"))}
    _, out, _ = output_of(capsys, "claims", "KLMNS20-1.2")
    assert out.startswith("KLMNS20-1.2 ")
    assert out.endswith("book/thresholds/crossover.md, lib/privlearn/papers/klmns20/crossover\n")
    assert out.count("\n") == 2


def unread(*arguments, stream="stdout"):
    """Run the command with one stream a pipe that nobody reads; return its status and what the other stream got."""
    reader, writer = os.pipe()
    os.close(reader)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: writer}
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    process = subprocess.Popen([sys.executable, "-m", "privlearn", *arguments], **streams, text=True, env=buffered)
    os.close(writer)
    out, err = process.communicate()
    return process.returncode, out or err


def test_what_a_solver_prints_is_not_in_the_json(capfd, monkeypatch):
    def loud(*_, **__):
        os.write(1, b"a banner")
        print("a word")
        return verifying.Run({"claims": []}, None)

    monkeypatch.setattr(verifying, "verify", loud)
    monkeypatch.setattr(cli, "_print_report", lambda run, out: None)
    main(["verify", ONE, "--json", "-"])
    out, err = capfd.readouterr()
    assert json.loads(out) == {"claims": []}
    assert "a banner" in err
    assert "a word" in err


@pytest.mark.parametrize("arguments", [("claims",), ("card", "class.csv", "--json", "-"), ("--help",)])
def test_nobody_reading_the_output_is_no_traceback(monkeypatch, tmp_path, arguments):
    (tmp_path / "class.csv").write_text("0,1\n1,1\n")
    monkeypatch.chdir(tmp_path)
    status, said = unread(*arguments)
    assert status == 141
    assert not any(word in said for word in ("Error", "Traceback", "Exception"))


def test_nobody_reading_the_progress_does_not_stop_the_work(monkeypatch, tmp_path):
    (tmp_path / "class.csv").write_text("0,1\n1,1\n")
    monkeypatch.chdir(tmp_path)
    status, out = unread("card", "class.csv", "--json", "-", stream="stderr")
    assert status == 0
    assert json.loads(out)["concepts"] == 2


def test_a_broken_pipe_of_the_work_itself_is_no_silent_end(monkeypatch):
    def work(options):
        raise BrokenPipeError("a worker's")

    monkeypatch.setattr(cli, "_claims", work)
    monkeypatch.setattr(cli, "_is_closed", lambda stream: False)
    with pytest.raises(BrokenPipeError, match="a worker's"):
        main(["claims"])
