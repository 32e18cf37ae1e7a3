"""What an exception of somebody else's code says, in words that can be kept and printed whatever they are."""


def complaint(error: BaseException) -> str:
    """The message of an exception; its type's name where it cannot say it: ``__str__`` may raise like anything else.

    What is no Unicode text (half of a surrogate pair) is told by its escape, so that it can be written to a file.
    """
    try:
        said = str(error)
    except Exception:
        said = f"{type(error).__name__}, whose message cannot be read"
    return said.encode("utf-8", "backslashreplace").decode("utf-8")
