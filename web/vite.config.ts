import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const server = process.env.UPRIVER_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  base: '/',
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', '../docs'] } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  build: { target: 'es2022', outDir: '../src/upriver/web', emptyOutDir: true, modulePreload: { polyfill: false } },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], setupFiles: ['src/setup.test-env.ts'] },
});
