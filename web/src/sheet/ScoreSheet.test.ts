import { render, screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import over from '../fixtures/hand-end-4.json';
import type { View } from '../wire';
import { sheetOf } from './shown';
import ScoreSheet from './ScoreSheet.svelte';

const view = over as unknown as View;
const sheet = sheetOf(view);

it('has a column for each seat, a row for each hand of the game, and the totals', () => {
  render(ScoreSheet, { sheet });
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent.trim()),
  ).toEqual(['Cards', 'You', 'Ben', 'Chiara', 'Davide']);
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(1 + view.table.rules.sizes.length + 1);
  expect(
    within(rows.at(-1)!)
      .getAllByRole('cell')
      .map((cell) => Number(cell.textContent)),
  ).toEqual(view.sheet.totals);
});

it('says each result in words, made or missed', () => {
  render(ScoreSheet, { sheet });
  const first = view.sheet.rows[0]!;
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
  first.made.forEach((made, seat) => {
    expect(cells[seat]!.textContent).toContain(made ? `bid ${first.bids[seat]}, made it` : `took ${first.taken[seat]}`);
    expect(cells[seat]!.textContent).toContain(String(first.totals[seat]));
  });
});
