"""Who hears or may read what is said at a place, at this moment: all who are there now, whoever it is meant for."""

from sim.apps.calendar import Calendar
from sim.apps.calls import Calls
from sim.apps.chat import Chat
from sim.apps.drive import Drive
from sim.apps.tracker import Tracker
from sim.office import App, Office

_OPEN: dict[str, type[App]] = {"tracker": Tracker, "drive": Drive}
"""Where a remark stands for everybody who may open what it is about."""


def hearers(office: Office, app: str, place: str) -> tuple[str, ...]:
    """Everybody whom a word at ``place`` of ``app`` reaches now; nobody where the app knows no such place.

    A mail is for those it is addressed to, which its place does not say: nobody, too.
    """
    try:
        if app == "chat":
            return tuple(office.app(Chat).rooms.place(place).members)
        if app == "call":
            return office.app(Calls).audience(place)
        if app == "meeting":
            return tuple(office.app(Calendar).present(place))
        if app in _OPEN:
            shelf = office.app(_OPEN[app])
            return tuple(person.id for person in office.org.people() if shelf.can_read(person.id, place))
    except KeyError:
        return ()
    return ()
