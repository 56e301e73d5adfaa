"""The game: rules, records and views of Up and Down the River. Standard library only, no I/O, no clock.

Start with `Game`; read `Rules`, `View` and `legal_actions` next.
"""

from upriver.rules.actions import Action, Bid, Play, parse_action
from upriver.rules.cards import DECK, Card, Rank, Suit, parse_cards, sort_cards
from upriver.rules.claim import claim, claim_refusal, claimed_play
from upriver.rules.deal import deal, due
from upriver.rules.errors import (
    REFUSAL_CODES,
    EventError,
    IllegalActionError,
    ParseError,
    RecordError,
    RefusalCode,
    RulesError,
    UpriverError,
)
from upriver.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    SeedRevealed,
    Started,
    TakenBack,
)
from upriver.rules.fold import apply, apply_seen, fold
from upriver.rules.game import Game
from upriver.rules.legal import (
    Position,
    allowed_bids,
    allowed_cards,
    decide,
    legal_actions,
    legal_bids,
    legal_cards,
    refusal,
)
from upriver.rules.presets import ENGLISH, ITALIAN, PRESETS, preset
from upriver.rules.rules import Bidding, Limit, Rules, Trump, max_size
from upriver.rules.scoring import SCHEMES, Scoring
from upriver.rules.sheet import Row, Sheet
from upriver.rules.shuffle import commit, mix, new_seed, seed_from_text, shuffle
from upriver.rules.state import Hand, Phase, Public, State
from upriver.rules.takeback import last_act
from upriver.rules.tricks import Trick, beats
from upriver.rules.view import View, redact, view

__all__ = [
    "DECK",
    "ENGLISH",
    "ITALIAN",
    "PRESETS",
    "REFUSAL_CODES",
    "SCHEMES",
    "Action",
    "Bid",
    "BidChanged",
    "BidMade",
    "BidSealed",
    "Bidding",
    "BidsRevealed",
    "Card",
    "CardPlayed",
    "Dealt",
    "Drawn",
    "Event",
    "EventError",
    "Game",
    "Hand",
    "IllegalActionError",
    "Limit",
    "ParseError",
    "Phase",
    "Play",
    "Position",
    "Public",
    "Rank",
    "RecordError",
    "RefusalCode",
    "Row",
    "Rules",
    "RulesError",
    "Scoring",
    "SeedRevealed",
    "Sheet",
    "Started",
    "State",
    "Suit",
    "TakenBack",
    "Trick",
    "Trump",
    "UpriverError",
    "View",
    "allowed_bids",
    "allowed_cards",
    "apply",
    "apply_seen",
    "beats",
    "claim",
    "claim_refusal",
    "claimed_play",
    "commit",
    "deal",
    "decide",
    "due",
    "fold",
    "last_act",
    "legal_actions",
    "legal_bids",
    "legal_cards",
    "max_size",
    "mix",
    "new_seed",
    "parse_action",
    "parse_cards",
    "preset",
    "redact",
    "refusal",
    "seed_from_text",
    "shuffle",
    "sort_cards",
    "view",
]
