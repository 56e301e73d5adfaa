import { deals } from '../state/deals';
import type { ReviewAnswer } from '../review/model';
import { words } from '../words/words.svelte';
import type { Hand, Happening, Placed, Rules, Sheet } from '../wire';
import { ask, Problem, read } from './http';
import { randomHex } from './socket';

/* What HTTP answers (docs/http.md); only what is read here. */
export interface Person {
  id: string;
  name: string;
}
export interface SeatShown {
  name: string;
  level: string | null;
  is_taken: boolean;
  is_away: boolean;
  is_you: boolean;
}
export interface TableShown {
  code: string;
  phase: 'open' | 'playing' | 'over' | 'closed';
  seats: SeatShown[];
  hand: number;
  hands: number;
  is_yours: boolean;
  can_sit: boolean;
  can_watch: boolean;
}
export interface PlayerShown {
  name: string;
  level: string | null;
  total: number;
  place: number;
  is_you: boolean;
}
export interface GameShown {
  id: string;
  /** `pad` for a game with real cards; its id is then `pad-` and that of its pad. */
  kind: 'played' | 'pad';
  ended_at: number;
  players: PlayerShown[];
}
export interface GamesPage {
  games: GameShown[];
  /** Asks for the next page; null where there is none. */
  before: number | null;
}
/** A finished game moment by moment: each entry has what it changed in the hand. */
export interface Replay {
  id: string;
  ended_at: number;
  rules: Rules;
  seats: { name: string; level: string | null }[];
  draw: Placed[][];
  hands: { hand: Hand; moments: ReplayMoment[] }[];
  sheet: Sheet;
  commitment: string | null;
  contributions: string[];
  seed: string | null;
}
export interface ReplayMoment {
  at: number;
  event: Happening;
  phase: 'deal' | 'bid' | 'reveal' | 'play' | 'over';
  to_act: number[];
  changes: Partial<Hand>;
}
/** Advice to a seat: the best first; none where there is nothing to choose. */
export interface HintGiven {
  after: number;
  best: string;
  options: {
    /** A bid as in `3` or a card as in `QS`. */
    action: string;
    points: number;
    error: number;
    made: number;
    is_best: boolean;
    is_close: boolean;
  }[];
  tricks: number[];
  why: string;
}
/** Where other devices find a table; `qr` is the same as an SVG element. */
export interface Invitation {
  address: string;
  qr: string;
}
/** A personal link; `qr` is the whole address as an SVG element. */
export interface PersonalLink {
  path: string;
  expires_at: number;
  address: string;
  qr: string;
}
export interface Meaning {
  rules: string;
  preset: string;
  players: number;
  sizes: number[];
  most: number;
  text: string;
  scoring_text: string;
  paragraphs: { title: string; text: string }[];
}
export interface Checked {
  meaning: Meaning | null;
  clash: { fields: string[]; message: string } | null;
}

const CONTRIBUTION_BYTES = 32;

/** Random bytes of this person's own for the seed of the deals. */
export function contribution(): string {
  const made = randomHex(CONTRIBUTION_BYTES);
  deals.gave(made);
  return made;
}

export function recordPath(id: string, form: 'record' | 'notation'): string {
  return `/api/games/${encodeURIComponent(id)}/record?form=${form}`;
}

/** What of a review is to be saved: its picture, or every figure. */
export function reviewPath(id: string, what: 'picture' | 'figures'): string {
  const path = `/api/games/${encodeURIComponent(id)}/review${what === 'picture' ? '/picture' : ''}`;
  return `${path}?lang=${words.language}`;
}

export const api = {
  /** Who this device is; null for nobody that the server knows. */
  async me(): Promise<Person | null> {
    try {
      return await ask<Person>('GET', '/api/people/me');
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 401) return null;
      throw problem;
    }
  },
  health: () => read('/health'),
  come: (name: string) => ask<Person>('POST', '/api/people', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/api/people/me', { name }),
  openTable: (rules: string) => ask<{ code: string }>('POST', '/api/tables', { rules, contribution: contribution() }),
  table: (code: string) => ask<TableShown>('GET', `/api/tables/${encodeURIComponent(code)}`),
  join: (code: string) =>
    ask<{ code: string; seat: number }>('POST', `/api/tables/${encodeURIComponent(code)}/join`, {
      contribution: contribution(),
    }),
  hint: (code: string, after: number) =>
    ask<HintGiven>('POST', `/api/tables/${encodeURIComponent(code)}/hint?lang=${words.language}`, { after }),
  mine: () => ask<TableShown[]>('GET', '/api/tables/mine'),
  open: () => ask<TableShown[]>('GET', '/api/tables?limit=10'),
  games: (before: number | null = null, limit = 10) =>
    ask<GamesPage>('GET', `/api/games?limit=${limit}${before === null ? '' : `&before=${before}`}`),
  game: (id: string) => ask<GameShown>('GET', `/api/games/${encodeURIComponent(id)}`),
  replay: (id: string) => ask<Replay>('GET', `/api/games/${encodeURIComponent(id)}/moments`),
  /** Begins the review where nobody has asked for it yet. */
  review: (id: string) => ask<ReviewAnswer>('GET', reviewPath(id, 'figures')),
  record: (id: string) => read(recordPath(id, 'record')),
  invitation: (code: string) => ask<Invitation>('GET', `/api/tables/${encodeURIComponent(code)}/invitation`),
  link: () => ask<PersonalLink>('POST', '/api/people/link'),
  redeem: (secret: string) => ask<Person>('POST', '/api/people/link/redeem', { secret }),
  signOut: () => ask<null>('DELETE', '/api/people/me/token'),
  check: (rules: string) => ask<Checked>('POST', `/api/rules/check?lang=${words.language}`, { rules }),
};
