"""What others write makes no long line; and the recipe of a container names no machine."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.courier.telling import Telling
from pbem.limits import MAX_ADDRESS, MAX_TOLD_LINE
from pbem.post.mail.manners import read_head
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY

COURIER = Path(__file__).parents[3] / "docs" / "courier.md"


def test_a_forged_sender_of_8000_characters_makes_no_long_line(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    office = Office()
    red = seated(tmp_path, TINY, Clock(), options={"turns": 1})[0]
    red.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
              Hazard(random.Random(1), 1, 0))
    made = mail("x@b.test", "[pbem] x", attach=b"\x89PBEM1\r\n\x1a\n rubbish", name="x.pbem")
    office.put(red.address, made.replace(b"x@b.test", b"a" * 7_900 + b"@b.test"))
    assert red.courier.look() == 4
    (told,) = [line for line in red.said if "damaged" in line]
    assert "mail of nobody" in told
    assert max(map(len, red.said)) < 500
    red.end()


@pytest.mark.parametrize("length", [MAX_ADDRESS, MAX_ADDRESS + 1])
def test_an_address_longer_than_any_is_none(length):
    address = "a" * (length - 7) + "@b.test"
    assert read_head(f"From: Ana <{address}>\n\n".encode()).sender == (address if length == MAX_ADDRESS else "")


def test_no_line_is_longer_than_it_may_be():
    said = []
    Telling(said.append, lambda: 0, 1).say("game", "x" * 9_000)
    assert said[0].text == "x" * MAX_TOLD_LINE + " ..."


def test_the_container_takes_the_name_of_its_machine_from_who_runs_it(tmp_path):
    (recipe,) = re.findall(r"```dockerfile\n(.*?)```", COURIER.read_text(encoding="utf-8"), re.S)
    assert not re.search(r"^(ENV|ARG)\b.*PBEM_MACHINE", recipe, re.M)
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", recipe, re.M)[0])
    default = json.loads(re.findall(r"^CMD (.*)$", recipe, re.M)[0])
    pbem = tmp_path / "pbem"
    pbem.write_text('#!/bin/sh\necho "$PBEM_MACHINE: $*"\n')
    pbem.chmod(0o755)
    clean = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([*entry, *default], env=clean, capture_output=True, text=True)
    assert done.returncode != 0
    assert "say where it signs" in done.stderr
    done = subprocess.run([*entry, "next", "-C", "a b"], env=clean | {"PBEM_MACHINE": "host ana"}, capture_output=True,
                          text=True)
    assert done.stdout == "host ana: next -C a b\n"
