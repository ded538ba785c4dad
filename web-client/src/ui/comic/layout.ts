/** The layout of panels and pages, and of the texts in them. */
import { burstReach } from '../../art/bursts';
import type { DieShow } from '../../surface/dice';
import { sum, type Caption, type Panel } from './comic';
import type { Reel } from './reel';

/** Size of a panel, in its own units. */
export const WIDTH = 400;
export const HEIGHT = 300;
/** Size of a page, which has two panels side by side and the proportions of A4, in units of the page. */
export const PAGE = { width: 840, height: 1188, margin: 14 } as const;
/** Upper bound of the panels on a page, besides the title, which takes the first place. */
const PANELS = 7;
/** Minimum of panels on a page: turns share one until it has them, if the game has as many. */
export const FEWEST = 3;
/** Scale of a panel on a page, the gap between panels, and the space above the first row. */
export const SCALE = 0.92;
export const GAP = 12;
const HEAD = 22;
/** Returns the top of a row of a page, counted from 0; the page number is below the last one. */
export const rowAt = (row: number): number => HEAD + row * (HEIGHT * SCALE + GAP);
/** Baseline and font size of the page number. */
export const NUMBER = { at: PAGE.height - 12, size: 13 } as const;
/** Upper bounds of the letters in a line of a caption, and of its lines. */
const LETTERS = 51;
const LINES = 3;
/** Upper bound of the facts outside of panels on a page without panels; each panel takes eight of them. */
const BESIDES = 40;
/** Upper bound of the panels on a page with a picture of the place. */
const QUIET = 3;
/** Maximum size of the picture of the place with a column of words beside it. */
const PLACE = 560;
const LINE = 20;

/** Returns a text cut to a number of letters, with an ellipsis. */
export const clipped = (words: string, letters: number): string => (words.length <= letters ? words : `${words.slice(0, letters - 1).trimEnd()}…`);

/** Returns a text that ends as a sentence does. */
export const sentence = (words: string): string => {
  const text = words.trim();
  return text === '' || /[.!?…][»”")]*$/u.test(text) ? text : `${text.replace(/[\s,;:–-]+$/u, '')}.`;
};

/** Returns the first `most` lines, with an ellipsis if there are more. */
const cut = (rows: readonly string[], most: number): string[] =>
  rows.length <= most ? [...rows] : rows.slice(0, most).map((row, n) => (n === most - 1 ? `${row.replace(/[\s,;:.–-]+$/u, '')}…` : row));

/** Returns the lines of the first texts that fit whole into `most` lines. */
function whole(texts: readonly string[], letters: number, most: number): string[] {
  const rows: string[] = [];
  for (const text of texts) {
    const next = wrapped(sentence(text), letters);
    if (rows.length + next.length > most) break;
    rows.push(...next);
  }
  return rows;
}

/** Returns a text broken into lines of about `letters` letters. */
export function wrapped(words: string, letters: number): string[] {
  const found: string[] = [];
  for (const word of words.split(/ +/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found.map((line) => clipped(line, letters + 4));
}

/** Returns the lines of the caption of a panel: loud texts have priority, then the others, and earlier ones before later ones. */
export function lines(captions: readonly Caption[]): string[] {
  const all = captions.map(({ text, weight }) => ({ loud: weight === 'loud', rows: wrapped(sentence(text), LETTERS) }));
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
  return found.length > 0 ? found : cut(all[0]?.rows ?? [], LINES);
}

/** The strip of a panel with the faces, which is drawn on a phone with the texts beside it. */
export const FACES = { top: 76, height: 140 } as const;
/** The strip of a panel with the sound and the faces, which is drawn on a large screen. */
export const SOUND_AND_FACES = { top: 0, height: FACES.top + FACES.height } as const;

/** Returns the result of a die in brief: its total, if anything was added, its goal, and whether it succeeded. */
export const resultOf = ({ total, adds, goal, ok }: DieShow): string =>
  [total !== undefined && (adds?.length ?? 0) > 0 ? String(total) : '', goal ?? '', ok === undefined ? '' : ok ? '✓' : '✗']
    .filter((one) => one !== '')
    .join('  ');

/** Upper bound of the letters of a caption beside the drawing, for the narrowest of its columns. */
const BESIDE = 112;

/** Returns the caption beside the drawing: the newest loud texts that fit, or the newest of all if none is loud, each of them whole. */
export function captionIn(captions: readonly Caption[]): string {
  const loud = captions.filter(({ weight }) => weight === 'loud');
  let words = '';
  for (const { text } of (loud.length > 0 ? loud : captions).toReversed()) {
    if (words !== '' && text.length + 1 + words.length > BESIDE) break;
    words = words === '' ? text : `${text} ${words}`;
  }
  return words;
}

/** Upper bound of the average width of a letter, bold ones included, in font sizes. */
const EM = 0.62;
/** Maximum font size of a name, upper bound of its letters, and the width beside the badge. */
const NAME = { size: 14, letters: 18, room: 96 } as const;

/** Maximum font size of the title of a page, and the width of its box. */
const TITLE = { size: 52, room: 276 } as const;
/** Average width of a letter of the display font, in font sizes. */
const DISPLAY_EM = 0.45;

/** Returns the font size of the title of a page. */
export const titleSize = (title: string): number => Math.min(TITLE.size, TITLE.room / (DISPLAY_EM * title.length));

/** Returns a name as a panel writes it, and its font size, so that it fits beside the badge. */
export function nameIn(name: string): { readonly text: string; readonly size: number } {
  const text = clipped(name, NAME.letters);
  return { text, size: Math.min(NAME.size, NAME.room / (EM * text.length)) };
}

/** Maximum font size of a note, its maximum width, and the padding of its tag on each side. */
const NOTE = { size: 13.5, room: 156, side: 8 } as const;

/** A tag with a note. */
export interface Tag {
  readonly text: string;
  readonly size: number;
  /** Half of the width of the tag. */
  readonly half: number;
}

/** Returns tags for the newest two notes, as large as fits. */
export const tagsIn = (notes: readonly string[]): Tag[] =>
  notes.slice(-2).map((text) => {
    const size = Math.min(NOTE.size, NOTE.room / (EM * text.length));
    return { text, size, half: (EM * size * text.length) / 2 + NOTE.side };
  });

/** Height of the centre of a sound in a panel, over the faces, and its minimum distance from the edges. */
const BURST_AT = 56;
const EDGE = 4;

/** Returns the position of a sound in a panel, and the scale at which it fits. */
export function burstIn(word: string, force: number, seed: number): { readonly x: number; readonly y: number; readonly scale: number } {
  const reach = burstReach(word, force, seed);
  return { x: WIDTH / 2, y: BURST_AT, scale: Math.min(1, (WIDTH / 2 - EDGE) / reach.x, (BURST_AT - EDGE) / reach.y) };
}

/** The framing of the two characters of a panel: both alike, or one of them close up. */
export type Framing = 'both' | 'striker' | 'struck';
const FRAMINGS: readonly Framing[] = ['both', 'struck', 'striker'];

/** Returns a framing for each panel: harm is shown close up on the character that suffers it, and no three in a row are alike. */
export function framingsOf(panels: readonly Panel[]): Framing[] {
  const found: Framing[] = [];
  for (const panel of panels) {
    const wish: Framing =
      sum(panel, 'harm') + sum(panel, 'stars') + sum(panel, 'fall') > 0 ? 'struck' : panel.shots.some(({ blow }) => blow) ? 'striker' : 'both';
    const tired = found.at(-1) === wish && found.at(-2) === wish;
    found.push(tired ? (FRAMINGS[(FRAMINGS.indexOf(wish) + 1) % FRAMINGS.length] ?? 'both') : wish);
  }
  return found;
}

/** A page of the strip: one or several turns, their best panels in order, and facts outside of panels as far as they fit. */
export interface StripPage {
  /** The first and the last of its turns; the page of turn 0 introduces the characters. */
  readonly turn: number;
  readonly last: number;
  readonly panels: readonly Panel[];
  readonly framings: readonly Framing[];
  /** The view at the start of the game, and at the end of the last turn of the page. */
  readonly start: unknown;
  readonly end: unknown;
  readonly lines: readonly string[];
}

/** The layout below the panels: a picture of the place with words beside it or, on a page without panels, above it, or words alone. */
export interface Below {
  readonly place: number | null;
  /** Whether the words are in the place of the first panel. */
  readonly above: boolean;
  readonly rows: readonly string[];
}

/** Width of a letter of the words below the panels, in units of the page; few are broader. */
const LETTER = 8.6;

/** Returns the layout of a page below `top`, in a width of `wide`; `panel` is the size of a panel on the page. */
export function below(page: StripPage, drawn: boolean, top: number, wide: number, panel: { readonly wide: number; readonly tall: number }): Below {
  const tall = PAGE.height - top - 50;
  const shown = drawn && page.turn > 0 && page.panels.length <= QUIET;
  if (!shown) return { place: null, above: false, rows: whole(page.lines, 98, Math.max(0, Math.floor(tall / LINE))) };
  const above = page.panels.length === 0;
  const place = above ? Math.min(wide, tall) : Math.min(PLACE, tall);
  const letters = Math.floor(((above ? panel.wide : wide - place) - 40) / LETTER);
  return { place, above, rows: whole(page.lines, letters, Math.floor((above ? panel.tall : place) / LINE) - 1) };
}

const worth = (panel: Panel): number => sum(panel, 'harm') + sum(panel, 'stars') + sum(panel, 'fall') + (panel.shots.some(({ blow }) => blow) ? 2 : 0);

/** Returns groups of turns that share a page, each with at least `FEWEST` panels; too few at the end join the group before. */
function grouped(turns: readonly number[], panels: (turn: number) => number): number[][] {
  const groups: number[][] = [];
  let open = 0;
  for (const turn of turns) {
    const last = groups.at(-1);
    if (last === undefined || open >= FEWEST) {
      groups.push([turn]);
      open = 0;
    } else last.push(turn);
    open += panels(turn);
  }
  const left = open < FEWEST && groups.length > 1 ? groups.pop() : undefined;
  if (left) groups.at(-1)?.push(...left);
  return groups;
}

/** Returns the pages of a game: a cover with the characters, then a page for each turn, or for several with few panels. */
export function pagesOf(reel: Reel): StripPage[] {
  const turns = [...new Set([...reel.panels.map(({ turn }) => turn), ...reel.lines.map(({ turn }) => turn)])].filter((turn) => turn > 0).sort((a, b) => a - b);
  const groups = grouped(turns, (turn) => reel.panels.filter((panel) => panel.turn === turn).length);
  const cover = { turn: 0, last: 0, panels: [], framings: [], start: reel.start, end: reel.end(0), lines: [] };
  const pages = groups.map((group, n): StripPage => {
    const here = (turn: number) => group.includes(turn) || (n === 0 && turn === 0);
    const there = reel.panels.filter((panel) => here(panel.turn));
    // The end of the game takes the place of a panel.
    const most = n === groups.length - 1 ? PANELS - 1 : PANELS;
    const best = new Set([...there].sort((a, b) => worth(b) - worth(a)).slice(0, most));
    const panels = there.filter((panel) => best.has(panel));
    const room = Math.max(0, BESIDES - 8 * best.size);
    return {
      turn: group[0] ?? 0,
      last: group.at(-1) ?? 0,
      start: reel.start,
      end: reel.end(group.at(-1) ?? 0),
      panels,
      framings: framingsOf(panels),
      lines: reel.lines.flatMap((line) => (here(line.turn) ? [line.text] : [])).slice(0, room),
    };
  });
  return [cover, ...pages];
}
