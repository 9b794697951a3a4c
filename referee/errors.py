"""The root of the errors that the program answers in plain words instead of a stack trace.

Each room defines its own narrow errors below this one; the command line prints their message and exits with
their ``exit_status``.
"""


class RefereeError(Exception):
    """Something the person at the table can put right; the message says how.

    Attributes:
        exit_status: what the command line returns for it (2: the input cannot be used).
    """

    exit_status = 2
