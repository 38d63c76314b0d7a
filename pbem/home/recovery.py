"""Recovery words: the master on paper (protocol 2.2).

Belongs here: 32 bytes as 24 words and back. Must not be here: files, passphrases.

A word has five letters: consonant, vowel, consonant, vowel and a check letter that follows from the four. One wrong
letter is therefore never another word, and is named by its place. The first four letters carry 12 bits: two syllables
of 6, from 16 consonants and 4 vowels. 24 words are 36 bytes: the master and 4 bytes that check it, so an exchanged,
left out or transposed word passes once in 4,294,967,296 times.
"""

from __future__ import annotations

from hashlib import sha256

from pbem.errors import WrongUse
from pbem.limits import MAX_RECOVERY

CONSONANTS = "bdhjklmnprstvwyz"
VOWELS = "aiou"
WORDS = 24
MASTER_SIZE = 32
CHECK_SIZE = 4
_WEIGHTS = (1, 1, 3, 3)  # odd, so that any change of one letter changes the check letter


def word(number: int) -> str:
    """The word of a number below 4096."""
    digits = (number >> 8, number >> 6 & 3, number >> 2 & 15, number & 3)
    check = sum(weight * digit for weight, digit in zip(_WEIGHTS, digits, strict=True)) % 16
    first, second, third, fourth = digits
    return CONSONANTS[first] + VOWELS[second] + CONSONANTS[third] + VOWELS[fourth] + CONSONANTS[check]


_NUMBERS = {word(number): number for number in range(4_096)}


def words_of(master: bytes) -> tuple[str, ...]:
    """The 24 words of a master."""
    if len(master) != MASTER_SIZE:
        raise ValueError(f"a master has {MASTER_SIZE} bytes")
    bits = int.from_bytes(master + _check(master), "big")
    return tuple(word(bits >> 12 * place & 4_095) for place in reversed(range(WORDS)))


def master_of(text: str) -> bytes:
    """The master of 24 words, in any case and spacing; WrongUse names the first word that is none."""
    if len(text) > MAX_RECOVERY:
        raise WrongUse(f"recovery words: {len(text):,} characters are too many")
    written = text.lower().split()
    bits = 0
    for place, one in enumerate(written, 1):
        if one not in _NUMBERS:
            shown = ascii(one)[1:-1][:20]
            raise WrongUse(f"recovery word {place} is misspelled: {shown}", "compare it with your paper")
        bits = bits << 12 | _NUMBERS[one]
    if len(written) != WORDS:
        raise WrongUse(f"{len(written)} recovery words where {WORDS} belong")
    content = bits.to_bytes(MASTER_SIZE + CHECK_SIZE, "big")
    master, check = content[:MASTER_SIZE], content[MASTER_SIZE:]
    if _check(master) != check:
        raise WrongUse("these recovery words do not belong together", "compare words and order with your paper")
    return master


def _check(master: bytes) -> bytes:
    return sha256(b"pbem recovery words 1" + master).digest()[:CHECK_SIZE]
