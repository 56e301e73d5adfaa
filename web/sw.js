/*
 * Keeps the app shell, so that the client opens without a network. `vite.config.ts` fills in the files of the build and
 * a version that changes with them. Nothing below /api/ passes here: what is played and said is never kept.
 */
const CACHE = 'upriver __VERSION__';
const FILES = __FILES__;
const PAGES = /^\/($|t\/|games$|games\/|me$|score$|score\/)/;

self.addEventListener('install', (event) => {
  // What is named by its content has just been loaded: it comes from the browser's own cache, not once more.
  const fresh = FILES.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});
self.addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});
/* A new version waits until somebody asks for it, or until no page of the old one is open. */
self.addEventListener('message', ({ data }) => {
  if (data === 'renew') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && PAGES.test(pathname)) event.respondWith(kept('/', event.request));
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname, event.request));
});

async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request);
}
