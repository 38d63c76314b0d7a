"""2.12 Every bucket in a match: its longest text is sealed, opened and audited alike by all."""

from __future__ import annotations

import pytest

from little import Said, little
from pbem.play.requests import Listed, Open, Seal
from people import agree, exchange, invite, settle


@pytest.mark.parametrize("bucket", [128, 512, 2048, 8192])
def test_2_12_the_longest_text_of_a_bucket_comes_out_at_every_table(bucket):
    longest = "x" * min(bucket - len('{"say":""}') - 1, 8_000)

    async def play(state: Said) -> None:
        sealed = await Seal(rule="1", bucket=bucket, items={"red": Listed(("short", longest))})
        state.note((await Open(rule="2", sealed=sealed))["red"])

    people = invite(ruleset=little(play))
    settle(people)
    event = people[0].match.seal(0, [longest])
    assert len(event.msg.body.items[0].ct) == (bucket + 16) * 4 // 3
    exchange(people)
    settle(people)
    agree(people)
    assert people[1].match.state.said == [longest]
    assert people[1].match.binding.table.incidents == []
