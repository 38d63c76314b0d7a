"""A whole match by couriers in bad weather: nothing is lost, nobody is accused, all end at the same digest."""

from __future__ import annotations

import random

import pytest

from mailing import Clock, folder_way, mail_way, play, seated, settled, sync_litter
from postal import FakeBox, FakeSender, Hazard, Office, Weather
from tiers import thorough
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


def test_a_match_by_mail_in_fair_weather(tmp_path):
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    play(sites, clock, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)))
    settled(sites)
    assert not any("reminder" in line for site in sites for line in site.said)


@pytest.mark.parametrize("seed", [thorough(0), *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))])
def test_a_match_by_mail_with_a_judge_in_bad_weather_and_killed_couriers(tmp_path, monkeypatch, seed):
    clock, office, rng = Clock(), Office(), random.Random(seed)
    sites = seated(tmp_path, TINY, clock, options={"turns": 1}, judge=True)
    weather, hazard = Weather(rng, clock), Hazard(rng, 25, 50)
    hazard.everywhere(monkeypatch)

    def each(number: int) -> None:
        office.down = 10 < number % 40 < 14  # the server restarts
        if not office.down:
            weather.release()

    make = mail_way(lambda s: FakeBox(office, s.address, hazard), lambda s: weather.over(FakeSender(office), hazard))
    play(sites, clock, make, seed=seed, hazard=hazard, each=each)
    settled(sites)
    assert hazard.kills > 10
    assert {"lost", "doubled", "delayed"} <= set(weather.counts)


def test_a_match_by_a_synced_folder_with_killed_couriers(tmp_path, monkeypatch):
    clock, rng = Clock(), random.Random(4)
    sites = seated(tmp_path, TINY, clock, options={"turns": 1}, judge=True)
    hazard = Hazard(rng, 25, 50)
    hazard.everywhere(monkeypatch)
    shared = tmp_path / "shared"
    shared.mkdir()

    play(sites, clock, folder_way(shared), hazard=hazard, each=sync_litter(shared, rng))
    for site in sites:  # what was only half there is told as damaged, and of nothing else
        site.faults = [line for line in site.faults if "half.pbem" not in line]
    settled(sites)
    assert hazard.kills > 10
