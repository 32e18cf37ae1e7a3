"""What is wrong with an organisation's file is told with line, value, rule and fix, all of it at once."""

from pathlib import Path

import pytest

from orgs.load import load
from sim.source import Problem, SourceError

SOUND = """\
org: mill
name: The Mill
sites:
  graz: {zone: Europe/Vienna, holidays: AT, hours: "mon-fri 08:00-16:00"}
  cork: {zone: Europe/Dublin}
people:
  ruth:
    {name: Ruth Adeyemi, site: graz, approves: {spend: 90 000 EUR}}
  ines:
    name: Ines Hofer
    site: graz
    reports_to: ruth
    owns: [budget, invoices]
    approves: {spend: 20 000 EUR}
    deputy: tomas
    leave: [{from: 2026-03-02, to: 2026-03-04}]
  tomas:
    {name: Tomás Ferrer, site: cork, reports_to: ines, owns: [ledgers]}
  marco:
    {name: Marco Brandt, site: cork, reports_to: ruth}
  seat:
    {title: Analyst, site: graz, reports_to: ines}
teams:
  finance: {lead: ines, members: [tomas, seat]}
channels:
  "#finance": {members: [team finance, ruth]}
on_call:
  ledgers: {people: [tomas, marco], since: 2026-01-05}
ties:
  - {from: ines, to: marco, trust: 0.3}
policies:
  - {may_not_know: salaries, except: [ruth, ines]}
"""


def problems_of(text: str, folder: Path) -> tuple[Problem, ...]:
    path = folder / "mill.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError) as error:
        load(path)
    return error.value.problems


def test_the_sound_file_is_sound(tmp_path: Path) -> None:
    """The file that the cases below break has nothing wrong with it: each case shows its own fault alone."""
    path = tmp_path / "mill.yaml"
    path.write_text(SOUND, encoding="utf-8")
    assert load(path).name == "The Mill"


# What is replaced by what; then the line, the value, and words of the rule and of the fix.
BROKEN = {
    "unknown manager": (
        "site: cork, reports_to: ruth",
        "site: cork, reports_to: rut",
        20,
        "rut",
        "is not a person",
        "Did you mean 'ruth'?",
    ),
    "a name in place of an id": (
        "reports_to: ruth\n",
        "reports_to: Ruth Adeyemi\n",
        12,
        "Ruth Adeyemi",
        "is not a person",
        "Write the id: ruth.",
    ),
    "a last name in place of an id": (
        "reports_to: ruth\n",
        "reports_to: adeyemi\n",
        12,
        "adeyemi",
        "is not a person",
        "Write the id: ruth.",
    ),
    "manager of oneself": (
        "site: cork, reports_to: ruth",
        "site: cork, reports_to: marco",
        20,
        "marco",
        "is the person themself",
        "somebody else",
    ),
    "reporting cycle": (
        "    reports_to: ruth\n",
        "    reports_to: tomas\n",
        12,
        "tomas",
        "closes a circle: ines reports to tomas reports to ines",
        "outside",
    ),
    "second top": (
        "site: cork, reports_to: ruth}",
        "site: cork}",
        19,
        "marco",
        "ruth is at the top already",
        "reports_to: nobody",
    ),
    "dotted to the manager": (
        "site: cork, reports_to: ruth}",
        "site: cork, reports_to: ruth, dotted_to: ruth}",
        20,
        "ruth",
        "report to already",
        "Remove",
    ),
    "two owners": (
        "owns: [ledgers]",
        "owns: [ledgers, Budget]",
        18,
        "Budget",
        "has two owners",
        "ines owns it already",
    ),
    "an area twice": (
        "owns: [budget, invoices]",
        "owns: [budget, budget]",
        13,
        "budget",
        "is listed twice",
        "Remove one",
    ),
    "nobody can approve": (
        "approves: {spend: 20 000 EUR}",
        "approves: {spend: 95 000 EUR, travel: 900 EUR}",
        8,
        "90 000 EUR",
        "spend stops for ruth",
        "approves: {spend: any}",
    ),
    "the one who can is not above": (
        "reports_to: ruth}\n  seat",
        "reports_to: ruth, approves: {spend: any}}\n  seat",
        8,
        "90 000 EUR",
        "as much as marco",
        "Give ruth",
    ),
    "nobody above may approve any": (
        "approves: {spend: 90 000 EUR}}",
        "owns: [roof]}\n  omar: {name: Omar, site: graz, reports_to: ruth, approves: {spend: any}}",
        15,
        "20 000 EUR",
        "as much as omar",
        "let ines's line lead to omar",
    ),
    "two currencies": ("spend: 90 000 EUR", "spend: 90 000 CHF", 14, "20 000 EUR", "is not in CHF", "exchange rates"),
    "approves nothing": ("spend: 20 000 EUR", "spend: 0 EUR", 14, "0 EUR", "approves nothing", "more than zero"),
    "a limit without currency": (
        "spend: 20 000 EUR",
        "spend: 20 000",
        14,
        "20 000",
        "has no currency",
        "For no limit write any.",
    ),
    "leave without deputy": (
        "    deputy: tomas\n",
        "",
        15,
        "2026-03-02 to 2026-03-04",
        "nobody stands in for ines",
        "Add 'deputy: ...' to ines.",
    ),
    "deputy of oneself": ("deputy: tomas", "deputy: ines", 15, "ines", "stands in for themself", "somebody else"),
    "unknown deputy": (
        "deputy: tomas",
        "deputy: {who: tomos}",
        15,
        "tomos",
        "is not a person",
        "Did you mean 'tomas'?",
    ),
    "deputy with more authority": (
        "deputy: tomas",
        "deputy: {who: tomas, approves: {spend: 21 000 EUR}}",
        15,
        "21 000 EUR",
        "is more than ines can give",
        "20 000 EUR or less",
    ),
    "leave that ends before it begins": (
        "to: 2026-03-04",
        "to: 2026-03-01",
        16,
        "2026-03-01",
        "is before 2026-03-02",
        "Swap",
    ),
    "a date in another order": ("from: 2026-03-02", "from: 2.3.2026", 16, "2.3.2026", "is not a date", "2026-03-02"),
    "unknown site": (
        "site: cork, reports_to: ruth",
        "site: crok, reports_to: ruth",
        20,
        "crok",
        "is not a site",
        "Did you mean 'cork'?",
    ),
    "no site where there are two": ("    site: graz\n", "", 9, "ines", "has no site", "graz, cork"),
    "unknown zone": (
        "zone: Europe/Dublin",
        "zone: Europe/Dublim",
        5,
        "Europe/Dublim",
        "is not an IANA time zone",
        "Europe/Dublin",
    ),
    "a city for a zone": (
        "zone: Europe/Dublin",
        "zone: Dublin",
        5,
        "Dublin",
        "is not an IANA time zone",
        "Europe/Dublin",
    ),
    "unknown holidays": ("holidays: AT", "holidays: QZ", 4, "QZ", "is not a country whose holidays", "ISO 3166"),
    "focus outside of hours": (
        "    deputy: tomas\n",
        "    deputy: tomas\n    focus: sat 09:00-11:00\n",
        16,
        "sat 09:00-11:00",
        "lies outside of their hours",
        "Move it",
    ),
    "no name": ("name: Marco Brandt, ", "", 19, "marco", "has no name", "seat: true"),
    "an id with capitals": ("  marco:\n", "  Marco B:\n", 19, "Marco B", "is not an id", "Write marco-b."),
    "a reserved id": ("  marco:\n", "  everyone:\n", 19, "everyone", "has a meaning of its own", "everyone-1"),
    "member twice": (
        "members: [tomas, seat]",
        "members: [tomas, seat, tomas]",
        24,
        "tomas",
        "is listed twice",
        "Remove one",
    ),
    "unknown team": (
        "[team finance, ruth]",
        "[team finanze, ruth]",
        26,
        "team finanze",
        "is not a team",
        "Did you mean 'finance'?",
    ),
    "a team without the word": (
        "[team finance, ruth]",
        "[finance, ruth]",
        26,
        "finance",
        "is not a person",
        "write 'team finance'",
    ),
    "a team with nobody": ("{lead: ines, members: [tomas, seat]}", "{}", 24, "finance", "nobody in it", "members"),
    "channel without #": ('"#finance":', "finance:", 26, "finance", "is a channel without a '#'", 'Write "#finance"'),
    "channel with a space": (
        '"#finance":',
        '"#Our Finance":',
        26,
        "#Our Finance",
        "is not a channel's name",
        '"#our-finance"',
    ),
    "channel without quotes": ('  "#finance": {members', "  #finance: {members", 25, "", "is empty", "needs quotes"),
    "a rota for nobody's area": (
        "  ledgers: {people",
        "  ledger: {people",
        28,
        "ledger",
        "is not an area",
        "Did you mean 'ledgers'?",
    ),
    "a rota that changes hands once": (
        "since: 2026-01-05",
        "since: 2026-01-05, hands_over: 2026-02-01",
        28,
        "2026-02-01",
        "every week",
        "mon 09:00",
    ),
    "trust above one": ("trust: 0.3", "trust: 1.3", 30, "1.3", "is not between 0 and 1", "from 0 (none) to 1"),
    "trust below zero": ("trust: 0.3", "trust: -0.3", 30, "-0.3", "is not between 0 and 1", "from 0 (none) to 1"),
    "a tie to oneself": ("to: marco, trust", "to: ines, trust", 30, "ines", "is tied to themself", "somebody else"),
    "a tie with one end": ("from: ines, to: marco", "from: ines", 30, "", "has one end only", "both from and to"),
    "a tie twice": (
        "trust: 0.3}\n",
        "trust: 0.3}\n  - {between: [marco, ines], rapport: 0.4}\n",
        31,
        "",
        "a second time what ines holds of marco",
        "Line 30",
    ),
    "unknown in a policy": (
        "except: [ruth, ines]",
        "except: [ruth, ins]",
        32,
        "ins",
        "is not a person",
        "Did you mean 'ines'?",
    ),
    "two policies on a topic": (
        "ines]}\n",
        "ines]}\n  - {may_not_know: Salaries}\n",
        33,
        "Salaries",
        "has two policies",
        "Line 32",
    ),
    "an unknown key": (
        "owns: [ledgers]",
        "own: [ledgers]",
        18,
        "own",
        "is not a key known here",
        "Did you mean 'owns'?",
    ),
    "nobody at all": (
        SOUND[SOUND.index("people:") : SOUND.index("policies:")],
        "people: {}\n",
        6,
        "",
        "has nobody in it",
        "Add people",
    ),
    "an id twice": ("  marco:\n", "  tomas:\n", 19, "tomas", "is given twice", "line 17"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_told_with_line_value_rule_and_fix(fault: str, tmp_path: Path) -> None:
    """Each fault gives one problem, and no other that merely follows from it."""
    old, new, line, value, rule, fix = BROKEN[fault]
    assert SOUND.count(old) == 1
    (problem,) = problems_of(SOUND.replace(old, new), tmp_path)
    assert problem.file == str(tmp_path / "mill.yaml")
    assert (problem.line, problem.value or "") == (line, value), str(problem)
    assert rule in problem.rule, str(problem)
    assert fix in problem.fix, str(problem)
    assert problem.column > 0


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    """An author mends a file in one go: faults in different parts come together, in the order of the lines."""
    text = SOUND
    for fault in ("deputy of oneself", "unknown site", "unknown team", "a tie to oneself"):
        old, new, *_ = BROKEN[fault]
        text = text.replace(old, new)
    assert [problem.line for problem in problems_of(text, tmp_path)] == [15, 20, 26, 30]


def test_a_circle_is_told_once_and_with_all_who_are_in_it(tmp_path: Path) -> None:
    """However one walks into a circle, it is one fault; who merely reports into it is not blamed."""
    text = SOUND.replace("    reports_to: ruth\n", "    reports_to: seat\n")
    text = text.replace("site: graz, reports_to: ines", "site: graz, reports_to: marco")
    text = text.replace("site: cork, reports_to: ruth", "site: cork, reports_to: ines")
    (problem,) = problems_of(text, tmp_path)
    assert "ines reports to seat reports to marco reports to ines" in problem.rule


def test_two_may_share_the_top_if_they_say_so(tmp_path: Path) -> None:
    """Partners are real; a forgotten reports_to is commoner. So the second top is written down."""
    path = tmp_path / "mill.yaml"
    path.write_text(SOUND.replace("cork, reports_to: ruth", "cork, reports_to: nobody"), encoding="utf-8")
    assert load(path).chain("marco") == ()


def test_areas_have_one_owner_wherever_they_are_declared(tmp_path: Path) -> None:
    """An area that is declared apart and owned by somebody else, or by nobody, is told."""
    apart = ("budget: {owner: marco}", "parking: {about: cars}", "ledgers: {backup: tomas}", "roof: {owner: maro}")
    areas = "".join(f"  {area}\n" for area in apart)
    told = problems_of(SOUND.replace("teams:\n", f"areas:\n{areas}teams:\n"), tmp_path)
    assert [(problem.line, problem.value) for problem in told] == [
        (24, "marco"),
        (25, "parking"),
        (26, "tomas"),
        (27, "maro"),
    ]
