/* Written by `make wire` from upriver.server: change it there. */

export type Wire = ClientMessage | ServerMessage | PadMessage;
export type ClientMessage =
  | Hello
  | Ping
  | Sit
  | Leave
  | Rename
  | PutBot
  | RemoveBot
  | SetRules
  | SetOptions
  | Start
  | Act
  | Claim
  | AskUndo
  | AnswerUndo
  | NextHand
  | PlayAgain
  | LetBotPlay
  | TakeSeatBack
  | Remove
  | MakeHost
  | Close
  | Poke
  | Say
  | React
  | Mute;
/**
 * Who may watch: nobody, or anybody; without cards, or with all cards once the hand is over.
 */
export type Watching = "closed" | "hands" | "table";
/**
 * How long bots wait before they act.
 */
export type Pace = "brisk" | "instant" | "natural";
/**
 * Who deals first in a rematch: the seat left of the last in the standings, or whom the draw picks again.
 */
export type Rematch = "draw" | "left-of-last";
export type ServerMessage = Welcome | News | Ack | Refused | Pong | Closing;
export type Happening =
  | Opened
  | SeedChosen
  | SatDown
  | StoodUp
  | Removed
  | Renamed
  | BotSet
  | RulesSet
  | OptionsSet
  | HostChanged
  | WentAway
  | CameBack
  | Voted
  | StandInSet
  | Resumed
  | UndoAsked
  | UndoAnswered
  | UndoDropped
  | BecameReady
  | WantsAgain
  | Poked
  | Said
  | Reacted
  | Muted
  | Closed
  | Started
  | Drawn
  | Dealt
  | BidMade
  | BidChanged
  | BidSealed
  | BidsRevealed
  | CardPlayed
  | TakenBack
  | SeedRevealed;
/**
 * The dealer's limit (rules.md, "Bidding"), in force from hands of `limit_from` cards.
 */
export type Limit = "free" | "hook" | "over";
/**
 * Where trump comes from: the turned card, nowhere, or ♠ ♥ ♦ ♣ and no trump in turn.
 */
export type Trump = "cycle" | "none" | "turned";
/**
 * Whether seats bid in turn, or all together with the bids hidden until the last is in.
 */
export type Bidding = "in-turn" | "together";
/**
 * What the game waits for: in BID and PLAY for players, else for the table itself (`due` in deal.py).
 */
export type Phase = "bid" | "deal" | "draw" | "over" | "play" | "reveal";
export type PadMessage = PadShared | PadLines | PadWriters | PadMe | PadNews | PadAnswer;

/**
 * The first message: what the client has seen of the table already; 0 for nothing.
 */
export interface Hello {
  type: "hello";
  since: number;
}
/**
 * Answered by `pong`.
 */
export interface Ping {
  type: "ping";
}
/**
 * Take a seat, empty or between hands a bot's; `seat` null takes the first that is free.
 */
export interface Sit {
  type: "sit";
  id: string;
  seat: number | null;
  contribution: string;
}
/**
 * Stand up; during a game a bot takes the seat over for good.
 */
export interface Leave {
  type: "leave";
  id: string;
}
/**
 * Be called otherwise at this table.
 */
export interface Rename {
  type: "rename";
  id: string;
  name: string;
}
/**
 * The host puts a bot in an empty seat, or gives a bot another level.
 */
export interface PutBot {
  type: "put_bot";
  id: string;
  seat: number;
  level: string;
}
/**
 * The host empties a bot's seat, before the game.
 */
export interface RemoveBot {
  type: "remove_bot";
  id: string;
  seat: number;
}
/**
 * The host chooses the rules in their text form, before the game.
 */
export interface SetRules {
  type: "set_rules";
  id: string;
  rules: string;
}
/**
 * The host chooses the options, all of them.
 */
export interface SetOptions {
  type: "set_options";
  id: string;
  options: Options;
}
/**
 * What the table agrees on besides the rules.
 */
export interface Options {
  is_public: boolean;
  watching: Watching;
  pace: Pace;
  clock: number | null;
  reserve: number;
  undo: boolean;
  auto_last: boolean;
  hints: boolean;
  rematch: Rematch;
  stand_in: string;
}
/**
 * The host begins the game, once every seat is filled.
 */
export interface Start {
  type: "start";
  id: string;
}
/**
 * Bid or play: a number is a bid, as in `3`, everything else a card, as in `QS`.
 *
 * `after` is the seq of the last news that the client had seen when the person decided.
 */
export interface Act {
  type: "act";
  id: string;
  after: number;
  action: string;
}
/**
 * Take all the remaining tricks; refused unless they are certain.
 */
export interface Claim {
  type: "claim";
  id: string;
}
/**
 * Ask the others to let the last bid or card be taken back.
 */
export interface AskUndo {
  type: "ask_undo";
  id: string;
}
/**
 * Agree or not to the undo that somebody asks for.
 */
export interface AnswerUndo {
  type: "answer_undo";
  id: string;
  is_agreed: boolean;
}
/**
 * Be ready for the next hand.
 */
export interface NextHand {
  type: "next_hand";
  id: string;
}
/**
 * Be ready for a rematch, with a new contribution.
 */
export interface PlayAgain {
  type: "play_again";
  id: string;
  contribution: string;
}
/**
 * Let a bot play for somebody away: the host's decision, a vote of the others.
 */
export interface LetBotPlay {
  type: "let_bot_play";
  id: string;
  seat: number;
}
/**
 * Play for oneself again, after a bot has stood in.
 */
export interface TakeSeatBack {
  type: "take_seat_back";
  id: string;
}
/**
 * The host removes somebody from the table.
 */
export interface Remove {
  type: "remove";
  id: string;
  person: string;
}
/**
 * The host makes somebody else the host.
 */
export interface MakeHost {
  type: "make_host";
  id: string;
  person: string;
}
/**
 * The host closes the table for good.
 */
export interface Close {
  type: "close";
  id: string;
}
/**
 * Nudge a slow player.
 */
export interface Poke {
  type: "poke";
  id: string;
  seat: number;
}
/**
 * A short text to the table.
 */
export interface Say {
  type: "say";
  id: string;
  text: string;
}
/**
 * One of the fixed reactions.
 */
export interface React {
  type: "react";
  id: string;
  reaction: string;
}
/**
 * Hear somebody no more, or again.
 */
export interface Mute {
  type: "mute";
  id: string;
  person: string;
  is_muted: boolean;
}
/**
 * The answer to `hello`: the whole view, and the events since; null when they are too many.
 *
 * `now` is the server's clock: times in the view are to be read against it.
 */
export interface Welcome {
  type: "welcome";
  seq: number;
  now: number;
  events: Numbered[] | null;
  view: View;
}
/**
 * An entry of the table's log; `event` is null where it is hidden from this client.
 *
 * `by` is a person's id, `bot` and its level, or empty for the table itself.
 */
export interface Numbered {
  seq: number;
  at: number;
  by: string;
  event: Happening | null;
}
/**
 * The table began.
 */
export interface Opened {
  type: "Opened";
  code: string;
  host: string;
  rules: string;
  options: Options;
}
/**
 * The system chose the next game's seed; people give their contributions after it.
 */
export interface SeedChosen {
  type: "SeedChosen";
  commitment: string;
  seed: string | null;
}
/**
 * A person took a seat, empty or a bot's; somebody who sat elsewhere changes places with what was there.
 */
export interface SatDown {
  type: "SatDown";
  user: string;
  name: string;
  seat: number;
  contribution: string;
}
/**
 * A person left their seat; `level` is the bot that took it over, None where it is empty now.
 */
export interface StoodUp {
  type: "StoodUp";
  seat: number;
  level: string | null;
}
/**
 * The host removed somebody, who may not come back; if they sat here, `StoodUp` follows.
 */
export interface Removed {
  type: "Removed";
  user: string;
}
/**
 * A person is called otherwise.
 */
export interface Renamed {
  type: "Renamed";
  user: string;
  name: string;
}
/**
 * A seat has a bot of this level now; None empties it.
 */
export interface BotSet {
  type: "BotSet";
  seat: number;
  level: string | null;
}
/**
 * The table plays by these rules; `resized` in seats.py says who sits where afterwards.
 */
export interface RulesSet {
  type: "RulesSet";
  rules: string;
}
/**
 * The table has these options.
 */
export interface OptionsSet {
  type: "OptionsSet";
  options: Options;
}
/**
 * Somebody else is the host; None where nobody is left.
 */
export interface HostChanged {
  type: "HostChanged";
  user: string | null;
}
/**
 * A seat's person is away.
 */
export interface WentAway {
  type: "WentAway";
  seat: number;
}
/**
 * A seat's person is here again.
 */
export interface CameBack {
  type: "CameBack";
  seat: number;
}
/**
 * A person voted to let a bot play for the seat's.
 */
export interface Voted {
  type: "Voted";
  user: string;
  seat: number;
}
/**
 * A bot of this level plays for the seat's person; None: the person plays.
 */
export interface StandInSet {
  type: "StandInSet";
  seat: number;
  level: string | null;
}
/**
 * The server was off; who has a clock running gets some more time.
 */
export interface Resumed {
  type: "Resumed";
}
/**
 * A seat asks to take its last act back.
 */
export interface UndoAsked {
  type: "UndoAsked";
  seat: number;
}
/**
 * A person agreed or not; when all have, `TakenBack` of the rules follows.
 */
export interface UndoAnswered {
  type: "UndoAnswered";
  user: string;
  is_agreed: boolean;
}
/**
 * The question is closed without taking anything back.
 */
export interface UndoDropped {
  type: "UndoDropped";
}
/**
 * A person is ready for the next hand.
 */
export interface BecameReady {
  type: "BecameReady";
  user: string;
}
/**
 * A person is ready for a rematch.
 */
export interface WantsAgain {
  type: "WantsAgain";
  user: string;
  contribution: string;
}
/**
 * Somebody nudged a slow player.
 */
export interface Poked {
  type: "Poked";
  user: string;
  seat: number;
}
/**
 * Somebody said something.
 */
export interface Said {
  type: "Said";
  user: string;
  name: string;
  text: string;
}
/**
 * Somebody reacted.
 */
export interface Reacted {
  type: "Reacted";
  user: string;
  name: string;
  reaction: string;
}
/**
 * Somebody hears somebody else no more, or again.
 */
export interface Muted {
  type: "Muted";
  user: string;
  other: string;
  is_muted: boolean;
}
/**
 * The table is closed for good.
 */
export interface Closed {
  type: "Closed";
}
/**
 * A game began under `rules`.
 */
export interface Started {
  type: "Started";
  rules: string;
  names: string[];
  dealer: number | null;
  commitment: string | null;
  contributions: string[];
}
/**
 * Those in the draw for first dealer drew one card each, in order of seat (rules.md, "The table").
 */
export interface Drawn {
  type: "Drawn";
  cards: string[];
}
/**
 * A hand was dealt.
 */
export interface Dealt {
  type: "Dealt";
  cards: (string[] | null)[];
  turned: string | null;
}
/**
 * A seat bid in turn.
 */
export interface BidMade {
  type: "BidMade";
  seat: number;
  bid: number;
}
/**
 * A seat changed its bid before the next seat bid (the dealer: before the opening lead).
 */
export interface BidChanged {
  type: "BidChanged";
  seat: number;
  bid: number;
}
/**
 * A seat set its hidden bid, for the first time or anew, where all bid together.
 */
export interface BidSealed {
  type: "BidSealed";
  seat: number;
  bid: number | null;
}
/**
 * The hidden bids were turned over, in order of seat.
 */
export interface BidsRevealed {
  type: "BidsRevealed";
  bids: number[];
}
/**
 * A seat played a card.
 */
export interface CardPlayed {
  type: "CardPlayed";
  seat: number;
  card: string;
}
/**
 * A seat took back its bid or card, the last thing that had happened in the hand (takeback.py).
 */
export interface TakenBack {
  type: "TakenBack";
  seat: number;
}
/**
 * After the last hand the seed of all deals was shown (docs/fair-deals.md).
 */
export interface SeedRevealed {
  type: "SeedRevealed";
  seed: string;
}
/**
 * All that a client shows. `game` is null before the first game.
 */
export interface View {
  table: Table;
  game: Game | null;
  sheet: Sheet;
  chat: Line[];
  you: You;
}
/**
 * The table: who sits where, and what they agreed on.
 *
 * `host` is a person's id; `ready` are those ready for the next hand or a rematch; `waiting` are those whom the table
 * waits for to go on to it. `levels` and `reactions` are what this server knows.
 */
export interface Table {
  code: string;
  phase: "closed" | "open" | "over" | "playing";
  host: string | null;
  rules: Rules;
  options: Options;
  seats: Seat[];
  commitment: string;
  ready: string[];
  waiting: string[];
  undo: Undo | null;
  levels: string[];
  reactions: string[];
}
/**
 * The rules of the game: `text` holds them all, the rest says them one by one.
 */
export interface Rules {
  text: string;
  players: number;
  sizes: number[];
  limit: Limit;
  limit_from: number;
  trump: Trump;
  bidding: Bidding;
  rebid: boolean;
  scoring: string;
}
/**
 * A seat. A person's has `person`, a bot's has `level`, an empty one neither.
 *
 * `stand_in` is the level of the bot that plays for the person; `reserve` the seconds that the person may still use
 * beyond the turn's clock, null without a clock; `votes` are the ids of those who want a bot to play here.
 */
export interface Seat {
  seat: number;
  person: string | null;
  name: string;
  level: string | null;
  is_away: boolean;
  stand_in: string | null;
  reserve: number | null;
  votes: string[];
}
/**
 * A seat asks to take its last act back; these people have agreed, and those have not answered yet.
 */
export interface Undo {
  seat: number;
  agreed: string[];
  waiting: string[];
}
/**
 * The game in play, or the last one until the next begins.
 *
 * `to_act` are the seats that it waits for; `turn_since` is when the turn began, `turn_ends` by seat when the clock
 * and the reserve of a person on move run out, null for all others. `draw` has the cards of each round of the draw for
 * first dealer. `commitment`, `contributions` and, once the game is over, `seed` let everybody check the deals; by its
 * `id`, null until then, the game is found among the past ones.
 */
export interface Game {
  phase: Phase;
  hands: number;
  names: string[];
  to_act: number[];
  turn_since: number;
  turn_ends: (number | null)[];
  dealer: number | null;
  draw: Placed[][];
  hand: Hand | null;
  commitment: string | null;
  contributions: string[];
  seed: string | null;
  id: string | null;
}
/**
 * A card on the table, and whose.
 */
export interface Placed {
  seat: number;
  card: string;
}
/**
 * The hand in play, or the last one until the next is dealt.
 *
 * By seat: `bids` that all can see, `has_bid` with hidden bids included, tricks `taken`, tricks a seat still `needs`
 * (negative when it has too many, null without a visible bid), cards `held`. `over` is how much the bids add up to
 * more than the tricks, negative for less.
 */
export interface Hand {
  number: number;
  size: number;
  dealer: number;
  turned: string | null;
  trump: ("C" | "D" | "H" | "S") | null;
  turn: number | null;
  bids: (number | null)[];
  has_bid: boolean[];
  taken: number[];
  needs: (number | null)[];
  held: number[];
  total_bid: number;
  over: number;
  trick: Trick;
  last_trick: Trick | null;
  is_over: boolean;
}
/**
 * A trick, begun or complete: cards in the order played; `winner` is the seat that wins so far.
 */
export interface Trick {
  leader: number;
  cards: Placed[];
  led: ("C" | "D" | "H" | "S") | null;
  winner: number | null;
}
/**
 * The score sheet: finished hands, totals and places by seat; level totals share a place.
 */
export interface Sheet {
  rows: Row[];
  totals: number[];
  places: number[];
}
/**
 * A finished hand on the sheet; all lists by seat. `totals` are the running totals after it.
 */
export interface Row {
  number: number;
  size: number;
  dealer: number;
  trump: ("C" | "D" | "H" | "S") | null;
  bids: number[];
  taken: number[];
  made: boolean[];
  points: number[];
  totals: number[];
}
/**
 * Something that somebody said, or a reaction by its name.
 */
export interface Line {
  seq: number;
  at: number;
  person: string;
  name: string;
  text: string;
  is_reaction: boolean;
}
/**
 * What only this person sees, and may do now.
 *
 * `bid` is the own bid, hidden or not. `legal_bids` are for a first bid or a change; `can_change_bid` says that it
 * would be a change, possible until `change_until`. `cards` are sorted. `dealt` are the cards of all by seat once the
 * hand is over, null for watchers of a table that does not show them.
 */
export interface You {
  person: string;
  seat: number | null;
  is_host: boolean;
  is_turn: boolean;
  cards: string[];
  bid: number | null;
  legal_cards: string[];
  legal_bids: number[];
  forbidden_bids: Forbidden[];
  can_change_bid: boolean;
  change_until: ("last-bid" | "next-bid" | "opening-lead") | null;
  can_claim: boolean;
  can_ask_undo: boolean;
  can_ask_hint: boolean;
  dealt: string[][] | null;
  muted: string[];
}
/**
 * A bid within the range that may not be made now, and why; the code is one of docs/errors.md.
 */
export interface Forbidden {
  bid: number;
  code: string;
  message: string;
  details: {
    [k: string]: boolean | number | string | (number | string)[] | null;
  };
}
/**
 * Something has happened: `seq` is that of the last event; the first is one more than the last before.
 */
export interface News {
  type: "news";
  seq: number;
  now: number;
  events: Numbered[];
  view: Changes;
}
/**
 * The parts of the view that are not as before; a part that is left out is.
 */
export interface Changes {
  you: You;
  table?: Table;
  game?: Game | null;
  sheet?: Sheet;
  chat?: Line[];
}
/**
 * What was asked with this id is done and stored; the news up to `seq` show it.
 */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}
/**
 * What was asked with this id is refused and has changed nothing; `id` is empty where it could not be read.
 *
 * `message` is English for a person; `details` are the values in it, so that another language can say it again.
 */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
  details: {
    [k: string]: boolean | number | string | (number | string)[] | null;
  };
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: "pong";
  now: number;
}
/**
 * The server closes the socket next; `code` is the close code that follows.
 */
export interface Closing {
  type: "closing";
  reason:
    | "flood"
    | "no-table"
    | "not-watchable"
    | "removed"
    | "restarting"
    | "silent"
    | "table-closed"
    | "too-many"
    | "too-slow"
    | "unavailable"
    | "unknown-person"
    | "wrong-origin";
  code: number;
}
/**
 * A whole pad to be shared, from its first entry on, and who may write on it.
 */
export interface PadShared {
  entries: EarlierLine[];
  writers: "everyone" | "keeper";
}
/**
 * An entry that was written before its pad was shared.
 */
export interface EarlierLine {
  at: string | null;
  /**
   * who wrote it, as the edit log shows it
   */
  by: string;
  event: PadStarted | PadWritten | PadTakenBack;
}
/**
 * The first entry, and only the first: the cells as they begin.
 */
export interface PadStarted {
  type: "PadStarted";
  cells: {
    [k: string]: string | number | boolean | (string | number)[] | null;
  };
}
/**
 * Cells got new values; `was` is what each held before, null for nothing.
 */
export interface PadWritten {
  type: "PadWritten";
  cells: {
    [k: string]: string | number | boolean | (string | number)[] | null;
  };
  was: {
    [k: string]: string | number | boolean | (string | number)[] | null;
  };
}
/**
 * The entry of this number counts no longer.
 */
export interface PadTakenBack {
  type: "PadTakenBack";
  entry: number;
}
/**
 * Entries to be appended, all or none; `after` is the number of the last entry that the writer knew.
 */
export interface PadLines {
  after: number;
  entries: PadLine[];
}
/**
 * An entry as its writer sends it; its place in the list is its place in the record.
 *
 * `id` is the writer's own name for it: sent again with the same one, it is not written twice.
 */
export interface PadLine {
  id: string;
  at: string | null;
  /**
   * who wrote it, as the edit log shows it
   */
  by: string;
  event: PadStarted | PadWritten | PadTakenBack;
}
/**
 * Who may write from now on.
 */
export interface PadWriters {
  writers: "everyone" | "keeper";
}
/**
 * Which name on the sheet is yours; null for none.
 */
export interface PadMe {
  person: string | null;
}
/**
 * What has been written since, and how the pad is shared now; `seq` is the number of the last entry.
 */
export interface PadNews {
  seq: number;
  entries: PadEntry[];
  share: PadShare;
}
/**
 * An entry of a pad's record; `id` is what its writer called it, null for what was written before it was shared.
 */
export interface PadEntry {
  seq: number;
  id: string | null;
  at: string | null;
  by: string;
  event: PadStarted | PadWritten | PadTakenBack;
}
/**
 * How a pad is shared, as one person sees it.
 */
export interface PadShare {
  writers: "everyone" | "keeper";
  is_keeper: boolean;
  may_write: boolean;
  names: PadName[];
}
/**
 * A name on the sheet of which somebody has said "this is me".
 */
export interface PadName {
  person: string;
  is_you: boolean;
}
/**
 * The answer to entries that were sent: all are `stored`, or others were first, it is `stale`, and none is.
 *
 * `news` has everything after what the client knew, its own entries among it once they are stored.
 */
export interface PadAnswer {
  outcome: "stale" | "stored";
  news: PadNews;
}
