/** A review as the server tells it (docs/http.md): seats count from 0, a bid is a number and a card a text as in `QS`. */
import { symbols } from '../cards/cards';
import { words, type Said } from '../words/words.svelte';

export const GRADES = ['best', 'fine', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number] | 'only';
/** Grades of what cost something. */
export const COSTLY: readonly Grade[] = ['inaccuracy', 'mistake', 'blunder'];
export const PARTS = ['par', 'deal', 'bid', 'play', 'rest'] as const;

export interface Option {
  action: number | string;
  points: number;
  error: number;
  made: number;
}
export interface Decision {
  /** How many moments of the record come before it. */
  step: number;
  seat: number;
  done: number | string;
  best: number | string;
  grade: Grade;
  loss: number;
  error: number;
  for_game: boolean;
  options: Option[];
}
/** Where points came from; the parts add up to `points`. */
export type Account = Record<(typeof PARTS)[number] | 'points', number>;
export interface Hand {
  number: number;
  size: number;
  bids: number[];
  taken: number[];
  accounts: Account[];
  decisions: Decision[];
}
export interface Turn {
  hand: number;
  seat: number;
  before: number;
  after: number;
  step: number | null;
}
export interface Review {
  worlds: number;
  thresholds: Partial<Record<Grade, number>>;
  players: { place: number; account: Account; grades: Partial<Record<Grade, number>>; summary: string }[];
  hands: Hand[];
  /** By hand each seat's chance of winning: before the first, then after each. */
  outlook: number[][];
  turns: Turn[];
}
export interface ReviewAnswer {
  stage: 'waiting' | 'working' | 'done';
  part: number;
  ahead: number;
  review: Review | null;
}

/** The parts with one decimal, as they are shown: the rest is what the others leave, so that they still add up. */
export function shown(account: Account): Account {
  const round = (points: number): number => Math.round(10 * points) / 10;
  const [par, deal, bid, play] = [account.par, account.deal, account.bid, account.play].map(round) as [
    number,
    number,
    number,
    number,
  ];
  return { ...account, par, deal, bid, play, rest: round(account.points - par - deal - bid - play) };
}

/** `2` or `Q♠`. */
export function named(action: number | string): string {
  return typeof action === 'number' ? words.number(action) : symbols(action);
}

export function gradeName(grade: Grade): string {
  return words.say(`grade.${grade}` as Said);
}
