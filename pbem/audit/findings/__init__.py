"""What is wrong with a log and who signed it: one finding for each cause, with what it rests on."""
