import { words } from '../words/words.svelte';
import { toasts } from './toasts.svelte';

/** Hands a link to the system's own sharing, or copies it where there is none. */
export async function share(text: string, url: string): Promise<void> {
  if (navigator.share) {
    try {
      await navigator.share({ title: 'Upriver', text, url });
      return;
    } catch (problem) {
      // Whoever closes the system's list has changed their mind; anything else leaves the clipboard.
      if (problem instanceof DOMException && problem.name === 'AbortError') return;
    }
  }
  toasts.say((await copy(url)) ? words.say('share.copied') : url);
}

/** Whether the text could be copied. Pages without TLS, as in one house, have only the older way. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    field.style.cssText = 'position: fixed; opacity: 0';
    const parent = document.querySelector('dialog[open]') ?? document.body;
    parent.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
