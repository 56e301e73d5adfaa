import { symbols } from '../cards/cards';
import { words, type Values } from './words.svelte';

type Details = Record<string, unknown>;

/** Why something was refused, in the reader's language; the server's own English where its code is new to us. */
export function refusal(code: string, details: Details, message: string): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'number' || typeof value === 'string') values[name] = value;
    if (Array.isArray(value)) values[name] = words.either(runs(value.map(Number)));
  }
  if (typeof details.card === 'string') values.card = symbols(details.card);
  if (typeof details.suit === 'string') values.suit = words.suit(details.suit);
  const key = code === 'bid-forbidden' ? `refusal.bid-forbidden.${limit(details)}` : `refusal.${code}`;
  if (!words.has(key)) return message;
  try {
    return words.say(key, values);
  } catch {
    return message;
  }
}

function limit(details: Details): 'hook' | 'over' | 'alone' {
  if (details.limit === 'hook') return 'hook';
  return details.total === details.bid ? 'alone' : 'over';
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
