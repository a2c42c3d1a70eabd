"""Titan Race in Czech."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook, Speaker, seen, witnessed
from games.titan_race.rules import steps
from games.titan_race.rules.data import CARDS, PURPLE_TITAN, TRACKS
from games.titan_race.rules.data import EDITION as OWN
from games.titan_race.rules.data import TITANS as BOARDS
from games.titan_race.words.cs.clauses import CLAUSES
from games.titan_race.words.cs.forms import COMMANDS, FIELDS
from games.titan_race.words.cs.house_rulings import RULINGS, SECTIONS
from games.titan_race.words.cs.picture import LABELS, LEGEND
from games.titan_race.words.en import (
    brought,
    cause_seen,
    effect_missed,
    face_seen,
    fitness,
    harmed,
    last_life,
    legs,
    rider_of,
    standing_on,
    titan_seen,
)
from games.titan_race.words.foreseen import Foretold
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

TITANS = {
    "rassik": "Rassik",
    "ragnarok": "Ragnarok",
    "kraken": "Kraken",
    "grinder": "Grinder",
    "slaugg": "Slaugg",
    "chtoolhoo": "Chtóólhóó",
}
CARD_NAMES = {
    "surprise_trap": "Nečekaná past",
    "shield": "Štít",
    "spiked_armour": "Ostnatá zbroj",
    "speed_potion": "Lektvar rychlosti",
    "spring_boots": "Pružinové boty",
    "mimic_mask": "Maska napodobitele",
    "fireball": "Ohnivá koule",
    "lightning": "Blesk",
    "bomb": "Bomba",
    "healing_potion": "Léčivý lektvar",
    "lucky_die": "Šťastná kostka",
    "thiefs_glove": "Zlodějská rukavice",
    "gale": "Vichřice",
}
COLOURS = {
    "yellow": "žlutá",
    "blue": "modrá",
    "brown": "hnědá",
    "red": "červená",
    "green": "zelená",
    "purple": "fialová",
}
DIRECTIONS = {
    "forward": "vpřed",
    "forward_right": "vpřed doprava",
    "backward_right": "vzad doprava",
    "backward": "vzad",
    "backward_left": "vzad doleva",
    "forward_left": "vpřed doleva",
}
CAUSES = {
    "push": "odstrčení",
    "trap": "past",
    "lava": "láva",
    "pirates": "piráti",
    "blast": "oheň sochy",
    "die": "zelená kostka",
    "breath": "dech",
    "drain": "vysátí",
    "card": "speciální karta",
    "purple": "fialová kostka",
    "pentagram": "pentagram",
    "colour": "kostka v barvě titána",
}
PARTS = {
    "placing": "vstup na trať",
    "copy": "volba stěny",
    "move": "pohyb",
    "trap": "položení pasti",
    "damage": "udělení zranění",
    "cost": "ztráta života",
}
FIELD_EFFECTS = {
    "trap": "past",
    "lava": "láva",
    "pirates": "piráti",
    "statue": "ohnivá socha",
    "special": "speciální pole",
    "ice": "led",
}
EFFECTS = {
    "surprise_trap": "Položí past na sousední pole",
    "shield": "Zabrání ztrátě života",
    "spiked_armour": "Titán, který do vašeho strčí, ztratí 1 život",
    "speed_potion": "2 pole vpřed",
    "spring_boots": "Přeskočí titána před sebou",
    "mimic_mask": "Použije schopnost sousedního titána",
    "fireball": "1 zranění na sousedním poli",
    "lightning": "1 zranění kterémukoli jinému titánovi",
    "bomb": "1 zranění na všech sousedních polích",
    "healing_potion": "Přidá 2 životy, nejvýš do 6",
    "lucky_die": "Přehodí zvolenou kostku",
    "thiefs_glove": "Vezme náhodnou kartu hráči, jehož titán sousedí",
    "gale": "Posune titána za sebou o 1 pole vzad",
}
ABILITIES = {
    "rassik": "Odraz: od titána za sebou, 1 pole vpřed, rovně nebo šikmo",
    "ragnarok": "Přesun: posune sousedního titána o 1 pole libovolným směrem",
    "kraken": "Výměna: vymění si pole se sousedním titánem",
    "grinder": "Past: položí past na sousední pole",
    "slaugg": "Dech: 1 zranění na třech polích před sebou",
    "chtoolhoo": "Vysátí: má-li méně než 6 životů, vezme 1 sousednímu titánovi",
}
ENDINGS = {"finish": "cíl"}
REMARKS = {titan_id: f"první v cíli: {name}" for titan_id, name in TITANS.items()}
OPTIONS = {
    "tracks": (
        "Tratě",
        (
            "Trať, nebo tři tratě Grand Slamu odspodu nahoru: "
            '"kaldheira", "dead_lagoon", "forbidden_foundry", "anglieh", "ban_kogu", "estengaard".'
        ),
    ),
    "teams": ("Týmy", "Tým každého hráče, počínaje hráčem 1. Závodí-li každý sám, nechte pole prázdné."),
}
CHOICES = {"tracks": {track: LABELS[name] for track, name in TRACKS.items()}}
FACTS = {
    "card": "karta: {card}",
    "cards": "karty: {cards}",
    "cause": "příčina: {cause}",
    "colour": "barva: {colour}",
    "die": "kostka: {die}",
    "direction": "směr: {direction}",
    "due": "zbývá: {due}",
    "effect": "efekt: {effect}",
    "field": "pole: {field}",
    "first": "první: {first}",
    "life": "životy: {life}",
    "model": "vzor: {model}",
    "part": "část: {part}",
    "path": "cesta: {path}",
    "pool": "kostky k výběru: {pool}",
    "round": "kolo: {round}",
    "supply": "zásoba: {supply}",
    "titan": "titán: {titan}",
    "winner": "vítěz: {winner}",
}
STEPS = {
    "ChooseTitan": "volba titána",
    "OrderTitans": "pořadí titánů",
    "DealCard": "rozdání karty",
    "RollForFirst": "hod o pořadí",
    "BeginTurn": "začátek tahu",
    "RollDice": "hod kostkami",
    "RollAgain": "nový hod kostkami",
    "ChooseDie": "volba kostky",
    "ChooseAction": "volba další akce",
    "PerformDie": "akce kostky",
    "CompletePart": "konec části akce",
    "StealCard": "krádež karty",
    "TryLuck": "přehození Šťastnou kostkou",
    "RerollDie": "přehození kostky",
    "PutAway": "odložení karty",
    "Stride": "krok",
    "Slide": "klouzání",
    "EndMove": "konec pohybu",
    "SpringTrap": "past",
    "MeetPirates": "setkání s piráty",
    "FacePirates": "vyrovnání s piráty",
    "FireStatue": "socha",
    "ReachSpecial": "speciální pole",
    "DrawCard": "líznutí karty",
    "LoseLife": "ztráta života",
    "React": "reakce",
    "DestroyTrap": "zničení pasti",
    "EndTurn": "konec tahu",
}
EDITION = {
    "Components": "Údaje edice.",
    "Layout": "Speciální pole a terén trati, podle souřadnic.",
    "Ramp": "SUPERrampa a jediný šikmý směr, kterým titána vymrští.",
    "Card": "Speciální karta: její název a efekt.",
}
PAINTS = {
    "yellow": "žlutý",
    "blue": "modrý",
    "brown": "hnědý",
    "red": "červený",
    "green": "zelený",
    "purple": "fialový",
}
STATES = {"upright": "stojí", "down": "leží", "resting": "odpočívá"}
TERRAINS = {
    "lava": "láva",
    "pirates": "piráti",
    "statue": "socha",
    "pentagram": "pentagram",
    "ice": "led",
    "ramp": "rampa",
}
AIM = (
    "Vyhrává hráč, jehož titán první projede cílem, po třech okruzích trati nebo po tratích Grand Slamu. V tahu si "
    "vezmete jednu z kostek a posunete titána podle její barvy; můžete také jednou použít jeho schopnost a zahrát kartu."
)
PURPLE_DIE = "fialová kostka mu nic nedává a nic ho nestojí"
DETAILS = {
    titan.id: (
        f"Životy: {titan.life}; "
        f"{PURPLE_DIE if titan.id == PURPLE_TITAN else f'{COLOURS[OWN.data.colours[titan.id]]} kostka mu dává 1'}; "
        f"jezdec: {LABELS[titan.name].partition(' &')[0]}"
    )
    for titan in BOARDS
}


FACES = {
    "yellow": "2 pole vpřed",
    "blue": "1 pole vpřed a 1 šikmo, v libovolném pořadí",
    "brown": "3 pole šikmo",
    "red": "1 pole vpřed a past dozadu",
    "green": "2 pole šikmo a 1 zranění dopředu",
    "purple": "kopíruje jinou stěnu",
}


def _choose_die(move: cmd.ChooseDie, say: Speaker) -> str:
    notes = "[ – {face:id}[cost?, stojí 1 život][gain?; přidá 1 život]]"
    return say.filled(f"Vzít si kostku: {{colour}}{notes}.", face_seen(move, say.view, FACES))


def _copy_face(move: cmd.CopyFace, say: Speaker) -> str:
    return say.filled("Použít fialovou jako: {colour}[ – {face:id}].", face_seen(move, say.view, FACES))


EFFECTS_OF_MOVES = {
    "own_lap": "[{own:id} ]dokončí okruh",
    "lap": "{titan:id} dokončí okruh",
    "own_lap_lost": "[{own:id} ]ztratí okruh",
    "lap_lost": "{titan:id} ztratí okruh",
    "own_won": "[{own:id} ]vyhraje závod",
    "won": "{titan:id} vyhraje závod",
    "own_pushed": "[{own:id} ]odstrčí titána: {titan:id}[ na pole {field:id}[ ({lying})]]",
    "pushed": "{by:id} odstrčí titána: {titan:id}[ na pole {field:id}[ ({lying})]]",
    "shoved": "[na pole {field:id}[ ({lying})]]",
    "swapped": "{titan:id} přijde na pole {field:id}[ ({lying})]",
    "own_end": "[[{own:id} ]skončí na poli {field:id}[ ({lying})]]",
    "own_hurt": "[{own:id} ]ztratí {life:život|životy|životů}",
    "hurt": "{titan:id} ztratí {life:život|životy|životů}",
    "own_knocked_out": "[{own:id} ]ztratí {life:život|životy|životů}, knokaut",
    "knocked_out": "{titan:id} ztratí {life:život|životy|životů}, knokaut",
    "spared": "{titan:id} leží po knokautu a život neztratí",
    "hit": "zasažený titán: {titan:id}",
    "sprung": "past se hned spustí",
    "wasted": "past na lávě propadne",
    "destroyed": "past na poli {field:id} bude zničena",
}


def _brings(move: Foretold, say: Speaker) -> str:
    told = brought(move, say, EFFECTS_OF_MOVES, _with_player)
    return f" – {told}" if told else ""


def _move(move: cmd.Move, say: Speaker) -> str:
    path = say.list(map(say.phrase, legs(move)))
    return f"Pohyb: {path}{_brings(move, say)}." if move.path else "Bez pohybu."


def _target(move: cmd.PlaceTrap | cmd.Strike | cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    titan = standing_on(move.field, say.view)
    return f", kde je {say.name(titan.id)} ({say.seat(titan.seat)})" if titan is not None else ""


def _with_player(titan_id: str, say: Speaker) -> str:
    seat = rider_of(titan_id, say.view)
    return say.name(titan_id) + (f" ({say.seat(seat)})" if seat else "")


def _aim(move: cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    titan = f", cíl: {_with_player(move.titan, say)}" if move.titan else ""
    return f"{titan}{say.filled('[, pole {field}]', move)}{_target(move, say)}{say.filled('[, {direction}]', move)}"


def _ability(titan_id: str) -> str:
    return ABILITIES[titan_id].partition(":")[0]


def _use(move: cmd.UseAbility, say: Speaker) -> str:
    ability = "" if say.view is None else f": {_ability(say.view.mover)}"
    return f"Použít schopnost{ability}{_aim(move, say)}{_brings(move, say)}."


def _play(move: cmd.PlayCard, say: Speaker) -> str:
    return f"Zahrát kartu {say.name(move.card)}{say.filled('[, vzor: {model}]', move)}{_aim(move, say)}{_brings(move, say)}."


WORDS = Phrasebook(
    {
        # Commands
        cmd.ChooseTitan: lambda move, say: say.filled(
            "Vzít si titána: {titan}[ ([{painted}, ]životy {life})].", titan_seen(move, say)
        ),
        cmd.OrderTitans: "První jede {first}.",
        cmd.DealCard: "Rozdaná karta ({seat}): {card}.",
        cmd.RollForFirst: "Při hodu o pořadí padla stěna: {colour}.",
        cmd.RollDice: "Na kostkách padly stěny: {colours}.",
        cmd.RerollDie: "Na kostce padla stěna: {colour}.",
        cmd.StealCard: "Ukradená karta ({seat}): {card}.",
        cmd.ChooseDie: _choose_die,
        cmd.ChooseStart: lambda move, say: f"Začít na poli {move.field}{_brings(move, say)}.",
        cmd.CopyFace: _copy_face,
        cmd.Move: _move,
        cmd.PlaceTrap: lambda move, say: f"Položit past na pole {move.field}{_target(move, say)}{_brings(move, say)}.",
        cmd.Strike: lambda move, say: f"Udělit 1 zranění na poli {move.field}{_target(move, say)}{_brings(move, say)}.",
        cmd.DeclineStrike: "Neudělit zranění.",
        cmd.PayLife: seen(
            last_life,
            "Zaplatit 1 život za fialovou kostku.",
            last="Zaplatit 1 život za fialovou kostku: je poslední, takže knokaut.",
        ),
        cmd.UseAbility: _use,
        cmd.PlayCard: _play,
        cmd.DiscardCard: "Odložit nepoužitou kartu {card}.",
        cmd.UsePentagram: "Zaplatit 1 život a přehodit kostku.",
        cmd.EndTurn: "Ukončit tah.",
        cmd.Pass: "Nezahrát kartu.",
        cmd.PayPirates: "Dát pirátům kartu {card}.",
        cmd.DefyPirates: "Nedat pirátům kartu a ztratit 1 život.",
        # Events
        ev.TitanChosen: "{seat} si bere titána: {titan}.",
        ev.TitansOrdered: "{seat} určuje pořadí: {first}, potom {second}.",
        ev.FirstDieRolled: "Při hodu o pořadí padla stěna: {colour}.",
        ev.OrderSettled: "Pořadí tahů: {titans}.",
        ev.TurnBegan: "{titan} začíná tah v kole {round}.",
        ev.AbilityReadied: "{titan} může znovu použít schopnost.",
        ev.TitanRecovered: "{titan} vstává a má {life:život|životy|životů}.",
        ev.DiceRolled: "Na kostkách padly stěny: {colours}.",
        ev.DieChosen: "{titan} si bere kostku: {colour}.",
        ev.LuckTried: "{titan} přehazuje kostku.",
        ev.DieTakenUp: "{titan} přehazuje kostku na pentagramu.",
        ev.DieRerolled: "Na kostce padla stěna: {colour} ({titan}).",
        ev.TurnPassed: "{titan} leží po knokautu a pasuje.",
        ev.TurnEnded: "{titan} končí tah.",
        ev.RoundEnded: "Končí kolo {round}.",
        ev.DieActionBegun: "{titan} provádí akci kostky: {colour}.",
        ev.FaceCopied: "{titan} používá fialovou jako: {colour}.",
        ev.PartBegun: "{titan} začíná: {part}.",
        ev.PartCompleted: "{titan} dokončuje: {part}.",
        ev.PartDropped: "{titan} vynechává: {part}.",
        ev.DieActionEnded: "{titan} dokončuje akci kostky.",
        ev.TitanSetOut: "{titan} vyráží: {segments}.",
        ev.Segment: "{steps:pole|pole|polí} {direction}",
        ev.TitanVaulted: "{titan} přeskakuje titána ({over}).",
        ev.MoveEnded: "{titan} končí pohyb.",
        ev.TitanEntered: "{titan} vstupuje na pole {field}[ ({effects})][, přeskakuje {leapt}][, odstrkuje titána: {met}].",
        ev.LapCompleted: "{titan} dokončuje okruh a má {laps:okruh|okruhy|okruhů}.",
        ev.LapLost: "{titan} ztrácí okruh a má {laps:okruh|okruhy|okruhů}.",
        ev.TitanPushed: "{by} odstrkuje titána ({titan}) {direction} o {steps:pole|pole|polí}.",
        ev.TitanShoved: "{by} posouvá titána ({titan}) {direction}.",
        ev.TitanBlocked: "{titan} nemůže dál.",
        ev.TitanThrownBack: "{titan} se vrací na start.",
        ev.TitansSwapped: (
            "{titan} a {other} si vyměňují pole: {titan} je na poli {field}[ ({effects})], "
            "{other} na poli {other_field}[ ({other_effects})]."
        ),
        ev.TargetsHit: witnessed(harmed, "Zasažené cíle ({cause}[, {by}]): {targets}."),
        ev.Target: "[{titan}|past na poli {trap}]",
        ev.LifeThreatened: witnessed(harmed, "{titan} má ztratit 1 život ({cause}[, {by}])."),
        ev.LifeLost: witnessed(harmed, "{titan} ztrácí 1 život ({cause}[, {by}]), zbývá: {life:život|životy|životů}."),
        ev.LifeSpared: "{titan} leží po knokautu a život neztrácí.",
        ev.SpikesStruck: "Ostnatá zbroj ({titan}) zraňuje titána: {by}.",
        ev.LossPrevented: "{titan} díky Štítu život neztrácí.",
        ev.LifeGained: "{titan} získává život a má {life:život|životy|životů}.",
        ev.TitanKnockedOut: "Knokaut: {titan}.",
        ev.TrapPlaced: "{titan} pokládá past na pole {field}.",
        ev.TrapSprung: "{titan} spouští past na poli {field}.",
        ev.TrapDestroyed: "Past na poli {field} je zničena.",
        ev.PiratesBoarded: "{titan} potkává na poli {field} piráty, kteří žádají kartu, nebo život.",
        ev.PiratesPaid: "{seat} dává pirátům kartu {card}.",
        ev.PiratesStruck: "Piráti útočí na titána ({titan}).",
        ev.StatueFired: "{titan} spouští sochu na poli {field}.",
        ev.EffectMissed: witnessed(
            effect_missed,
            "{titan} na speciálním poli kartu nelízne: ruka je plná, nebo karty došly.",
            pirates="{titan} leží po knokautu a piráti útočit nebudou.",
            hand="{titan} na speciálním poli kartu nelízne: ruka je plná ({seat}).",
            deck="{titan} na speciálním poli kartu nelízne: karty došly.",
        ),
        ev.PentagramUsed: "{titan} využívá pentagram.",
        ev.SpecialReached: "{titan} vstupuje na speciální pole, které dává kartu.",
        ev.CardDrawn: "{seat} si lízne kartu.",
        ev.CardSeen: "{seat} vidí kartu {card}.",
        ev.DeckReshuffled: "Odkládací balíček se zamíchal do nového.",
        ev.CardPlayed: "{seat} hraje kartu {card} ({titan}).",
        ev.ReactionPlayed: "{seat} hraje jako reakci kartu {card} ({titan}).",
        ev.CardPutAway: "Karta {card} jde do odkládacího balíčku.",
        ev.CardDiscarded: "{seat} odkládá nepoužitou kartu {card}.",
        ev.TheftBegun: "{seat} krade kartu (komu: {from_seat}).",
        ev.CardStolen: "{seat} bere kartu (komu: {from_seat}).",
        ev.CardTaken: "{seat} bere kartu {card}.",
        ev.CardMissed: "{seat} přichází o kartu {card}.",
        ev.AbilityUsed: lambda event, say: f"{say.name(event.titan)} používá schopnost: {_ability(event.titan)}.",
        ev.RaceWon: "{titan} vyhrává závod ({seats}).",
        # Steps
        steps.ChooseTitan: "{seat} si vybírá titána.",
        steps.OrderTitans: "{seat} volí, který titán jede první.",
        steps.DealCard: "Rozdává se karta ({seat}).",
        steps.DrawCard: "Líže se karta ({seat}).",
        steps.RollForFirst: "Hází se o pořadí.",
        steps.BeginTurn: "{titan} začíná tah.",
        steps.RollDice: "Hází se všemi kostkami.",
        steps.RollAgain: "Všemi kostkami se hází znovu.",
        steps.ChooseDie: seen(
            fitness,
            "{seat} si bere kostku ({titan}).",
            down="{seat} si bere kostku ({titan}); tento titán je knokautovaný a pasuje.",
        ),
        steps.ChooseAction: "{seat} volí, co teď udělá {titan}.",
        steps.PerformDie: "{seat} provádí akci kostky ({face}, {titan}); zbývá: {due}.",
        steps.Stride: "{titan} dělá krok.",
        steps.Slide: "{titan} klouže dál.",
        steps.SpringTrap: "{titan} spouští past na poli {field}.",
        steps.MeetPirates: "{titan} potkává piráty na poli {field}.",
        steps.FacePirates: "{seat} se rozhoduje, zda dát pirátům kartu, nebo ztratit život ({titan}).",
        steps.FireStatue: "{titan} spouští sochu na poli {field}.",
        steps.ReachSpecial: "{titan} vstupuje na speciální pole.",
        steps.LoseLife: "{titan} má ztratit 1 život ({cause}[, {by}]).",
        steps.React: lambda step, say: say.filled(
            "{seat} se rozhoduje, zda zahrát kartu, než {titan} ztratí 1 život ({cause}[, {by}]).",
            step,
            cause_seen(step, say),
        ),
        steps.DestroyTrap: "Past na poli {field} je zničena.",
        steps.EndMove: "{titan} končí pohyb.",
        steps.CompletePart: "{titan} dokončuje: {part}.",
        steps.StealCard: "Losuje se karta (komu: {from_seat}, bere {seat}).",
        steps.TryLuck: "Přehazuje se kostka ({titan}).",
        steps.RerollDie: "Přehazuje se kostka ({titan}).",
        steps.PutAway: "Karta {card} jde do odkládacího balíčku.",
        steps.EndTurn: "{titan} končí tah.",
    },
    names={**TITANS, **{card.id: CARD_NAMES[card.effect] for card in CARDS}},
    aim=AIM,
    details=DETAILS,
    texts={**ABILITIES, **{card.id: EFFECTS[card.effect] for card in CARDS}},
    words={
        **dict.fromkeys(("colour", "colours", "face", "die", "pool"), COLOURS),
        **dict.fromkeys(("direction", "path"), DIRECTIONS),
        **dict.fromkeys(("part", "due"), PARTS),
        "cause": CAUSES,
        **dict.fromkeys(("effect", "effects", "other_effects"), FIELD_EFFECTS),
        "ending": ENDINGS,
        "remark": REMARKS,
        "waits_for": STEPS,
        "painted": PAINTS,
        "state": STATES,
        "terrain": TERRAINS,
        "lying": {**FIELD_EFFECTS, **TERRAINS},
    },
    options=OPTIONS,
    choices=CHOICES,
    commands=COMMANDS,
    fields=FIELDS,
    facts=FACTS,
    clauses=CLAUSES,
    house_rulings=RULINGS,
    places=SECTIONS,
    edition=EDITION,
    legend=LEGEND,
    labels={**LABELS, **{card.name: CARD_NAMES[card.effect] for card in CARDS}},
    language=LANGUAGES["cs"],
)
