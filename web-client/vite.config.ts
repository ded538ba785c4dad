/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { books } from './vite/books.ts';
import { groups } from './vite/chunks.ts';
import { compress } from './vite/compress.ts';
import { lightFonts } from './vite/fonts.ts';
import { oldest, TARGET } from './vite/oldest.ts';
import { pages } from './vite/pages.ts';
import { worker } from './vite/worker.ts';

const server = process.env.BAGARRE_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [books(), svelte(), lightFonts(), oldest(), pages(), worker(), compress()],
  server: {
    proxy: {
      // The server compares the origin with the host it is asked for: both stay as the browser sent them.
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, changeOrigin: false, ws: true },
    },
  },
  build: {
    target: TARGET,
    assetsInlineLimit: 1024,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: groups(import.meta.dirname) } } },
  },
  test: { include: ['src/**/*.test.ts', 'vite/**/*.test.ts'], environment: 'node', setupFiles: ['src/i18n/testdata/setup.ts'], testTimeout: 30_000 },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
