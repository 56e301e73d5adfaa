import { words } from '../words/words.svelte';
import { ask, Problem } from './http';
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
  ended_at: number;
  players: PlayerShown[];
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
  return randomHex(CONTRIBUTION_BYTES);
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
  come: (name: string) => ask<Person>('POST', '/api/people', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/api/people/me', { name }),
  openTable: (rules: string) => ask<{ code: string }>('POST', '/api/tables', { rules, contribution: contribution() }),
  table: (code: string) => ask<TableShown>('GET', `/api/tables/${encodeURIComponent(code)}`),
  join: (code: string) =>
    ask<{ code: string; seat: number }>('POST', `/api/tables/${encodeURIComponent(code)}/join`, {
      contribution: contribution(),
    }),
  mine: () => ask<TableShown[]>('GET', '/api/tables/mine'),
  open: () => ask<TableShown[]>('GET', '/api/tables?limit=10'),
  games: () => ask<{ games: GameShown[] }>('GET', '/api/games?limit=10'),
  check: (rules: string) => ask<Checked>('POST', `/api/rules/check?lang=${words.language}`, { rules }),
};
