export type Route =
  | { screen: 'start' | 'how' | 'games' | 'me' | 'score' | 'newPad' | 'stats' | 'missing' }
  | { screen: 'league'; id: string }
  | { screen: 'table'; code: string }
  | { screen: 'game'; id: string }
  | { screen: 'review'; id: string }
  | { screen: 'pad'; id: string };

/** The screen of an address: paths are those that the server hands the client out for. */
export function read(path: string): Route {
  const [first = '', second = '', third = ''] = path.split('/').filter(Boolean).map(decoded);
  if (first === '') return { screen: 'start' };
  if (first === 't' && second !== '') return { screen: 'table', code: tidy(second) };
  if (first === 'games' && second !== '' && third === 'review') return { screen: 'review', id: second };
  if (first === 'games' && second !== '') return { screen: 'game', id: second };
  if (first === 'league' && second !== '') return { screen: 'league', id: second };
  if (first === 'stats' && second === '') return { screen: 'stats' };
  if (first === 'score' && second === 'new') return { screen: 'newPad' };
  if (first === 'score' && second !== '') return { screen: 'pad', id: second };
  if ((first === 'games' || first === 'me' || first === 'score') && second === '') return { screen: first };
  return { screen: 'missing' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** A code as people type it: case, blanks and dashes do not matter. */
export function tidy(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** The code in what somebody pasted: the code alone, or the whole link of an invitation. */
export function codeIn(text: string): string {
  const link = /\/t\/([^/?#\s]+)/.exec(text);
  return tidy(link?.[1] ?? text);
}

class Router {
  route = $state<Route>(this.#here());

  constructor() {
    window.addEventListener('popstate', () => (this.route = this.#here()));
    window.addEventListener('hashchange', () => (this.route = this.#here()));
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.route = this.#here();
    window.scrollTo(0, 0);
  }

  #here(): Route {
    return location.hash === '#how' ? { screen: 'how' } : read(location.pathname);
  }
}

export const router = new Router();

/** Follows a link inside the page, unless it is to open elsewhere. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  router.go(link.getAttribute('href') ?? '/');
}
