"""Where the password of a mail account comes from: a file, the environment, or the system's keyring; never the URL."""

import os
import stat
from pathlib import Path

from adjudicator.core import MatchError
from printables.core import Problem, files

SERVICE = "postfox"


def find(variable: str, user: str, host: str, file: Path | None) -> str:
    """The password of `user` at `host`. Raises MatchError, which names the three places and holds no password."""
    where = f"{user}@{host}"
    if file is not None:
        try:
            text = files.text(file.read_bytes())
        except (OSError, UnicodeDecodeError) as error:
            fault = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            hint = "the file holds the password alone"
            raise MatchError(f"the password cannot be read: {fault}", hint, str(file)) from None
        if password := text.partition("\n")[0]:
            return password
        raise MatchError("the file holds no password", "its first line is the password", str(file))
    if found := os.environ.get(variable) or _from_keyring(where):
        return found
    hint = f"give --password-file FILE, set {variable}, or run `keyring set {SERVICE} {where}`"
    raise MatchError(f"there is no password for {where}", hint, "")


def loose(file: Path | None) -> Problem | None:
    """The warning about a password file that other users of this machine can read; None for none."""
    try:
        status = file.stat() if file else None
    except OSError:  # `find` tells
        return None
    if status is None or os.name != "posix" or not stat.S_ISREG(status.st_mode) or not status.st_mode & 0o044:
        return None
    return Problem(str(file), 0, "other users of this machine can read the password", f"`chmod 600 {file}`")


def _from_keyring(where: str) -> str | None:
    try:
        import keyring

        password: str | None = keyring.get_password(SERVICE, where)
    except Exception:  # it is not there, or one of its many backends fails in its own way: then it has no password
        return None
    return password
