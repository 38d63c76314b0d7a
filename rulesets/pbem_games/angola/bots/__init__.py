"""Players that need no person: for demos, practice and playouts."""
