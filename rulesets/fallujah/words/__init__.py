"""What a request asks in plain words, and what people type, read as canonical words."""
