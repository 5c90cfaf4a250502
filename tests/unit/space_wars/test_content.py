"""The content: planets, edges, cards and objectives are what the rulebook and the house lists say."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

from playfold.engine.games.space_wars import RULES, cards, galaxy, objectives
from playfold.engine.games.space_wars.cards import CARDS, KIND_OF, TERRITORY_ON, deck, set_made
from playfold.engine.games.space_wars.galaxy import EDGES, MOON, NEIGHBOURS, PLANETS, TERRITORIES, english, russian
from playfold.engine.games.space_wars.objectives import OBJECTIVES, described, is_reached


def reached(start: str, wrap: bool, inside: set[str]) -> set[str]:
    """Gives the territories that can be reached from one through a set of others."""
    found, todo = {start}, [start]
    while todo:
        for near in NEIGHBOURS[wrap][todo.pop()]:
            if near in inside and near not in found:
                found.add(near)
                todo.append(near)
    return found


def test_titles_in_two_languages() -> None:
    """The game has an English and a Russian title, every planet and territory two names."""
    assert RULES.title == {"en": "Space Wars", "ru": "Космические войны"}
    assert next((planet.en, planet.ru) for planet in PLANETS.values()) == ("Gaba-2", "Габа-2")
    assert (english("rae12"), russian("rae12")) == ('Raendezh "2" sector 12', "Раендеж «2» — участок 12")
    assert (english(MOON), russian(MOON)) == ("Luver (moon)", "Лувер (спутник)")
    for name in (english, russian):
        assert len({name(at) for at in TERRITORIES}) == 42


def test_planets() -> None:
    """Six planets of 4, 4, 6, 7, 9 and 12 territories give 2, 2, 3, 4, 5 and 7 ships; the moon belongs to Yagdez-5."""
    assert [len(planet.territories) for planet in PLANETS.values()] == [4, 4, 6, 7, 9, 12]
    assert [planet.bonus for planet in PLANETS.values()] == [2, 2, 3, 4, 5, 7]
    assert PLANETS["yagdez5"].territories == ("yag1", "yag2", "yag3", MOON)
    defaults = RULES.params().planet_bonus  # type: ignore[attr-defined]
    assert [getattr(defaults, planet) for planet in PLANETS] == [planet.bonus for planet in PLANETS.values()]


def test_edges() -> None:
    """67 edges on surfaces, 2 to the moon, 14 through space, 7 over edges of discs; none twice, all both ways."""
    assert {kind: len(pairs) for kind, pairs in EDGES.items()} == {"surface": 67, "moon": 2, "space": 14, "wrap": 7}
    pairs = [frozenset(pair) for kind in EDGES.values() for pair in kind]
    assert len(set(pairs)) == 90
    for wrap, edges in ((True, 90), (False, 83)):
        near = NEIGHBOURS[wrap]
        assert sum(map(len, near.values())) == 2 * edges
        assert all(at in near[other] for at in near for other in near[at])
        assert reached("gab1", wrap, set(TERRITORIES)) == set(TERRITORIES)
        for planet in PLANETS.values():
            assert reached(planet.territories[0], wrap, set(planet.territories)) == set(planet.territories)
    assert NEIGHBOURS[True]["rae10"] == ("tro2", "tro3", "tar3", "tar7", "rae8", "rae11", "rae12")


def test_cards() -> None:
    """44 cards: one for each territory, 14 of each kind, and two jokers, which two seats play without."""
    assert len(CARDS) == 44
    assert Counter(KIND_OF.values()) == {"military": 14, "civil": 14, "scientific": 14, "joker": 2}
    assert [TERRITORY_ON[card] for card in CARDS[:42]] == list(TERRITORIES)
    assert (len(deck(2)), len(deck(3))) == (42, 44)


def test_five_cards_hold_a_set() -> None:
    """Any five kinds with at most two jokers contain a set, so an exchange that is compulsory is possible."""
    rules = RULES.parameters()
    of = {kind: [card for card in CARDS if KIND_OF[card] == kind] for kind in set(KIND_OF.values())}
    for kinds in combinations_with_replacement(sorted(of), 5):
        if kinds.count("joker") <= 2:
            taken: Counter[str] = Counter()
            hand = []
            for kind in kinds:
                hand.append(of[kind][taken[kind]])
                taken[kind] += 1
            assert any(set_made(rules, three) for three in combinations(hand, 3)), kinds  # type: ignore[arg-type]


def test_objectives() -> None:
    """Eleven objectives ask for planets or for numbers of territories, the sizes of the list."""
    sizes = {
        "obj01": 13, "obj04": 16, "obj05": 18, "obj06": 15, "obj07": 13, "obj10": 13, "obj11": 16,
    }  # fmt: skip
    assert list(OBJECTIVES) == [f"obj{number:02}" for number in range(1, 12)]
    for name, size in sizes.items():
        assert sum(len(PLANETS[planet].territories) for planet in OBJECTIVES[name].planets) == size
    assert (OBJECTIVES["obj02"].territories, OBJECTIVES["obj03"].territories) == (24, 18)
    assert len({described(name) for name in OBJECTIVES}) == 11


def test_a_third_planet() -> None:
    """obj08 and obj09 ask for any third planet besides two."""
    for name, two in (("obj08", ("tariel7", "gaba2")), ("obj09", ("tariel7", "yagdez5"))):
        owner = {at: 1 if planet.id in two else 2 for planet in PLANETS.values() for at in planet.territories}
        ships = dict.fromkeys(owner, 1)
        assert not is_reached(name, owner, ships, 1)
        for third in PLANETS:
            if third not in two:
                more = {**owner, **dict.fromkeys(PLANETS[third].territories, 1)}
                assert is_reached(name, more, ships, 1)
                assert not is_reached(name, {**more, PLANETS[third].territories[-1]: 2}, ships, 1)


def test_house_content_is_labelled() -> None:
    """What is invented says so: the split, the edges, the kinds on cards, nine objectives."""
    assert "house content" in galaxy.PROVENANCE["surface, moon and space edges"]
    assert "house content" in galaxy.PROVENANCE["wrap edges"]
    assert any("house content" in text for text in cards.PROVENANCE.values())
    assert sum("house content" in aim.provenance for aim in objectives.OBJECTIVES.values()) == 9
