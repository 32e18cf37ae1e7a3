"""People: the calendar that hours, site, leave and employment make."""

from datetime import date

from orgs.graph import OrgGraph
from orgs.people import Away, build_person
from orgs.schema import Org
from sim.calendar import absence_at, is_absent, is_working, is_working_day
from sim.units import local_instant


def test_the_site_gives_what_the_person_does_not_say(graph: OrgGraph) -> None:
    """Zone, hours and days off are the site's; part-timers have hours of their own."""
    vera, dina = graph.person("vera").calendar, graph.person("dina").calendar
    assert (vera.zone, str(vera.hours)) == ("Europe/Oslo", "mon-fri 08:00-16:00")
    assert str(dina.hours) == "mon-wed 08:00-12:00"
    assert not is_working_day(vera, date(2026, 3, 6))  # the site is closed
    assert is_working_day(graph.person("mei").calendar, date(2026, 3, 6))


def test_leave_is_whole_days_at_the_site(graph: OrgGraph) -> None:
    """A leave ends with the last second of its last day; the reason is kept."""
    calendar = graph.person("omar").calendar
    absence = absence_at(calendar, local_instant(date(2026, 3, 3), 1439, "Europe/Oslo"))
    assert absence is not None
    assert absence.why == "skiing"
    assert (absence.start, absence.end) == (
        local_instant(date(2026, 3, 2), 0, "Europe/Oslo"),
        local_instant(date(2026, 3, 4), 0, "Europe/Oslo"),
    )


def test_who_has_not_come_or_has_gone_is_away(graph: OrgGraph) -> None:
    """Before the first day and after the last there is no work and no presence."""
    pia, lars = graph.person("pia").calendar, graph.person("lars").calendar
    assert is_absent(pia, local_instant(date(2024, 12, 31), 600, "Europe/Oslo"))
    assert not is_absent(pia, local_instant(date(2025, 1, 1), 0, "Europe/Oslo"))
    assert is_working(lars, local_instant(date(2026, 3, 31), 600, "America/Halifax"))
    assert is_absent(lars, local_instant(date(2026, 4, 1), 0, "America/Halifax"))
    assert graph.deputy_now("lars", local_instant(date(2031, 1, 1), 0, "America/Halifax")) == "mei"


def test_only_their_own_absences_count(org: Org) -> None:
    """What a scenario adds for one person is nobody else's."""
    absences = [Away("vera", 1_000, 2_000, "ill"), Away("carl", 3_000, 4_000, "ill")]
    calendar = build_person(org, "vera", frozenset(), absences).calendar
    assert [(absence.start, absence.end) for absence in calendar.absences] == [(1_000, 2_000)]


def test_the_directory_line_is_the_authors(graph: OrgGraph) -> None:
    """Title, name in any script, pronouns and the line about somebody are as written."""
    mei = graph.person("mei")
    assert (mei.name, mei.first, mei.pronouns, mei.title, mei.about) == (
        "李梅",
        "李梅",
        "she",
        "Fitter",
        "Repairs on the water",
    )


def test_what_people_speak_goes_with_them(graph: OrgGraph) -> None:
    """The languages that the file says somebody speaks are those of the person in a run."""
    assert all(person.languages == graph.languages_of(person.id) for person in graph.people())
    assert any(person.languages for person in graph.people())
