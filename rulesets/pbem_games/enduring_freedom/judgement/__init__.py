"""What is worth doing: the judgement behind the sensible bot and the first of the answers that people are offered."""
