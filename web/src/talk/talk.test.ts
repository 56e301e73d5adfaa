import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import playing from '../fixtures/play-4.json';
import type { Line, View } from '../wire';
import { hasCompany, reactionSaid, Talk } from './talk.svelte';
import TalkPanel from './TalkPanel.svelte';

function view(...lines: Partial<Line>[]): View {
  const chat = lines.map((line, index) => ({
    seq: index + 1,
    at: 0,
    person: 'p1',
    name: 'Ben',
    text: 'Hello',
    is_reaction: false,
    ...line,
  }));
  return { ...(playing as unknown as View), chat };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts the lines of others until they are read, on this device', () => {
  const talk = new Talk('K7R4M');
  const said = view({}, { person: 'p0' }, { is_reaction: true, text: 'wow' }, {});
  expect(talk.unread(said)).toBe(2);
  talk.read(said);
  expect(talk.unread(said)).toBe(0);
  expect(new Talk('K7R4M').unread(said)).toBe(0);
  expect(new Talk('OTHER').unread(said)).toBe(2);
});

it('does not hear those who are muted', () => {
  const said = view({}, { is_reaction: true, text: 'wow' });
  said.you = { ...said.you, muted: ['p1'] };
  const talk = new Talk('K7R4M');
  talk.hear(view());
  talk.hear(said);
  expect(talk.unread(said)).toBe(0);
  expect(talk.shown).toEqual({});
});

it('shows a reaction at its seat for a moment, but none that lay there before', () => {
  const talk = new Talk('K7R4M');
  talk.hear(view({ is_reaction: true, text: 'oops' }));
  expect(talk.shown).toEqual({});
  talk.hear(view({ is_reaction: true, text: 'oops' }, { is_reaction: true, text: 'wow' }));
  expect(talk.shown).toEqual({ p1: 'wow' });
  vi.advanceTimersByTime(10_000);
  expect(talk.shown).toEqual({});
});

it('knows whether there is anybody to talk to', () => {
  const alone = structuredClone(view());
  for (const seat of alone.table.seats) if (seat.person !== alone.you.person) seat.person = null;
  expect(hasCompany(alone)).toBe(false);
  expect(hasCompany(view())).toBe(true);
});

it('says a reaction that is newer than the page by its name', () => {
  expect(reactionSaid('thanks')).toBe('Thanks!');
  expect(reactionSaid('cartwheel')).toBe('cartwheel');
});

it('sends what was written, and the reactions of the table', async () => {
  const onwish = vi.fn();
  render(TalkPanel, { view: view({ text: '<b>bold</b>' }), onwish });
  expect(screen.getByText('<b>bold</b>')).toBeTruthy();
  const field = screen.getByRole('textbox');
  const send = screen.getByRole('button', { name: 'Send' });
  await fireEvent.input(field, { target: { value: '   ' } });
  expect(send).toHaveProperty('disabled', true);
  await fireEvent.input(field, { target: { value: ' Good luck ' } });
  await fireEvent.submit(field.closest('form')!);
  expect(onwish).toHaveBeenCalledWith({ type: 'say', text: 'Good luck' });
  expect(field).toHaveProperty('value', '');
  await fireEvent.click(screen.getByRole('button', { name: 'Thanks!' }));
  expect(onwish).toHaveBeenLastCalledWith({ type: 'react', reaction: 'thanks' });
});

it('mutes who sits here and who has spoken, but not oneself', async () => {
  const onwish = vi.fn();
  render(TalkPanel, { view: view({ person: 'w9', name: 'Wanda' }), onwish });
  const names = screen.getAllByRole('button', { name: /^Mute/, hidden: true }).map((each) => each.textContent.trim());
  expect(names).toEqual(expect.arrayContaining(['Mute Wanda', 'Mute Ben', 'Mute Davide']));
  expect(names).toHaveLength(3);
  await fireEvent.click(screen.getByText('Mute Wanda'));
  expect(onwish).toHaveBeenCalledWith({ type: 'mute', person: 'w9', is_muted: true });
});
