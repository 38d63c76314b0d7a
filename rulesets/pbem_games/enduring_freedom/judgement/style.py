"""What a bot uses and what it leaves alone, so that ways to play can be compared."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """What is mustered first and later, in this order, and what is used at all."""

    first: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    rich: int = 62  # NP from which the later ones are mustered
    reserve: int = 10  # NP that purchases leave
    flies: bool = True  # strikes
    leaves: bool = True  # ground units go to Afghanistan
    north: bool = True  # the Northern Alliance moves
    levies: bool = True
    infowar: int = 2  # assets a turn
    isr: int = 2
    isr_turns: int = 1  # so long ISR is bought
    drones: int = 2
    cas: int = 1  # air units kept for close air support if no attack wants them,
    cas_from: int = 7  # from this turn on: what is held then counts
    bases: bool = True  # engineers build FOBs
    retreats: bool = True  # special forces fly out of counterattacks that cost more than they bring
    boldness: int = 0  # hundredths of an NP that a battle must bring


US_SOF = ("us_sword", "us_1_75r", "us_3_75r", "us_1_5sfg", "us_2_5sfg", "us_3_5sfg", "us_1_3sfg", "us_kbar",
          "us_160soar")  # fmt: skip
NATO_SOF = ("uk_22sas", "uk_sbs", "de_ksk", "fr_1rpm", "ca_jtf2")
SOF = (*US_SOF, *NATO_SOF)
AIR = ("air_28aew", "air_cvw8", "air_cvw11", "air_332aew", "air_16sow", "air_354fs")
BATTALIONS = ("us_92eng", "us_82bct", "us_1_187", "us_2_187", "uk_2para")
SENSIBLE = Style(first=(*AIR[:5], *SOF), drones=0, isr=0, cas=0)
COMBINED = SENSIBLE._replace(later=BATTALIONS, isr=2, cas=1)
_NOTHING = Style(infowar=0, isr=0, drones=0, cas=0, bases=False, levies=False, north=False)
AT_HOME = _NOTHING._replace(first=(*AIR[:5], *SOF), infowar=2, isr=2, isr_turns=7, leaves=False)
AIR_ONLY = _NOTHING._replace(first=(*AIR, "air_vma", "air_fr"), isr=4, isr_turns=7, drones=5, leaves=False)
NORTH_ONLY = _NOTHING._replace(north=True, isr=4, isr_turns=7, flies=False)
INFOWAR_ONLY = _NOTHING._replace(infowar=4, leaves=False, flies=False)
SOF_AIR = _NOTHING._replace(first=(*AIR, *SOF))
