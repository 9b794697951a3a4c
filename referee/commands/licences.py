"""``referee licences``: whose work this program stands on, and under which licence each part is used."""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import metadata

from referee import models

PROJECT = "donkey-referee"


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("licences", help="list the licences of all dependencies and models")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line for the project, each installed dependency and each model."""
    parts = [*packages(PROJECT), *model_parts()]
    if arguments.json:
        json.dump(parts, sys.stdout, indent=2)
        print()
        return 0
    width = max(len(part["name"]) for part in parts)
    for part in parts:
        print(f"{part['name']:{width}}  {part['version']:>16}  {part['licence']}")
    return 0


def model_parts() -> list[dict[str, str]]:
    """Return name, version (the start of the sha256 sum) and licence of every model."""
    return [
        {
            "name": name,
            "version": model["sha256"][:12],
            "licence": f"{model['licence']}, by {model['author']}",
        }
        for name, model in models.catalogue().items()
    ]


def packages(name: str) -> list[dict[str, str]]:
    """Return name, version and licence of an installed package and of all that it needs, itself first."""
    found: dict[str, dict[str, str]] = {}
    waiting = [name]
    while waiting:
        wanted = waiting.pop()
        key = re.sub(r"[-_.]+", "-", wanted).lower()
        if key in found:
            continue
        try:
            package = metadata.distribution(wanted)
        except metadata.PackageNotFoundError:
            continue  # needed on other systems only
        found[key] = {"name": key, "version": package.version, "licence": licence(package.metadata)}
        needs = [need for need in package.requires or () if not re.search(r"\bextra *==", need)]
        waiting += [re.split(r"[^A-Za-z0-9._-]", need, maxsplit=1)[0] for need in needs]
    first = found.pop(re.sub(r"[-_.]+", "-", name).lower(), None)
    return [*([first] if first else []), *(found[key] for key in sorted(found))]


def licence(about: metadata.PackageMetadata) -> str:
    """Return a package's licence in a few words, from whichever field of its metadata says it."""
    said = (about.get_all("License-Expression") or about.get_all("License") or [""])[0]
    if said and "\n" not in said and len(said) <= 80:  # some put the whole text there
        return said
    classified = [
        line.rsplit(" :: ", 1)[-1]
        for line in about.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    return ", ".join(classified) or said.strip().split("\n")[0] or "not stated"
