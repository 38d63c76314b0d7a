"""A courier: keeps the matches of a home alive without its person (design 10).

It looks into folders and mailboxes, takes in what came for the matches entrusted to it, answers what needs no human,
sends what is ready, and remembers what it sent through any crash.
"""
