import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { oldest, TARGET } from './oldest.ts';

/** Files that a page may request without a network. */
const PART = /\.(js|css|woff2)$/;

/** Builds the service worker into one file at the root, and lists the files that it caches for use without a network. */
export function worker(): Plugin {
  let root = '';
  let out = '';
  /** Whether the build has written its files. A refused build writes none, and its own error has to be reported. */
  let written = false;
  return {
    name: 'bagarre:worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = join(root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    async closeBundle(error) {
      if (error || !written) return;
      const parts = (await readdir(join(out, 'assets'))).filter((file) => PART.test(file)).sort();
      await writeFile(join(out, 'offline.json'), JSON.stringify(parts.map((file) => `/assets/${file}`)));
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        plugins: [oldest()],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          target: TARGET,
          outDir: out,
          emptyOutDir: false,
          copyPublicDir: false,
          lib: { entry: join(root, 'src/worker/sw.ts'), formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
        },
      });
    },
  };
}
