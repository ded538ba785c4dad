import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Takes the hinting out of the fonts, a third of their size, which few screens still use, and what sets marks on letters, which have theirs. */
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
