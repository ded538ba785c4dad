import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is worth compressing: everything that is text. */
const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/;

/**
 * Puts a `.br` and a `.gz` beside every text of the build, as small as they get, so that the server compresses nothing. One that would
 * be no smaller is left out. It has to be the last plugin: what is written later is not seen.
 */
export function compress(): Plugin {
  let out = '';
  return {
    name: 'bagarre:compress',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error) return;
      const files = (await readdir(out, { recursive: true })).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => pack(join(out, file))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const plain = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const packed = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })]);
  const written = (['br', 'gz'] as const).map((ending, n) => [ending, packed[n]] as const);
  for (const [ending, bytes] of written) if (bytes && bytes.length < plain.length) await writeFile(`${file}.${ending}`, bytes);
}
