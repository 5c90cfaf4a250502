"""The parameters of The Silver River and their versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from playfold.engine.parameters import Parameters, param
from playfold.errors import UnknownRulesError

SETUP, PRODUCTION, GOVERNING, ACTION = "Setup", "Production Phase", "Governing Phase", "Action Phase"
POLITICS, TECHNOLOGY = "Politics Actions", "Technology Actions"
MILITARY, CIVILIZATION = "Military Actions", "Civilization Actions"
BOARDS, TITLES, MARKERS, STATIONS, WONDERS = (
    "Technology Boards",
    "Title Cards",
    "Fleet Markers",
    "Trade Stations",
    "Wonders",
)
COMBAT, MONSTERS, MANY = "Combat", "Monster Combat", "Fleet Combat With More than Two Players"
BOMBARDMENT, FRIENDLY = "Planetary Bombardment", "Friendly Fire"
OBJECTIVES, END, SCORING, TIES = "Objectives", "End of the Game", "Scoring", "Ties"
ERRATA, VARIANTS = "Errata for Version 6.0", "Variants"
"""The chapters of the rulebook."""
HOUSE = "house content"

Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
Numbers: TypeAlias = tuple[Few, ...]


def _cost(what: str, chapter: str, rule: str) -> Any:
    return param(what, f"rulebook, {chapter}", rule, ge=0, le=99)


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a game. A is an entry of the register of open questions (`ambiguities.py`)."""

    players: Annotated[int, param("seats", f"rulebook, {SETUP}", "play.turn", ge=2, le=4)] = 4
    content: Annotated[
        str,
        param(
            "the content pack: map, races, cards, dice, monsters, objectives; house-1 is house content", f"{HOUSE}; A18"
        ),
        msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}\Z"),
    ] = "house-1"
    ages: Annotated[
        int,
        param(
            "ages of a game; not used with variant_fast; a monster is selected for each row of the age table, however "
            "many ages are played, and ages beyond the table bring none",
            f"rulebook, {END}",
            "play.over",
            ge=1,
            le=99,
        ),
    ] = 4
    race_assignment: Annotated[
        Literal["choose", "deal"],
        param("whether races are chosen by seat or dealt", f"rulebook, {SETUP} 2; A23", "setup.race"),
    ] = "choose"
    monster_choice: Annotated[
        Literal["random", "choose"],
        param("whether chance or seat 1 selects the monsters", f"rulebook, {SETUP} 5; A24", "setup.monsters"),
    ] = "random"
    first_player: Annotated[
        Literal["random", "seat_1"],
        param("who has the first-player marker first", f"rulebook, {SETUP} 13", "setup.first"),
    ] = "random"
    booster: Annotated[
        int, param("raw cubes of the first age alone", f"rulebook, {SETUP} 9", "govern.all", ge=0, le=99)
    ] = 8
    explore_limit: Annotated[
        int, param("explorations of a seat in an age", f"rulebook, {SETUP} 3", "explore.token", ge=0, le=99)
    ] = 3
    fleet_max: Annotated[
        int,
        param(
            "ships up to which a fleet grows; those of the set-up stay",
            f"rulebook, {MILITARY}",
            "build.most",
            ge=0,
            le=99,
        ),
    ] = 10
    election_cost: Annotated[int, _cost("politics for each title voted on", POLITICS, "election.pay")] = 1
    wonder_cost: Annotated[int, _cost("politics for a wonder", POLITICS, "wonder.pay")] = 4
    tactics_cost: Annotated[int, _cost("politics for drawing tactics cards", POLITICS, "tactics.pay")] = 2
    reconfigure_cost: Annotated[int, _cost("technology for reconfiguring", TECHNOLOGY, "reconfigure.pay")] = 1
    activation_cost: Annotated[int, _cost("military for activating a fleet", MILITARY, "activate.pay")] = 1
    ship_cost: Annotated[int, _cost("military for each ship", MILITARY, "build.pay")] = 1
    station_cost: Annotated[int, _cost("civilization for a trade station", CIVILIZATION, "station.pay")] = 2
    colonize_base: Annotated[
        int, _cost("civilization for a new planet, as printed on the board", CIVILIZATION, "colonize.pay")
    ] = 3
    populate_base: Annotated[
        int,
        param(
            "civilization for each cube of populating, as printed on the board; a house number",
            f"rulebook, {CIVILIZATION}; A19",
            "populate.pay",
            ge=0,
            le=99,
        ),
    ] = 2
    research_cost: Annotated[
        Literal["printed"], param("technology for a card", f"rulebook, {TECHNOLOGY}", "research.pay")
    ] = "printed"
    monster_replace: Annotated[
        Literal["new_replaces", "keep_old"],
        param(
            "what becomes of a monster that still stands when an age begins",
            f"rulebook, {PRODUCTION}; A10",
            "production.monster",
        ),
    ] = "new_replaces"
    monster_respawn: Annotated[
        Literal["at_once", "next_age"],
        param("when a killed monster of Sagittarius is replaced", f"rulebook, {MONSTERS}; A25", "monster.drawn"),
    ] = "at_once"
    monster_recycle: Annotated[
        bool,
        param(
            "whether killed monsters are drawn again when none is left", f"rulebook, {MONSTERS}; A25", "monster.drawn"
        ),
    ] = True
    monster_heals: Annotated[
        bool, param("whether hits are taken off a monster that survives", f"rulebook, {MONSTERS}; A26", "monster.whole")
    ] = True
    idle_turn: Annotated[
        bool, param("whether a turn without an action may end", f"rulebook, {ACTION}; A27", "turn.idle")
    ] = False
    pass_domestic: Annotated[
        bool, param("whether a passed seat steps up a domestic track", f"rulebook, {ACTION}", "pass.track")
    ] = True
    tactics_instant_window: Annotated[
        Literal["any_time", "own_turn"],
        param(
            "when instants come: at any time, or in the own turn and combat",
            f"rulebook, {ACTION}; A15",
            "instant.window",
        ),
    ] = "any_time"
    tactics_action_needs: Annotated[
        Literal["tactics_action", "politics_turn"],
        param(
            "what cards marked action need: a bought draw in the turn, or a politics turn",
            f"rulebook, {ACTION}, {POLITICS}; A28",
            "card.action",
        ),
    ] = "tactics_action"
    vote_rule: Annotated[
        Literal["plurality", "majority"],
        param("the most votes win, or more than half of those cast", f"rulebook, {TITLES}; A29", "vote.open"),
    ] = "plurality"
    vote_tie: Annotated[
        Literal["incumbent_keeps", "to_table"],
        param("where a title goes that nobody wins", f"rulebook, {TITLES}; A3", "vote.open"),
    ] = "incumbent_keeps"
    wonder_control: Annotated[
        Literal["most", "any"],
        param(
            "what building a wonder needs: the most population, or any", f"rulebook, {POLITICS}; A5", "wonder.control"
        ),
    ] = "most"
    wonder_tie: Annotated[
        Literal["builder_else_none", "none"],
        param("who controls a wonder when population is tied", f"rulebook, {WONDERS}; A30", "score.wonders"),
    ] = "builder_else_none"
    wonder_rebuild: Annotated[
        bool, param("whether a destroyed wonder may be built again", f"rulebook, {WONDERS}; A31", "wonder.board")
    ] = False
    attack_without_move: Annotated[
        bool,
        param("whether a fleet that stayed may attack", f"rulebook, {MILITARY}, {COMBAT}; A32", "attack.asked"),
    ] = True
    initiator_joins: Annotated[
        Literal["combat", "always", "never"],
        param("where the initiator brings its other fleets", f"rulebook, {MILITARY}, {COMBAT}; A33", "join.fleets"),
    ] = "combat"
    round_limit_by_level: Annotated[
        dict[Annotated[str, msgspec.Meta(pattern=r"^[0-9]\Z")], Annotated[int, msgspec.Meta(ge=1, le=99)]],
        param(
            "rounds in which fleets of a level may fire before they have to retreat",
            f"rulebook, {ERRATA}; A20, A42",
            "battle.limit",
        ),
    ] = msgspec.field(default_factory=lambda: {"0": 3, "1": 5})
    round_limit_side: Annotated[
        Literal["attackers", "initiator", "all"],
        param("whom that limit binds", f"rulebook, {ERRATA}; A43", "battle.limit"),
    ] = "attackers"
    friendly_fire: Annotated[
        Literal["others_first", "own_first"],
        param("whose cubes fall first when hits are left over", f"rulebook, {FRIENDLY}; A46", "bomb.further"),
    ] = "others_first"
    quest_fleet: Annotated[
        Literal["exploring", "any"], param("which fleet does a quest", f"rulebook, {MILITARY}; A47", "quest.fleet")
    ] = "exploring"
    quest_lost_with_fleet: Annotated[
        bool, param("whether a quest is lost with its fleet", f"rulebook, {MILITARY}; A48", "quest.lost")
    ] = True
    public_tiers: Annotated[
        Literal["upgrade", "each"],
        param(
            "whether the highest level of a public objective counts, or all",
            f"rulebook, {OBJECTIVES}; A49",
            "score.objectives",
        ),
    ] = "upgrade"
    objective_window: Annotated[
        Literal["turn", "while_true"],
        param(
            "how long an immediate objective may be claimed: in its turn, or while it is true",
            f"rulebook, {OBJECTIVES}; A50",
            "objective.window",
        ),
    ] = "turn"
    wonder_vp: Annotated[
        Numbers, param("points by wonders controlled, from none", f"rulebook, {ERRATA}", "score.wonders")
    ] = (
        0,
        1,
        3,
        6,
    )
    deploy_copies: Annotated[
        int, param("copies of Deploy in the tactics deck", f"rulebook, {ERRATA}", "tactics.drawn", ge=0, le=9)
    ] = 1
    objectives_removed: Annotated[
        tuple[str, ...],
        param("personal objectives that are left out", f"rulebook, {ERRATA}; A14", "setup.objectives"),
    ] = ("civ03", "misc01")
    explore_objective: Annotated[
        Literal["exp01", "misc02"],
        param("which of two forms of one objective is used", f"rulebook, {ERRATA}; A14", "setup.objectives"),
    ] = "exp01"
    domestic_highest_min: Annotated[
        int,
        param(
            "the least level at which being highest on a track counts",
            f"rulebook, {SCORING}; A11",
            "score.domestic",
            ge=0,
            le=1,
        ),
    ] = 1
    domestic_lowest: Annotated[
        Literal["own_lowest_level", "tracks_where_lowest"],
        param("what the lowest track counts", f"rulebook, {SCORING}; A51", "score.domestic"),
    ] = "own_lowest_level"
    variant_fast: Annotated[bool, param("the faster variant", f"rulebook, {VARIANTS}", "setup.head_start")] = False
    fast_ages: Annotated[
        int, param("ages of the faster variant", f"rulebook, {VARIANTS}", "play.over", ge=1, le=99)
    ] = 3
    fast_monster_levels: Annotated[
        Numbers,
        param(
            "levels of the monsters of the first ages in the faster variant; later rows are those of the age table, "
            "and who is selected for an age that is not played stays out",
            f"rulebook, {VARIANTS}; A52",
            "setup.monsters",
        ),
    ] = (1, 1, 2)

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        # The pack's files are read only when a game is made.
        from .conditions import unknown  # noqa: PLC0415
        from .content import pack  # noqa: PLC0415

        try:
            known = pack(self.content)
        except UnknownRulesError as error:
            return str(error)
        if odd := unknown(known):
            return f"the content pack {self.content} names conditions that are not known: {', '.join(odd)}"
        strange = [each for each in self.objectives_removed if each not in known.personal]
        if strange:
            return f"objectives_removed names {', '.join(strange)}, which the content pack lacks"
        if not self.wonder_vp:
            return "wonder_vp needs at least the points for no wonder"
        levels = [card.level for card in known.monsters.values()]
        fast = self.fast_monster_levels if self.variant_fast else ()
        wanted = (*fast, *known.age_levels[len(fast) :])
        if any(wanted.count(level) > levels.count(level) for level in wanted):
            return f"the ages ask for monsters of the levels {wanted}, the content pack has {sorted(levels)}"
        return ""

    @property
    def last_age(self) -> int:
        """The number of the last age."""
        return self.fast_ages if self.variant_fast else self.ages


VERSIONS: dict[str, dict[str, Any]] = {
    "6.0": {},
    "5.0": {
        "round_limit_by_level": {},
        "wonder_vp": [0, 1, 2, 3],
        "deploy_copies": 0,
        "objectives_removed": [],
        "explore_objective": "misc02",
    },
}
"""6.0 has the errata of the rulebook, 5.0 is its body."""
