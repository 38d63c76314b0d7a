"""From lines to events: where lines come from, and which of them count. No secret, no words for people."""
