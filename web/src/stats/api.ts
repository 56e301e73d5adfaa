import { ask, read } from '../net/http';
import type { PARTS } from '../review/model';

/* What HTTP answers about figures and leagues (docs/http.md). */
export interface Tally {
  hands: number;
  made: number;
  over: number;
  under: number;
  bid: number;
  taken: number;
  points: number;
}
export interface Rating {
  points: number;
  margin: number;
  games: number;
  is_provisional: boolean;
}
/** A mean over hands in points; no error of a single hand. */
export interface Average {
  mean: number;
  error: number | null;
}
/** What reviews say: averages of a hand. `luck` is `deal` and `rest`, `lost` is `bid` and `play`. */
export type Skill = Record<'luck' | 'lost' | (typeof PARTS)[number], Average> & { games: number; hands: number };
export interface Stats {
  games: number;
  pads: number;
  wins: number;
  shared: number;
  places: { players: number; place: number; games: number }[];
  hands: Tally;
  by_size: { number: number; tally: Tally }[];
  by_bid: { number: number; tally: Tally }[];
  by_position: { position: 'first' | 'between' | 'last'; tally: Tally }[];
  /** Oldest first; `lately` is the share of bids made in this game and the nine before it. */
  trend: { id: string; ended_at: number; place: number; players: number; lately: number | null }[];
  opponents: { name: string; level: string | null; games: number; ahead: number; behind: number }[];
  /** Null as long as no game was reviewed. */
  skill: Skill | null;
  rating: Rating;
  /** The bots' published ratings, the weakest first. */
  levels: { level: string; points: number }[];
}
export interface LeagueListed {
  id: string;
  name: string;
  members: number;
}
export interface Standing {
  name: string;
  is_you: boolean;
  games: number;
  wins: number;
  points: number;
  rating: Rating;
}
export interface League {
  id: string;
  name: string;
  address: string;
  season: number | null;
  seasons: number[];
  is_member: boolean;
  standings: Standing[];
}

const path = (id: string): string => `/api/leagues/${encodeURIComponent(id)}`;

export const statsApi = {
  mine: () => ask<Stats>('GET', '/api/stats'),
  hands: () => read('/api/stats/hands'),
  forget: () => ask<null>('DELETE', '/api/people/me/data'),
  leagues: () => ask<LeagueListed[]>('GET', '/api/leagues'),
  found: (name: string) => ask<League>('POST', '/api/leagues', { name }),
  league: (id: string, season: number | null) =>
    ask<League>('GET', `${path(id)}${season === null ? '' : `?season=${season}`}`),
  join: (id: string) => ask<League>('PUT', `${path(id)}/me`),
  leave: (id: string) => ask<null>('DELETE', `${path(id)}/me`),
};
