import { Problem } from '../net/http';
import { refusal } from '../words/refusals';
import { words } from '../words/words.svelte';

/** What went wrong, said to the reader. */
export function said(problem: unknown): string {
  if (problem instanceof Problem) return refusal(problem.code, problem.details, problem.message);
  return words.say('refusal.internal');
}
