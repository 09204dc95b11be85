"""Kernels that start in no time: forked from one process that has imported the library and what pages draw with.

A kernel's namespace is empty as always; only imports are warm, the same for all pages. (A page that leans on them by
importing a whole package is reported by the lints.) As a plugin of pytest, `-p tools.forked_kernels`, this module makes
nbval use such kernels. With `--third SEED` it leaves two pages of three, drawn by the seed, as they are.
"""
import multiprocessing
import os
import subprocess
import sys
import threading
import zlib
from importlib.metadata import EntryPoint
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, cast

import pytest
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

from tools import local_kernels  # noqa: F401  (as a plugin it makes nbval talk through local sockets)

WARM = "tools.warm_imports"
NAME = "forked-provisioner"


def serve(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be a kernel, in a process just forked."""
    from ipykernel.kernelapp import launch_new_instance
    from IPython.core import application

    os.setsid()  # an interrupt of the tests is not the kernel's
    threading.Thread(target=end_with_parent, daemon=True).start()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    application.SYSTEM_CONFIG_DIRS.clear()  # the machine's settings are not ours either
    sys.argv = ["ipykernel_launcher", *arguments]
    # A kernel that knows its parent is silent, and ends when the parent does.
    launch_new_instance(argv=[*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])


def end_with_parent() -> None:
    """End this process when the one that asked for it has ended, however it did."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a process that was started by another one"
    parent.join()
    os._exit(1)


class Forked:
    """A forked process, with the part of `subprocess.Popen` that a provisioner uses."""

    stdin = stdout = stderr = None

    def __init__(self, process: ForkServerProcess) -> None:
        assert process.pid is not None, "a process that was started"
        self.process, self.pid = process, process.pid
        self.terminate, self.kill, self.wait = process.terminate, process.kill, process.join

    def poll(self) -> int | None:
        """Return the exit status, or nothing while it runs."""
        return self.process.exitcode

    def send_signal(self, signum: int) -> None:
        """Send a signal to the kernel."""
        os.kill(self.pid, signum)


class ForkedProvisioner(LocalProvisioner):
    """Starts a kernel by a fork of a process with warm imports."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Start the kernel that the command describes."""
        context = multiprocessing.get_context("forkserver")
        arguments = cmd[cmd.index("ipykernel_launcher") + 1:]
        self.cwd = str(kwargs.get("cwd") or os.getcwd())
        process = context.Process(target=serve, args=(arguments, self.cwd, dict(kwargs.get("env") or os.environ)))
        process.start()
        self.process = cast("subprocess.Popen[Any]", Forked(process))
        self.pid, self.pgid = self.process.pid, None
        return self.connection_info


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that draws."""
    parser.addoption("--third", metavar="SEED", help="execute one page of three again, drawn by this seed")


def pytest_configure() -> None:
    """Prepare a process of pytest."""
    install()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what was not drawn."""
    seed = config.getoption("third")
    out = seed is not None and collection_path.suffix == ".ipynb"
    return True if out and zlib.crc32(f"{seed} {collection_path.name}".encode()) % 3 else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say by what was drawn."""
    if config.getoption("third") is not None:
        terminalreporter.write_line(f"pages drawn by {config.getoption('third')}")


def install() -> None:
    """Make this the way in which all kernels of this process start; the process that they come from warms up now."""
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:{ForkedProvisioner.__name__}", factory.GROUP_NAME)
    factory.default_provisioner_name = NAME
    forkserver.set_forkserver_preload([WARM])
    forkserver.ensure_running()
