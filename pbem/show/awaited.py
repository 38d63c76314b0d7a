"""What a seat owes, in plain words by the kind of the event. Must not be here: anything that takes time to import."""

AWAITED = {
    "join": "to take the seat",
    "answer": "an answer",
    "act": "an answer",
    "seal": "sealed orders",
    "private draw": "a secret draw",
    "reveal": "to open what was sealed",
    "entropy": "dice",
    "disclose": "to disclose all secrets",
}
