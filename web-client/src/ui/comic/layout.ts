/** Sizes of panels and pages, and how words fit in. */
import { burstReach } from '../../art/bursts';
import { sum, type Caption, type Panel } from './comic';
import type { Reel } from './reel';

/** A panel, in units of its own. */
export const WIDTH = 400;
export const HEIGHT = 300;
/** A page: two panels across, on paper as tall as A4. */
export const PAGE = { width: 840, height: 1188, margin: 14 } as const;
/** Panels on a page, the title in the place of the first; how large they are there, and what lies around them. */
const PANELS = 7;
export const SCALE = 0.92;
export const GAP = 12;
const HEAD = 22;
/** Where the row of a page begins, counted from nought; the number of the page stands below the last one. */
export const rowAt = (row: number): number => HEAD + row * (HEIGHT * SCALE + GAP);
/** Where the number of the page stands, and how large it is. */
export const NUMBER = { at: PAGE.height - 12, size: 13 } as const;
/** Letters of a line of caption, and how many lines there are at most. */
const LETTERS = 51;
const LINES = 3;
/** Lines told on a page without panels. */
const BESIDES = 40;
/** A page with more panels has no room for a picture of the place. */
const QUIET = 3;
/** The largest picture of the place; beside it runs a column of words. */
const PLACE = 560;
const LINE = 20;

/** Words cut where they no longer fit. */
export const clipped = (words: string, letters: number): string => (words.length <= letters ? words : `${words.slice(0, letters - 1).trimEnd()}…`);

/** Words broken into lines of so many letters. */
export function wrapped(words: string, letters: number): string[] {
  const found: string[] = [];
  for (const word of words.split(/ +/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found.map((line) => clipped(line, letters + 4));
}

/** The caption of a panel: where not all of it fits, what is loud stays, and of that what came first. */
export function lines(captions: readonly Caption[]): string[] {
  const all = captions.map(({ text, weight }) => ({ loud: weight === 'loud', rows: wrapped(text, LETTERS) }));
  const kept = new Set<number>();
  let left = LINES;
  for (const loud of [true, false]) {
    all.forEach((one, n) => {
      if (one.loud !== loud || one.rows.length > left) return;
      kept.add(n);
      left -= one.rows.length;
    });
  }
  const found = all.flatMap(({ rows }, n) => (kept.has(n) ? rows : []));
  return found.length > 0 ? found : (all[0]?.rows.slice(0, LINES) ?? []);
}

/** How wide a letter is, in heights of the type: bold ones are, on the whole, no wider. */
const EM = 0.62;
/** The largest type of a name, letters of it that are written at most, and the room beside the badge. */
const NAME = { size: 14, letters: 18, room: 96 } as const;

/** A name as a panel writes it, and how large: it stands beside its badge, not under it. */
export function nameIn(name: string): { readonly text: string; readonly size: number } {
  const text = clipped(name, NAME.letters);
  return { text, size: Math.min(NAME.size, NAME.room / (EM * text.length)) };
}

/** The largest type of what is noted of somebody, the most room for it, and what its tag adds on each side. */
const NOTE = { size: 13.5, room: 156, side: 8 } as const;

/** A few words on a tag. */
export interface Tag {
  readonly text: string;
  readonly size: number;
  /** Half of its width. */
  readonly half: number;
}

/** The newest two things that are noted, each on a tag of its own, as large as fits. */
export const tagsIn = (notes: readonly string[]): Tag[] =>
  notes.slice(-2).map((text) => {
    const size = Math.min(NOTE.size, NOTE.room / (EM * text.length));
    return { text, size, half: (EM * size * text.length) / 2 + NOTE.side };
  });

/** Where the middle of a sound is in a panel, over the faces, and how far from the edges it stays. */
const BURST_AT = 56;
const EDGE = 4;

/** Where a sound stands in a panel, and how much smaller than elsewhere, so that it is whole. */
export function burstIn(word: string, force: number, seed: number): { readonly x: number; readonly y: number; readonly scale: number } {
  const reach = burstReach(word, force, seed);
  return { x: WIDTH / 2, y: BURST_AT, scale: Math.min(1, (WIDTH / 2 - EDGE) / reach.x, (BURST_AT - EDGE) / reach.y) };
}

/** A page of the strip: a turn, its best panels in order, and what is told besides where there is room. */
export interface StripPage {
  readonly turn: number;
  readonly panels: readonly Panel[];
  /** How things stood before the first turn, and at the end of this one. */
  readonly start: unknown;
  readonly end: unknown;
  readonly lines: readonly string[];
}

/** How what is told besides is laid out: a picture of the place with words beside it or, on an empty page, above it, or words alone. */
export interface Below {
  readonly place: number | null;
  /** The words stand in the place of the first panel. */
  readonly above: boolean;
  readonly rows: readonly string[];
}

/** A letter of what is told besides is hardly ever broader. */
const LETTER = 8.6;

/** What goes on a page below `top`, where it is `wide`, with a panel `tall`. */
export function below(page: StripPage, drawn: boolean, top: number, wide: number, panel: { readonly wide: number; readonly tall: number }): Below {
  const tall = PAGE.height - top - 50;
  const shown = drawn && page.turn > 0 && page.panels.length <= QUIET;
  if (!shown) return { place: null, above: false, rows: page.lines.flatMap((line) => wrapped(line, 98)).slice(0, Math.max(0, Math.floor(tall / LINE))) };
  const above = page.panels.length === 0;
  const place = above ? Math.min(wide, tall) : Math.min(PLACE, tall);
  const letters = Math.floor(((above ? panel.wide : wide - place) - 40) / LETTER);
  const rows = page.lines.flatMap((line) => wrapped(line, letters));
  return { place, above, rows: rows.slice(0, Math.floor((above ? panel.tall : place) / LINE) - 1) };
}

const worth = (panel: Panel): number => sum(panel, 'harm') + sum(panel, 'stars') + sum(panel, 'fall') + (panel.shots.some(({ blow }) => blow) ? 2 : 0);

/** A page for each turn in which anything is told. */
export function pagesOf(reel: Reel): StripPage[] {
  const turns = [...new Set([...reel.panels.map(({ turn }) => turn), ...reel.lines.map(({ turn }) => turn)])].sort((a, b) => a - b);
  return turns.map((turn) => {
    const there = reel.panels.filter((panel) => panel.turn === turn);
    const best = new Set([...there].sort((a, b) => worth(b) - worth(a)).slice(0, PANELS));
    const room = Math.max(0, BESIDES - 8 * best.size);
    return {
      turn,
      start: reel.start,
      end: reel.end(turn),
      panels: there.filter((panel) => best.has(panel)),
      lines: reel.lines.flatMap((line) => (line.turn === turn ? [line.text] : [])).slice(0, room),
    };
  });
}
