"""Set the referee up and start it, with nothing but Python 3.11 or newer.

    python3 start.py demo             set up and watch a short recorded match being refereed
    python3 start.py play             set up and referee your own table
    python3 start.py test             set up and run the tests (further words go to pytest)
    python3 start.py COMMAND --help   what a command of the referee can do

On Windows write "py" for "python3". Everything is installed into the folder .venv beside this file: delete
that folder to undo it. Nothing else on the computer is touched, and the second start is quick.
"""

# Any Python 3 must be able to read this file down to the version check, and so to parse all of it.
# Standard library only: it runs before anything is installed.

import sys

OLDEST = (3, 11)
NEWEST = (3, 14)
if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        "The referee needs Python {}.{} to {}.{}, and this is {}.{}. Install one of those (python.org has\n"
        "them all) and start this file with it, for example: python3.12 start.py demo".format(
            *(OLDEST + NEWEST + sys.version_info[:2])
        )
    )

import ctypes
import hashlib
import importlib.util
import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

APT_PACKAGES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libglib-2.0.so.0": "libglib2.0-0",
}
"""Debian's package of each system library that OpenCV or MediaPipe loads and pip cannot install."""

PROBE = """
import ctypes, importlib.util, pathlib
try:
    import cv2
except ImportError as error:
    print(error)
folder = pathlib.Path(importlib.util.find_spec("mediapipe").origin).parent / "tasks" / "c"
for library in folder.glob("*mediapipe*"):
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        print(error)
"""
"""Run in the new environment to see whether OpenCV and MediaPipe can be loaded; prints what hinders them."""


class SetupError(Exception):
    """The environment could not be set up; the message says what to do."""


def succeeds(command: list[str], env: dict[str, str] | None = None) -> bool:
    """Run a command, its output going where ours goes, and say whether it ended well."""
    return subprocess.run(command, check=False, cwd=HERE, env=env).returncode == 0


def needs_from_apt() -> list[str]:
    """Return Debian's packages of what this Linux lacks, sorted; nothing on other systems."""
    if sys.platform != "linux":
        return []

    def is_missing(library: str) -> bool:
        try:
            ctypes.CDLL(library)
        except OSError:
            return True
        return False

    return sorted(package for library, package in APT_PACKAGES.items() if is_missing(library))


def in_environment(code: str) -> str:
    """Run code with the environment's Python, outside the checkout; return its output or why it failed."""
    if not PYTHON.exists():
        return f"{PYTHON} is missing"
    run = subprocess.run([PYTHON, "-c", code], check=False, cwd=VENV, capture_output=True, text=True)
    return (run.stdout + (run.stderr if run.returncode else "")).strip()


def fingerprint() -> str:
    """Return what an earlier installation must have in common with this one: what is wanted, and where."""
    return hashlib.sha256((HERE / "pyproject.toml").read_bytes() + str(HERE).encode()).hexdigest()


def is_ready(extras: str) -> bool:
    """Say whether an earlier start has set this up and it still works: Python may have been updated since."""
    stamp = VENV / f"ready{extras}"
    return stamp.is_file() and stamp.read_text() == fingerprint() and not in_environment("import referee")


def make_environment() -> list[str]:
    """Create the environment unless a working one is there; return the command of a pip for it.

    Raises:
        SetupError: Python or the system lacks something for it, or the folder cannot be written.
    """
    lacking = needs_from_apt()
    pip, options = [str(PYTHON), "-m", "pip"], ["--clear"]
    if not importlib.util.find_spec("ensurepip"):  # Debian leaves it out of Python
        if importlib.util.find_spec("pip"):  # but the system's own pip can do the work
            pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
            options = ["--clear", "--without-pip"]
        else:
            lacking.append("python3-venv")
    if lacking:
        raise SetupError(
            "Something is missing that pip cannot install. On Debian and Ubuntu this line installs it:\n\n"
            f"    sudo apt-get update && sudo apt-get install -y {' '.join(lacking)}\n\nThen start again."
        )
    if in_environment("import pip") and not succeeds([sys.executable, "-m", "venv", *options, str(VENV)]):
        raise SetupError(f"Could not create {VENV}. Is there space on the disk, and may you write there?")
    return pip


def set_up(extras: str) -> None:
    """Install the project and its dependencies into the environment, unless that was done before.

    Args:
        extras: which extras of pyproject.toml to install as well, in brackets; or nothing.

    Raises:
        SetupError: something is missing; the message says what to do.
    """
    if is_ready(extras):
        return
    print(f"Setting up in {VENV} (only once; takes some minutes and 1 GB of disk) ...", flush=True)
    pip = make_environment()
    # Editable, because folders at the top level are parts of one package (see package-dir in pyproject.toml).
    install = [*pip, "install", "--disable-pip-version-check", "--editable", f"{HERE}{extras}"]
    if not succeeds(install, env={**os.environ, "PIP_USER": "0"}):
        raise SetupError(
            "The installation failed: pip says why above. Is this computer online? Then start again."
        )
    hindrance = in_environment(PROBE)
    if "DLL load failed" in hindrance:
        hindrance += (
            "\nInstall Microsoft's Visual C++ Redistributable (on an N edition of Windows also its Media"
            "\nFeature Pack). Then start again."
        )
    if hindrance:
        raise SetupError(f"OpenCV or MediaPipe cannot be loaded on this computer:\n{hindrance}")
    for installed in {"", extras}:
        (VENV / f"ready{installed}").write_text(fingerprint())


def hand_over(*words: str) -> int:
    """Run the environment's Python with these words in place of this program; return its exit status."""
    sys.stdout.flush()
    command = [str(PYTHON), *words]
    if os.name == "posix":
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # Ctrl-C reaches the child too, which ends in its own way
            continue


def main(words: list[str]) -> int:
    """Do what the words of the command line ask for and return the exit status."""
    if not words or words[0] in {"-h", "--help"}:
        print(__doc__)
        return 0 if words else 2
    testing = words[0] == "test"
    try:
        set_up("[test]" if testing else "")
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    if testing:
        os.chdir(HERE)
        return hand_over("-m", "pytest", *words[1:])
    return hand_over("-m", "referee", *words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
