import { symbols } from '../cards/cards';
import { words, type Said, type Values } from './words.svelte';

type Details = Record<string, unknown>;

/** Details that number seats: people count them from 1. */
const SEATS = ['seat', 'last', 'own', 'seats'];

/** Why something was refused, in the reader's language; the server's own English where its code is new to us. */
export function refusal(code: string, details: Details, message: string): string {
  const values = spoken(details);
  const key = messages(code, details).find((each) => words.fits(each, values));
  return key === undefined ? message : words.say(key as Said, values);
}

/** The messages for a code, that which says most first. */
function messages(code: string, details: Details): string[] {
  if (code === 'bid-forbidden') return [`refusal.bid-forbidden.${limit(details)}`];
  return [...Object.keys(details).map((name) => `refusal.${code}.${name}`), `refusal.${code}`];
}

function limit(details: Details): 'hook' | 'over' | 'alone' {
  if (details.limit === 'hook') return 'hook';
  return details.total === details.bid ? 'alone' : 'over';
}

/** The values as people say them. */
function spoken(details: Details): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(details)) {
    const first = SEATS.includes(name) ? 1 : 0;
    if (typeof value === 'string') values[name] = value;
    if (typeof value === 'number') values[name] = name === 'wait' ? Math.ceil(value) : value + first;
    if (Array.isArray(value)) {
      const items = value.every((each) => typeof each === 'number') ? runs(value.map((each) => each + first)) : value;
      values[name] = name === 'seats' ? words.both(items as string[]) : words.either(items as string[]);
    }
  }
  if (typeof details.card === 'string') values.card = symbols(details.card);
  if (typeof details.suit === 'string') values.suit = words.suit(details.suit);
  for (const [name, prefix] of [['option', 'options'] as const, ['level', 'level'] as const]) {
    const key = `${prefix}.${String(details[name])}`;
    if (words.has(key)) values[name] = words.say(key);
  }
  return values;
}

const LONG_RUN = 4;

/** Numbers with their long runs drawn together: `0, 1, 3–17`. */
export function runs(numbers: readonly number[]): string[] {
  const found: number[][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last.at(-1) === number - 1) last.push(number);
    else found.push([number]);
  }
  return found.flatMap((run) => (run.length >= LONG_RUN ? [`${run[0]}–${run.at(-1)}`] : run.map(String)));
}
