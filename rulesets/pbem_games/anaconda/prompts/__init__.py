"""What people are told when they are asked: who is concerned, what is legal, at what price and odds."""
