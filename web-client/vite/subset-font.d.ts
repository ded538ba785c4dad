declare module 'subset-font' {
  interface Options {
    /** Leaves the glyphs as they are; no text is given then. */
    keepAllGlyphs?: boolean;
    /** The features of the layout that stay. */
    keepFeatures?: string[];
    /** Leaves out how outlines are fitted to pixels. */
    noHinting?: boolean;
    targetFormat?: 'woff2';
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
