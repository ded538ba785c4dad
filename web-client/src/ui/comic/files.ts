/** Files of a game: a panel as a picture or as an animation, the strip as SVG or as PDF. */
import { picture, type Comic, type Panel } from './comic';
import Drawing from './Drawing.svelte';
import { HEIGHT, PAGE, WIDTH, type StripPage } from './layout';
import Page from './Page.svelte';
import { packed, painted, standalone } from './paper';

/** Pixels per unit of a picture, of an animation and of a page of the PDF. */
const FINE = 3;
const MOVING = 1.2;
const PAPER = 2;
/** Progress of the frames of each shot, 0 to 1; duration of a frame, of a shot's last frame and of the last of all, in milliseconds. */
const MOMENTS = [0.06, 0.2, 0.34, 0.5, 0.75] as const;
const BLINK = 90;
const REST = 500;
const END = 2200;

const drawn = (comic: Comic, panel: Panel, count: number, t: number): Promise<string> => standalone(Drawing, { comic, shown: picture(panel, count), t });

export async function png(comic: Comic, panel: Panel): Promise<Blob> {
  const svg = await drawn(comic, panel, panel.shots.length, 1);
  return packed(await painted(svg, WIDTH, HEIGHT, FINE), 'image/png');
}

export async function gif(comic: Comic, panel: Panel): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const file = GIFEncoder();
  // Shots without dice or sound have no animation, and their frames would only prolong the file.
  const counts = panel.shots.flatMap((shot, n) => (shot.dice || shot.word || n === panel.shots.length - 1 ? [n + 1] : []));
  for (const count of counts) {
    for (const t of MOMENTS) {
      const canvas = await painted(await drawn(comic, panel, count, t), WIDTH, HEIGHT, MOVING);
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const palette = quantize(data, 128);
      const last = t === MOMENTS.at(-1);
      const delay = !last ? BLINK : count === panel.shots.length ? END : REST;
      file.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
    }
  }
  file.finish();
  return new Blob([file.bytes()], { type: 'image/gif' });
}

/** The data about the game on every page of a strip. */
export interface StripHead {
  readonly game: string;
  readonly players: readonly string[];
  /** The end of the game, as a title and sentences. */
  readonly ending: { readonly title: string; readonly reasons: readonly string[] };
}

const pageSvg = (comic: Comic, head: StripHead, page: StripPage, n: number, of: number): Promise<string> => standalone(Page, { comic, head, page, n, of });

/** Makes the strip as SVG: one file for a single page, else a ZIP archive of all pages. */
export async function svgs(comic: Comic, head: StripHead, pages: readonly StripPage[]): Promise<{ file: Blob; ending: string }> {
  const texts: string[] = [];
  for (const [n, page] of pages.entries()) texts.push(await pageSvg(comic, head, page, n + 1, pages.length));
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return { file: new Blob([only], { type: 'image/svg+xml' }), ending: 'svg' };
  const { strToU8, zipSync } = await import('fflate');
  const named = Object.fromEntries(texts.map((text, n) => [`page-${String(n + 1).padStart(2, '0')}.svg`, strToU8(text)]));
  return { file: new Blob([zipSync(named)], { type: 'application/zip' }), ending: 'zip' };
}

/** Size of a page of the PDF, which is A4, in points. */
const PAPER_SIZE = [595.28, 841.89] as const;

/** Makes the strip as PDF. */
export async function pdf(comic: Comic, head: StripHead, pages: readonly StripPage[], lang: string): Promise<Blob> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const paper = await PDFDocument.create();
  paper.setTitle(head.game);
  paper.setAuthor(head.players.join(', '));
  paper.setLanguage(lang);
  for (const [n, page] of pages.entries()) {
    const canvas = await painted(await pageSvg(comic, head, page, n + 1, pages.length), PAGE.width, PAGE.height, PAPER);
    const image = await paper.embedJpg(await (await packed(canvas, 'image/jpeg', 0.88)).arrayBuffer());
    const [width, height] = PAPER_SIZE;
    paper.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return new Blob([(await paper.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' });
}
