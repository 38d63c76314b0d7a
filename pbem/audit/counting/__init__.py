"""What an audit counts, seat by seat, and how likely it was."""
