import { words, type Said } from '../words/words.svelte';
import type { Options } from '../wire';

/** The options that are chosen from a few values. */
export const FEW = {
  pace: ['instant', 'brisk', 'natural'],
  watching: ['closed', 'table', 'hands'],
  rematch: ['left-of-last', 'draw'],
} as const satisfies { [K in keyof Options]?: readonly Options[K][] };
export const SWITCHES = ['is_public', 'undo', 'auto_last', 'hints'] as const;
export const CLOCKS = [30, 60, 90, 120];
export const RESERVES = [0, 60, 180, 600];

/** Values to choose from, with the one in force among them. */
export function choices(usual: readonly number[], now: number | null): number[] {
  return [...new Set([...usual, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
}

/** The level of a bot as people call it; one that is new to this page by its name. */
export function levelName(level: string): string {
  const key = `level.${level}`;
  return words.has(key) ? words.say(key) : level;
}

/** How a bot of this level plays. */
export function levelHint(level: string): string {
  const key = `level.${level}.hint`;
  return words.has(key) ? words.say(key) : '';
}

/** Everything that is agreed on besides the rules, each with what it means at this table. */
export function optionsInWords(options: Options): { title: string; text: string }[] {
  const few = (Object.keys(FEW) as (keyof typeof FEW)[]).map((name) => ({
    title: words.say(`options.${name}`),
    text: words.say(`options.${name}.${options[name]}.hint` as Said),
  }));
  const switches = SWITCHES.map((name) => ({
    title: words.say(`options.${name}`),
    text: words.say(`options.${name}.${options[name] ? 'yes' : 'no'}`),
  }));
  return [
    ...few.slice(0, 1),
    { title: words.say('options.clock'), text: clockText(options) },
    ...(options.clock === null ? [] : [{ title: words.say('options.reserve'), text: reserveText(options) }]),
    ...switches,
    ...few.slice(1),
    {
      title: words.say('options.stand_in'),
      text: words.say('options.stand_in.now', { level: levelName(options.stand_in) }),
    },
  ];
}

export function clockText({ clock }: Options): string {
  return clock === null ? words.say('options.clock.none') : words.say('options.clock.n', { n: words.number(clock) });
}

export function reserveText({ reserve }: Options): string {
  return reserve === 0
    ? words.say('options.reserve.none')
    : words.say('options.reserve.n', { n: words.number(reserve) });
}
