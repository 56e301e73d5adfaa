import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { api, type Checked } from '../net/api';
import PadRules from '../pad/PadRules.svelte';
import { usualSizes } from '../pad/rules';
import type { Rules } from '../wire';
import { words } from '../words/words.svelte';
import { sizesText } from './rules';
import RulesChoice from './RulesChoice.svelte';

/* So many share the deck that down and back from the middle is what they play anyhow. */

/** Chooses sizes of one's own; what there is to write over. */
async function chooseOwn(): Promise<string> {
  await fireEvent.click(screen.getAllByLabelText(words.say('rules.sizes.own'))[0]!);
  return screen.getByLabelText<HTMLInputElement>(words.say('rules.sizes.write')).value;
}

it('lets ten people on a pad write sizes of their own', async () => {
  const agreed = { sizes: usualSizes(10), limit: 'hook', limit_from: 1, trump: 'turned', scoring: 'standard' } as const;
  render(PadRules, { agreed: { ...agreed, sizes: [...agreed.sizes] }, people: 10 });
  expect(await chooseOwn()).toBe('5-1-5');
});

it('lets seven at a table write sizes of their own', async () => {
  const rules: Rules = {
    text: 'players=7',
    players: 7,
    sizes: usualSizes(7),
    limit: 'hook',
    limit_from: 1,
    trump: 'turned',
    bidding: 'in-turn',
    rebid: false,
    scoring: 'standard',
  };
  const meaning = { ...rules, rules: 'players=7', preset: 'english', most: 7, scoring_text: '', paragraphs: [] };
  vi.spyOn(api, 'check').mockResolvedValue({ meaning, clash: null } satisfies Checked);
  render(RulesChoice, { rules, people: 3, onrules: () => undefined });
  await screen.findByText('players=7');
  expect(screen.getByLabelText<HTMLInputElement>(words.say('rules.sizes.usual')).checked).toBe(true);
  expect(await chooseOwn()).toBe(sizesText(rules.sizes));
});
