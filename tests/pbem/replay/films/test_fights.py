"""Which dice and tables are of which battle."""

from __future__ import annotations

from pbem.kit.battles import Battle, Contender, TableRow, TellBattle
from pbem.play.requests import Draw, Roll, Tell
from pbem.replay.films.fights import Fights
from pbem.show.scene import Piece

ROW = TableRow(rule="4", text="2 to 1", cells=("1-1", "2-1"), first=0, last=1, result="retreat")
SIDE = Contender(faction="red", name="Red", does="attacks", before=(), after=())
BATTLE = Battle(title="Battle of Bie", place="bie", rule="3", sides=(SIDE, SIDE), result="Red wins",
                meaning="Bie falls")


def told(**more):
    return TellBattle(rule="3", text="told", **more)


def die(value):
    return Roll(rule="4", dice=1), (value,)


def test_a_battle_has_the_dice_and_tables_since_it_began():
    fights = Fights()
    assert fights.hear(1, [die(1)], ()) == ()
    assert fights.hear(2, [told(begins=True), die(2), (Draw(rule="5", pool=("a",), count=1), ("a",))], ("red",)) == ()
    (fight,) = fights.hear(4, [die(3), told(row=ROW), Tell(rule="3", text="other"), told(battle=BATTLE), die(4)], ())
    assert (fight.battle, fight.begun) == (BATTLE, 2)
    assert [throw.values for throw in fight.throws] == [(2,), (3,)]
    assert fight.throws[0].seats == ("red",)
    assert fight.rows == (ROW,)
    assert fight.steps[-1] == ROW


def test_a_fire_takes_its_own_dice_alone():
    fights = Fights()
    fights.hear(1, [die(1), die(2)], ())
    (fight,) = fights.hear(3, [die(3), told(row=ROW), die(4), told(row=ROW, battle=BATTLE, throws=2)], ())
    assert [throw.values for throw in fight.throws] == [(3,), (4,)]
    assert fight.begun == 3
    assert len(fight.rows) == 2


def test_what_is_taken_back_is_on_no_card():
    fights = Fights()
    fights.hear(1, [told(begins=True), die(1)], ())
    fights.hear(2, [die(2)], ())
    fights.forget(1)
    (fight,) = fights.hear(4, [die(5), told(battle=BATTLE)], ())
    assert [throw.values for throw in fight.throws] == [(1,), (5,)]


def test_who_is_lost_and_who_is_reduced_shows_by_id():
    before = tuple(Piece(name="tank", id=id, strength="3") for id in ("a", "b", "c"))
    side = Contender(faction="red", name="Red", does="attacks", before=before,
                     after=(before[0], Piece(name="tank", id="c", strength="1")))
    assert [piece.id for piece in side.lost] == ["b"]
    assert [piece.id for piece in side.reduced] == ["c"]
