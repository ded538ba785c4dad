import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Removes from the fonts the hinting, a third of their size, which few screens still use, and the positions of combining marks, because
 * letters with marks are glyphs of their own.
 */
export function lightFonts(): Plugin {
  return {
    name: 'bagarre:light-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue;
        file.source = await subsetFont(Buffer.from(file.source), undefined, {
          keepAllGlyphs: true,
          keepFeatures: ['kern', 'liga', 'ccmp', 'locl'],
          noHinting: true,
          targetFormat: 'woff2',
        });
      }
    },
  };
}
