/** The client as a program on the device: kept by the service worker (`sw.js`), and renewed when the person likes. */
class Shell {
  /** A newer version is here and waits. */
  hasNew = $state(false);
  isOnline = $state(navigator.onLine);
  #registration: ServiceWorkerRegistration | null = null;

  /** Begins to keep the client; browsers do so on safe pages only. Call it once. */
  async start(): Promise<void> {
    window.addEventListener('online', () => (this.isOnline = true));
    window.addEventListener('offline', () => (this.isOnline = false));
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    try {
      const registration = await navigator.serviceWorker.register('/sw.js');
      this.#registration = registration;
      this.#look(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing;
        coming?.addEventListener('statechange', () => coming.state === 'installed' && this.#look(coming));
      });
      // Whoever keeps the page open for days gets to know of a new version too.
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) void registration.update().catch(() => undefined);
      });
    } catch {
      // The browser forbids it, as in a private window: everything works, but not offline.
    }
  }

  /** Loads the newer version. */
  renew(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    this.#registration?.waiting?.postMessage('renew');
  }

  /* The very first version has no older one to take over from. */
  #look(waiting: ServiceWorker | null): void {
    if (waiting && navigator.serviceWorker.controller) this.hasNew = true;
  }
}

export const shell = new Shell();
