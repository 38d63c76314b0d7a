"""Draft until sent, at the command line: `do`, `next`, `undo`, `send`."""

from __future__ import annotations

import json

from desks import Desks


def test_next_shows_the_drafts_and_what_they_do(desks: Desks):
    done = desks.must("bo", "do", "loose")
    assert done.out.startswith("fnla: ")
    assert "send this" not in done.err
    told = " ".join(desks.must("bo", "next").out.split())
    assert "draft 1, not sent: fnla: " in told
    assert "after that: fapla, mpla, unita: sealed orders; sign and send with: pbem send" in told
    data = json.loads(desks.must("bo", "next", "--json").out)
    assert [(d["seat"], d["rule"]) for d in data["drafts"]] == [("fnla", "3")]
    assert data["asked"] == []
    sent = desks.must("bo", "send")
    assert "signed: 1 draft" in sent.err
    assert "send this to the others: out/angola-3-0003-fnla.pbem" in sent.err
    assert json.loads(desks.must("bo", "next", "--json").out)["drafts"] == []
    empty = desks.must("bo", "send").err
    assert "nothing was drafted" in empty
    assert "send this" not in empty
    desks.must("carl", "do", "loose")
    assert "taken back, and never sent: mpla: " in desks.must("carl", "undo").err
    desks.must("carl", "do", "loose")
    assert desks.run("carl", "undo", "2").complaint == "pbem: error: 1 draft is not sent yet"
    assert "forgotten, and never sent: 1 draft of mpla" in desks.must("carl", "resign", "--yes").err
