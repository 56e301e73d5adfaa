import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.UPRIVER_SERVER ?? 'http://127.0.0.1:8000';

/** Writes the service worker with the list of the files that it keeps, and a version that changes with them. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const pages = readdirSync('public').filter((name) => !/^\.|\.png$/.test(name)); // pictures are for installing
      const files = ['', ...pages, ...Object.keys(bundle).filter((name) => name !== 'index.html')];
      const version = createHash('sha256').update(files.join());
      for (const name of pages) version.update(readFileSync(`public/${name}`));
      const page = bundle['index.html'];
      if (page?.type === 'asset') version.update(page.source);
      const source = readFileSync('sw.js', 'utf8')
        .replace('__VERSION__', version.digest('hex').slice(0, 12))
        .replace('__FILES__', JSON.stringify(files.map((file) => `/${file}`)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), serviceWorker()],
  base: '/',
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', '../docs', '../tests/vectors'] } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    outDir: '../src/upriver/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/setup.test-env.ts'],
    isolate: false, // a page for each file takes three times as long as the tests
  },
});
