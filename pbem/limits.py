"""Every bound on what comes from others, from people and from disk, once; with the protocol's section if it has one.

Belongs here: how many bytes, characters and things. Must not be here: how they are counted, what is said of too many;
how much of something a screen shows stands beside the screen, and the length of a pattern in the pattern.
"""

from __future__ import annotations

KIB, MIB = 2**10, 2**20

# ---------------------------------------------------------------- one line of a log, and what stands in it
MAX_LINE = 65_536  # bytes with the line end (2.3, 2.18)
MIN_LINE = 102  # bytes: the frame around the shortest object (2.3)
MAX_NUMBER = 2**53 - 1  # whole numbers in canonical JSON (2.3)
MAX_WORD32 = 2**32 - 1
MAX_SEATS = 16  # 3.6
MAX_ROUND = 999_999  # 3.1
MAX_OPTIONS = 64  # 3.6
MAX_OPTION = 256  # characters of the text of one (3.6)
MAX_CHAIN = 65_536  # elements of a hash chain (2.5)
MAX_SAY = 8_000  # characters of an answer in the ruleset's words (3.1)
MAX_NOTE = 2_000  # characters of a remark (2.5)
BUCKETS = (128, 512, 2048, 8192)  # bytes of a sealed text (2.12)
MAX_ITEMS = 256  # sealed texts in one event (2.18)
MAX_OPENINGS = 256  # slots opened by one event (2.18)
MAX_EPOCHS = 64  # secrets of other epochs in one event (2.5)
MAX_AGREED_TEXT = 200  # characters of the text of an agreed result, of a claim (4.1)
MAX_CLOCK_DAYS = 90  # to answer in (4.7)
MAX_GRACE_DAYS = 30
MAX_LEAVE_DAYS = 120
MOST_LEAVES = 16  # announcements of leave that are weighed for one wait
MOST_PIECES = 1_024  # pieces in which a person uses leave in one match (4.7)
MAX_INCLUDED = 1_024  # ids of side events in one event (2.18)

# ---------------------------------------------------------------- one match
INCLUDE_LIMIT = 256  # side events that one of our events includes: whoever floods must not fill others' lines (2.18)
SIDE_LIMIT = 64  # side events of one seat on one base (2.7, 2.18)
KEYLESS_LIMIT = 4_096  # events of a seat that stand in a log before its join (2.18)
MAX_UNJOINED = 65_536  # bytes of such events of a seat that are kept until its join comes
KEYLESS_TWINS = 8  # of these that claim one place in its feed
GAP_LIMIT = 64  # missing events of one feed that are named (2.18)
UNDO_LIMIT = 32  # undos that count in one stretch (3.5, 2.18)
TAKEBACK_LIMIT = 32  # takebacks that count in one match (4.2)
MOST_REMEMBERED = 256  # rounds whose positions a reader keeps because somebody may go back to them (4.2)
MOST_TRIED = 4_096  # ways in which another build may have closed a round (3.4)
MAX_AT_ONCE = 20_000  # requests in a row that nobody answers; what asks more never ends (3.5)
MOST_ROUNDS_ON = 64  # rounds that are followed on from there

# ---------------------------------------------------------------- files of ours
MAX_LOG = 2**30  # bytes of one log
MAX_BAD = 10_000  # bad lines of one log; more is no damage but another kind of file
MAX_SMALL = 4 * MIB  # bytes; marks, people, registry: far beyond any honest one
MAX_SEEN = 8 * MIB  # bytes; what was taken in from a folder
MAX_DATA = MIB  # bytes of one data file
MOST_PARSED = 16  # sets of data files kept parsed in a home
MAX_DOTS = 200  # in one line of it that are in no number: a key of many parts takes the square of them to read
MAX_DATA_DEPTH = 32  # tables and lists in it, one in another
MAX_COORDINATE = 1_000_000  # of a drawing
MAX_DICE = 10_000  # of one roll; more is a fault of data or rules
MAX_FILED = 200  # orders filed early
MAX_ALTERNATIVES = 64  # of one of them
MAX_PLAN_LINES = 16  # lines that are tried as one plan if more lines stand behind them
MAX_STANDING = 200  # standing orders of one match
MAX_STANDING_TEXT = 1_000  # characters of one
MAX_STANDING_FILE = 256 * KIB  # bytes of a file of them that a person wrote
MAX_STANDING_LINES = 2_000  # of such a file
MAX_DRAFTS = 64  # answers that are not sent yet
MAX_TRIED_LINES = 1_000  # of a what-if that was kept
MAX_TRIED = 1_000_000  # bytes of one

# ---------------------------------------------------------------- people and challenges
MAX_NAME = 64  # characters of a person's name
MAX_ADDRESS = 254  # characters of a mail address
MAX_PATH = 4_096  # characters
LAST_TIME = 253_402_300_799  # the end of the year 9999; a claimed time may be any number
MAX_CARD = 2_048  # bytes
MAX_SIGNED_CARD = 1_024  # characters of a signed card, as a word
MAX_PEOPLE = 10_000
MAX_PASSPHRASE = 1_024  # bytes in UTF-8
MAX_UNLOCKED = 7 * 86_400  # seconds that a keyring keeps one
MAX_RECOVERY = 4_096  # characters; 24 words need 143
MAX_CHALLENGE = 16_384  # bytes of the file (2.17)
MAX_TITLE = 80  # characters (2.17)
MAX_CHALLENGES = 200  # of one home
MAX_INVITED = 64  # matches that a home is asked to join and has not
MAX_OF_HOST = 8  # of these of one host
MOST_SHARED_FOLDERS = 8  # in which invitations and cards are looked for
MOST_SHARED_FILES = 300  # of one of them that are looked at, the newest
MOST_SHARED_BYTES = MIB  # of one file there
MOST_SHARED_READ = 16 * MIB  # in one look
MAX_FORGOTTEN = 2_000  # matches and hosts that a home will not hear of again
MAX_ENTRIES = 1_000  # to one challenge
MAX_CALL = 24 * KIB  # bytes of an invitation, of an answer to one, of the cards of a match
MAX_CALLS = 10  # of these that are looked at in one mail or file
MAX_GATHERINGS = 50  # matches that a home has invited people to
MAX_ACCEPTED = 200  # invitations that a home has answered
MAX_CALLED = 500  # of these that a courier remembers to have sent
MAX_SIGNED_TITLE = 1_024  # characters of a signed title, as a word
MAX_TITLES = 2_000  # of one home

# ---------------------------------------------------------------- couriers
MAX_ENTRUSTED = 500  # matches of one courier
MAX_KEPT = 16  # matches that a courier keeps in memory
MAX_SETTINGS = 65_536  # bytes of courier.toml
MAX_WAYS = 16  # folders and mailboxes of one courier
MAX_JOURNAL = 4 * MIB  # bytes after which the journal is written anew
MOST_JOURNAL = 64 * MIB  # bytes of one that is read: what it comes to in one line may be more
MAX_ANSWERED = 2_000  # Message-IDs that were answered and are remembered
MAX_RECIPIENTS = 64  # of one letter
MAX_COMMAND = 4_096  # bytes that a password command may print
MOST_MAILS_AN_HOUR = 100  # that a courier sends, unless its settings say otherwise
MAX_REPORT = 30  # sentences of a report
MAX_BATCH = 500  # mails whose heads are fetched at once
MAX_UNMARKED = 2 * MIB  # bytes of a mail that is fetched only because of who sent it
MAX_TWICE = 4 * KIB  # bytes of a packet that stands in the text of a letter too
MAX_BOUNCE = 64 * KIB  # bytes that are read of a mail that tells of one that failed
MAX_POSTED = 500  # letters that such a mail may tell of
MOST_REFUSED = 100  # records refused in one mail or file after which the rest of it is not read
MOST_AT_ONCE = 256  # records that are taken into a match at a time
MAX_BEGUN = 10  # first lines of matches that are looked at in one mail or file
MAX_STRAIGHT = 2 * MIB  # characters of logs in other forms that a courier reads out of one mail or file
MAX_SHARED_LOG = 256 * MIB  # bytes of a log in a shared folder
MAX_ASIDE = 1_000  # mails and files that are never read again
MOST_TRIES = 3  # times that one of them may end the program before that
MAX_WHY = 120  # characters of why a letter came back
MAX_TOLD_LINE = 1_000  # characters of one line of a courier
MAX_TOLD = 10  # faults of one kind that are told of one mail or file, and matches that begin in it
MOST_PATIENCE = 60 * 24 * 7  # minutes that an answer is held back which only a secret decides
MAX_WAIT = 3_600  # seconds between two tries after a fault

# ---------------------------------------------------------------- mail and packets
MAX_RAW = 8 * MIB  # bytes of the lines in one packet
MAX_PASTED = 32 * MIB  # bytes of a text with blocks in it
MAX_BLOCKS = 1_000  # of one text
MAX_FILE = 64 * MIB  # bytes of a file that was handed over
MAX_FILES = 20_000  # of one folder
MAX_FOLDERS = 16  # one in another
MAX_TROUBLES = 50  # told of one taking in
MAX_NESTED = 6  # archives, one in another
MAX_UNPACKED = 8 * MAX_RAW  # bytes out of one source, and so many times its own size: records shrink to a third
UNPACKED_TIMES = 4
MOST_SHRINKING = 1_032  # what zlib can do
MAX_MAIL = 32 * MIB  # bytes
LINE_COST = 75  # bytes of memory that a line costs the parser besides what is in it
MAX_PARSED = 120 * MIB  # bytes of memory that a mail may cost the parser
MAX_WIDE = 16 * MIB  # bytes of a text that is not ASCII alone
MAX_TAGS = 500_000  # of a page
MAX_READ_AGAIN = 8 * MIB  # bytes of a mail without a packet that is read as a mere text too
MAX_MAILS = 20_000  # of one mailbox
MAX_PARTS = 500  # of one mail
MAX_PART_DEPTH = 24
MAX_FIELD = 8_192  # bytes of a header field
MAX_FIELDS = 2_000  # of one mail
MAX_COMMENTS = 20  # in the address of a sender
MAX_PARAMETERS = 100  # of one field: behind a quote that never closes, the parser counts all quotes for each
MAX_BOUNDARIES = 20_000
MAX_MAIL_WORK = 2_500_000  # lines x nested containers: the parser asks every container about every line
MAX_PIPED = 1_000_000  # characters of standard input

# ---------------------------------------------------------------- reports about a log that anybody may have written
MOST_SPREAD = 3 * MAX_LINE  # characters of one record with all that was put between its own
MOST_DOUBTS = 3  # breaks of one record that are tried both ways
MOST_LOOKED_AT = 1_000  # lines of what may be no log in which the beginning of a record is looked for
MOST_SIGNERS = 100  # bad signatures for which it is found out whose key fits
MOST_NOTES = 100  # lines that repeat others and are named one by one
MOST_BAD = 1_000  # lines that count for nothing, each counted; a file with more is no log of this match
MOST_JOINED = 2 * MAX_LINE  # bytes of lines that were one
MOST_CLAIMS = 8  # events that ran into each other in one bad line
MOST_TEXT = 400  # characters of a sentence, as far as others had a hand in it
MOST_SHOWN = 24  # secrets of one claim that are shown one by one
MOST_OPENED = 200  # characters of an opened text
MOST_SIDES = 100  # what has more is a number, no die, and is not counted
MOST_HIT_DICE = 1_000  # with more their chance is not worked out: it takes the square of their number
MOST_WORDS = 1_000  # characters of anything on the sheet
MOST_FINDINGS = 200  # on the sheet
MOST_FACES = 20  # a die with more is told by its mean alone
MOST_FILES = 96  # of a bundle
MOST_BYTES = 128 * MIB  # of a whole bundle
MOST_DIRECTORY = 16 * KIB  # bytes of its list of files

# ---------------------------------------------------------------- the table in the browser
MAX_ASKED = 64 * KIB  # bytes of a request in JSON
MAX_DROPPED = 4 * MIB  # bytes of what is dropped on the page
TOKEN_SECONDS = 600  # for how long an address that was printed lets somebody in
MAX_PAGES = 32  # tabs that are told what changed of a board
MAX_CONNECTIONS = 3000  # to the table at once
HEAD_SECONDS = 20  # until a connection has said whole what it asks for
MAX_TABLES = 12  # matches that stay open
MOST_READY = 40  # answers that are offered whole
MOST_CHOICES = 900  # that are offered for a beginning
MOST_ORDERED = 12  # things that may be ordered at a place, of those that a hint tells
MOST_WAYS_ON = 40  # games of one what-if
MOST_SINCE = 60  # sentences about what happened since the last move
MOST_PACKED = 2**24  # bytes of what is kept of a match's play, packed; of one state in it
MOST_SAVED = 2**27  # bytes of it unpacked
MOST_VOIDS = 256  # void events of a match of which that is kept
MOST_INDEX = 2**28  # bytes of what only grows of it
MOST_UNUSED = 4096  # usable events of a match at which rounds have still to look, of which that is kept
MOST_STOPS = 6  # last Checkpoints of a match from which a program may let the next one go on
MOST_LONG = 100_000  # events of a match that is made up to be measured
MOST_MADE = 100_000  # logs that a bench makes

# ---------------------------------------------------------------- archives of many logs
MAX_FRAME = 64 * MIB  # bytes of what a guarded process is told or says at once
MAX_WORKER_MEMORY = 2**30  # bytes that one may have
MAX_ARCHIVED = 100_000_000  # bytes of a log in an archive, if nothing else is said
MAX_JUDGING = 300  # seconds that one log may take, if nothing else is said
MOST_MEMBERS = 10_000  # files of a zip file of logs
MAX_MEMBERS_LIST = 2 * MIB  # bytes of its list of files
MOST_ROWS = 1_000  # of one log in each table about it
MOST_MATCHES = 1_000  # in one mailbox
MOST_EXACT_DICE = 20_000  # with more their chance is told by the normal distribution
MAX_WORKER_KEEPS = 16 * MIB  # bytes of what a process of a worker keeps of logs that it judged
MAX_FAR = 2**32  # bytes of a zip file that lies elsewhere
MOST_DEPTH = 64  # folders in folders that lie elsewhere
MAX_WORDS = 1_000  # characters of a text in a table
