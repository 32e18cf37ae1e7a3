"""How a player puts a result where its task wants it, whatever it is worth."""

from sim.player import Assignment
from workaday.players.duties import Duty
from workaday.players.routine import Course, Routine


def hand_in(
    player: Routine, task: Assignment, text: str, *, tells: bool = True, hello: str = "", more: str = ""
) -> Course:
    """Put ``text`` into the task's place: the file, the mail, the message or, with the change it asks for, the ticket.

    ``tells`` says whether whom it is for is written to as well, where that is another message, which
    begins with ``hello`` and ends with ``more``.
    """
    if task.kind == "file":
        yield from player.do("drive.write", path=task.path, text=f"# {task.title}\n\n{text}")
    elif task.kind == "mail":
        yield from player.do("mail.send", to=[task.deliver_to], subject=task.title, text=text)
    elif task.kind == "chat":
        yield from player.do("chat.send", to=[task.deliver_to], text=text)
    else:
        change = Duty.of(task).ticket_change
        if change is not None:
            yield from player.do("tracker.comment", ticket=change["ticket"], text=text)
            yield from player.do("tracker.change", **change)
    if tells and task.kind in ("file", "ticket") and task.deliver_to != player.briefing.me:
        where = task.path or task.ticket
        told = f"{hello}{task.title} is in {where}. {more}".rstrip()
        yield from player.do("chat.send", to=[task.deliver_to], text=told)
