"""The command `postfox`, also by `python -m adjudicator`: a process of its own, set up before anything is imported."""

import atexit
import gc
import os
import signal
import sys
from types import FrameType, ModuleType

PLUGINS = "pydantic.plugin._loader"
INTERRUPTED = 130  # as a shell says of what Ctrl-C ended
GRACE = 0.7  # seconds in which an interrupted command may tidy up


def main() -> None:
    """Run the command; every mistake is one line on standard error."""
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else whoever began it wants it left alone
    if listens:
        signal.signal(signal.SIGINT, _at_once)
    gc.set_threshold(100_000)  # equivalent: memory alone; in long commands garbage stays within some ten MB
    without_plugins()
    codes: list[int] = []
    atexit.register(_leave, codes)  # before anything else is registered, and so the last to be called
    from adjudicator.cli import app

    if listens:
        signal.signal(signal.SIGINT, _soon)
    codes.append(app.run())
    sys.exit(codes[0])


def without_plugins() -> None:
    """No other package has a say in what a position is; to look for any takes longer than all of pydantic's core."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    loader = sys.modules.setdefault(PLUGINS, ModuleType(PLUGINS))
    vars(loader).setdefault("get_plugins", tuple)


def _at_once(*_: object) -> None:
    """Ctrl-C before anything was done, or a second time: there is nothing to tidy up, or no patience left."""
    if os.isatty(2):
        os.write(2, b"\r\033[K")  # a bar that was being drawn
    os._exit(INTERRUPTED)


def _soon(number: int, frame: FrameType | None) -> None:
    """Ctrl-C: the command may tidy up, silently, and ends within a second whatever still runs."""
    import threading

    signal.signal(signal.SIGINT, _at_once)
    sys.unraisablehook = lambda _: None
    threading.excepthook = lambda _: None
    timer = threading.Timer(GRACE, _at_once)
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt


def _leave(codes: list[int]) -> None:
    """End the process at once: what is left goes with it, and Python need not take it apart piece by piece. Threads
    have ended by then, and whatever else was to be done at the end is done. Without a code, or where the last words
    cannot be written, Python ends in its own way and says so.
    """
    if not codes:
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return
    os._exit(codes[0])


if __name__ == "__main__":
    main()
