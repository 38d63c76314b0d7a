"""What bots think: values, places, plans; who plays by which thoughts stands in `players`."""
