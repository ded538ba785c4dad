declare module 'subset-font' {
  interface Options {
    /** Keeps all glyphs; no text is given then. */
    keepAllGlyphs?: boolean;
    /** The layout features that are kept. */
    keepFeatures?: string[];
    /** Removes the hinting, which fits outlines to pixels. */
    noHinting?: boolean;
    targetFormat?: 'woff2';
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
