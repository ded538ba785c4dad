import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that are compressed: all text files. */
const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/;

/**
 * Writes a `.br` and a `.gz` for every text file of the build, at the highest level, so that the server compresses nothing. One that
 * would not be smaller is left out. This has to be the last plugin, because files that are written later are not compressed.
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
