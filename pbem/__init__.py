"""Board wargames by mail: played, proven, replayed."""
