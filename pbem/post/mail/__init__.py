"""Mail as a machine sends and fetches it: composing letters, SMTP, IMAP, passwords, and manners.

Fetching leaves a mailbox as it was: it is opened for reading only, and nothing is flagged, moved or marked as seen.
"""
