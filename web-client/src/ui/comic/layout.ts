/** Sizes of panels and pages, and how words fit in. */
import { burstReach } from '../../art/bursts';
import type { DieShow } from '../../surface/dice';
import { sum, type Caption, type Panel } from './comic';
import type { Reel } from './reel';

/** A panel, in units of its own. */
export const WIDTH = 400;
export const HEIGHT = 300;
/** A page: two panels across, on paper as tall as A4. */
export const PAGE = { width: 840, height: 1188, margin: 14 } as const;
/** Panels on a page, the title in the place of the first; how large they are there, and what lies around them. */
const PANELS = 7;
/** Turns share a page until it has so many, where the game has them. */
export const FEWEST = 3;
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

/** Words that end as a sentence does. */
export const sentence = (words: string): string => {
  const text = words.trim();
  return text === '' || /[.!?…][»”")]*$/u.test(text) ? text : `${text.replace(/[\s,;:–-]+$/u, '')}.`;
};

/** Lines of words that end where they have to, with a sign that there was more. */
const cut = (rows: readonly string[], most: number): string[] =>
  rows.length <= most ? [...rows] : rows.slice(0, most).map((row, n) => (n === most - 1 ? `${row.replace(/[\s,;:.–-]+$/u, '')}…` : row));

/** What fits into so many lines, each thing whole: nothing ends in the middle of a sentence. */
function whole(texts: readonly string[], letters: number, most: number): string[] {
  const rows: string[] = [];
  for (const text of texts) {
    const next = wrapped(sentence(text), letters);
    if (rows.length + next.length > most) break;
    rows.push(...next);
  }
  return rows;
}

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

/** Where the faces of a panel are: what is drawn of it on a phone, where its words stand beside it. */
export const FACES = { top: 76, height: 140 } as const;
/** The sound and the faces below it: what is drawn of a panel on a large screen. */
export const SOUND_AND_FACES = { top: 0, height: FACES.top + FACES.height } as const;

/** What a die came to, in short: its total, what it was thrown against, whether it was enough. */
export const resultOf = ({ total, adds, goal, ok }: DieShow): string =>
  [total !== undefined && (adds?.length ?? 0) > 0 ? String(total) : '', goal ?? '', ok === undefined ? '' : ok ? '✓' : '✗']
    .filter((one) => one !== '')
    .join('  ');

/** Letters of a caption that stands beside the drawing, in the narrowest of its columns. */
const BESIDE = 112;

/** The caption of a panel in one text, for where it stands beside the drawing: the newest of what is loud, or of everything, each sentence whole. */
export function captionIn(captions: readonly Caption[]): string {
  const loud = captions.filter(({ weight }) => weight === 'loud');
  let words = '';
  for (const { text } of (loud.length > 0 ? loud : captions).toReversed()) {
    if (words !== '' && text.length + 1 + words.length > BESIDE) break;
    words = words === '' ? text : `${text} ${words}`;
  }
  return words;
}

/** How wide a letter is, in heights of the type: bold ones are, on the whole, no wider. */
const EM = 0.62;
/** The largest type of a name, letters of it that are written at most, and the room beside the badge. */
const NAME = { size: 14, letters: 18, room: 96 } as const;

/** The title of a page of the strip: its largest type, and the room on its strip of paper. */
const TITLE = { size: 52, room: 276 } as const;
/** How wide a letter of the display type is, in heights of it. */
const DISPLAY_EM = 0.45;

/** How large the title of a page is written. */
export const titleSize = (title: string): number => Math.min(TITLE.size, TITLE.room / (DISPLAY_EM * title.length));

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

/** How a panel looks at the two in it: both alike, or one of them from nearby. */
export type Framing = 'both' | 'striker' | 'struck';
const FRAMINGS: readonly Framing[] = ['both', 'struck', 'striker'];

/** A framing for each of some panels in order: what hurts is seen on whoever it hurts, and never three alike follow each other. */
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

/** A page of the strip: a turn or a few, their best panels in order, and what is told besides where there is room. */
export interface StripPage {
  /** The first and the last of its turns; the page of turn 0 introduces everybody. */
  readonly turn: number;
  readonly last: number;
  readonly panels: readonly Panel[];
  readonly framings: readonly Framing[];
  /** How things stood before the first turn, and at the end of the last one here. */
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
  if (!shown) return { place: null, above: false, rows: whole(page.lines, 98, Math.max(0, Math.floor(tall / LINE))) };
  const above = page.panels.length === 0;
  const place = above ? Math.min(wide, tall) : Math.min(PLACE, tall);
  const letters = Math.floor(((above ? panel.wide : wide - place) - 40) / LETTER);
  return { place, above, rows: whole(page.lines, letters, Math.floor((above ? panel.tall : place) / LINE) - 1) };
}

const worth = (panel: Panel): number => sum(panel, 'harm') + sum(panel, 'stars') + sum(panel, 'fall') + (panel.shots.some(({ blow }) => blow) ? 2 : 0);

/** The turns that share a page: each goes on until it has enough panels; what is left over at the end joins the page before. */
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

/** The pages of a game: one that introduces everybody, then a page for each turn, or for a few in which little is told. */
export function pagesOf(reel: Reel): StripPage[] {
  const turns = [...new Set([...reel.panels.map(({ turn }) => turn), ...reel.lines.map(({ turn }) => turn)])].filter((turn) => turn > 0).sort((a, b) => a - b);
  const groups = grouped(turns, (turn) => reel.panels.filter((panel) => panel.turn === turn).length);
  const cover = { turn: 0, last: 0, panels: [], framings: [], start: reel.start, end: reel.end(0), lines: [] };
  const pages = groups.map((group, n): StripPage => {
    const here = (turn: number) => group.includes(turn) || (n === 0 && turn === 0);
    const there = reel.panels.filter((panel) => here(panel.turn));
    // The end of the game stands in the place of a panel.
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
