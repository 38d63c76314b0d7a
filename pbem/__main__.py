"""`python -m pbem`: the command `pbem`."""

from pbem.cli.main import run

run()
