import type { Page } from '@playwright/test';

/** Sizes of windows at which no element sticks out sideways; the last is a window of 1280 × 1024 at 400 % (WCAG 1.4.10). */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 320, height: 256 },
] as const;

/** Text that fills a line in different ways; only Chinese and Thai have places where a line breaks by itself. */
const SCRIPTS = {
  latin: 'W',
  arabic: 'ﷺ',
  devanagari: 'क्ष्मी',
  german: 'Donaudampfschifffahrtsgesellschaft',
  cjk: '龘',
  thai: 'กรุงเทพมหานคร',
  emoji: '🦹',
} as const;
type Script = keyof typeof SCRIPTS;
/** The scripts that are tested at all sizes; the others break like one of them, and are tested at two sizes. */
const WIDEST: readonly Script[] = ['latin', 'arabic', 'devanagari'];

/** The names on a page that are replaced: those of people and figures by 24 characters, those of rooms and campaigns by 60. */
export interface Named {
  people?: readonly string[];
  places?: readonly string[];
}

/** Returns a name of `length` characters in a script. */
const longest = (script: Script, length: number) => [...SCRIPTS[script].repeat(length)].slice(0, length).join('');

/** Returns the faults of the page at its size: elements that stick out, and tools and headings that are cut off. */
function measure(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  const width = root.clientWidth;
  const over = Math.max(root.scrollWidth - width, document.body.scrollWidth - document.body.clientWidth);
  const name = (element: Element) => {
    const classes = [...element.classList].filter((one) => !one.startsWith('svelte-')).join('.');
    const own = element.tagName.toLowerCase() + (element.id ? `#${element.id}` : '') + (classes ? `.${classes}` : '');
    const parent = element.parentElement;
    const above = parent ? [...parent.classList].filter((one) => !one.startsWith('svelte-')).join('.') : '';
    return `${above ? `.${above} > ` : ''}${own} “${(element.textContent ?? '').trim().slice(0, 24)}”`;
  };
  /** Returns the nearest element, other than the page itself, that clips or scrolls an element. */
  const clip = (element: Element): Element | null => {
    let fixed = getComputedStyle(element).position === 'fixed';
    for (let up = element.parentElement; up && up !== document.body && up !== root; up = up.parentElement) {
      if (fixed) return null;
      const style = getComputedStyle(up);
      if (style.overflowX !== 'visible' || style.contain.includes('paint')) return up;
      fixed = style.position === 'fixed';
    }
    return null;
  };
  const shown = (element: Element) =>
    element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only, .describe, .skip-link, [inert]');
  const culprits: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') && element.tagName !== 'svg') continue;
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if ((box.right > width + 1 || box.left < -1) && !clip(element)) culprits.push(`${name(element)} from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const style = getComputedStyle(element);
    // A fixed bar may scroll only where its style allows it.
    if (style.position === 'fixed' && style.overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`fixed ${name(element)} is ${element.scrollWidth} wide in ${element.clientWidth}`);
    }
  }
  // The deepest elements are the cause.
  if (culprits.length > 0) faults.push(`sticks out: ${culprits.slice(-3).join('; ')}`);
  else if (over > 0) faults.push(`scrolls sideways by ${over}`);
  // A bar must not cut off its links and buttons.
  for (const tool of document.body.querySelectorAll('header :is(a, button, select), nav :is(a, button)')) {
    const cutter = shown(tool) ? clip(tool) : null;
    if (!cutter || /auto|scroll/.test(getComputedStyle(cutter).overflowX)) continue;
    const [box, edge] = [tool.getBoundingClientRect(), cutter.getBoundingClientRect()];
    if (box.width > 0 && (box.right > edge.right + 1 || box.left < edge.left - 1)) faults.push(`cut off: ${name(tool)} in ${name(cutter)}`);
  }
  for (const heading of document.body.querySelectorAll('h1, h2, h3, h4, legend, [role=heading]')) {
    if (!shown(heading)) continue;
    const range = document.createRange();
    range.selectNodeContents(heading);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    if (lines.length === 0) continue;
    const [left, right] = [Math.min(...lines.map((line) => line.left)), Math.max(...lines.map((line) => line.right))];
    const own = getComputedStyle(heading);
    // A heading of one line may be shortened where its title has the whole text.
    if (own.textOverflow === 'ellipsis' && heading.hasAttribute('title')) continue;
    const cutter = own.overflowX === 'hidden' || own.overflowX === 'clip' ? heading : clip(heading);
    if (!cutter || /auto|scroll/.test(getComputedStyle(cutter).overflowX)) continue;
    const edge = cutter.getBoundingClientRect();
    if (right > edge.right + 1 || left < edge.left - 1) faults.push(`cut off: ${name(heading)} in ${name(cutter)}`);
  }
  return faults;
}

/** How long a page may take to settle after its window was resized, in milliseconds: animations end, and parts are drawn again. */
const SETTLE_TIMEOUT_MS = 5_000;

/** Returns the faults of a page that has settled at its size: parts of it may lag for some frames, or longer on a busy machine. */
async function settled(page: Page): Promise<string[]> {
  const end = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const faults = await page.evaluate(measure);
    if (faults.length === 0 || Date.now() > end) return faults;
  }
}

interface Swapped {
  /** Text nodes that were changed, with their old text. */
  kept?: Map<Text, string>;
}

/** Replaces words on the page, the longest first; without pairs, restores the old text. */
function swap(pairs: readonly (readonly [string, string])[]): void {
  const page = window as unknown as Swapped;
  const kept = (page.kept ??= new Map<Text, string>());
  for (const [node, plain] of kept) node.data = plain;
  kept.clear();
  if (pairs.length === 0) return;
  const others = new Map(pairs);
  const any = new RegExp(pairs.map(([word]) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    const plain = text.data;
    const changed = plain.replace(any, (word) => others.get(word) ?? word);
    if (changed === plain) continue;
    kept.set(text, plain);
    text.data = changed;
  }
}

/**
 * Returns the faults of a page at all sizes, with its own names and with the longest ones in their place. Each fault is reported with the
 * first size and script at which it shows.
 */
export async function faultsOf(page: Page, state: string, { people = [], places = [] }: Named = {}): Promise<string[]> {
  const found = new Map<string, string>();
  const before = page.viewportSize();
  const words = [...people.map((word) => [word, 24] as const), ...places.map((word) => [word, 60] as const)].sort(([a], [b]) => b.length - a.length);
  const scripts = Object.keys(SCRIPTS) as Script[];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const whole = size.width === 1440 || size.width === 390;
    for (const script of ['plain', ...(words.length === 0 ? [] : whole ? scripts : WIDEST)] as const) {
      await page.evaluate(swap, script === 'plain' ? [] : words.map(([word, length]) => [word, longest(script, length)] as const));
      for (const fault of await settled(page)) {
        const key = fault.replace(/“[^”]*”|-?\d+/g, '');
        if (!found.has(key)) found.set(key, `${state}, ${size.width}×${size.height}, ${script}: ${fault}`);
      }
      if (process.env.PICTURES && (script === 'plain' || script === 'latin')) {
        await page.screenshot({ path: `screens/widths-${state.replace(/\W+/g, '-')}-${script}-${size.width}x${size.height}.png` });
      }
    }
    await page.evaluate(swap, []);
  }
  if (before) await page.setViewportSize(before);
  return [...found.values()];
}

/** Collects the names in an answer of the server: strings under the key `name`. */
export function namesIn(told: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(told)) for (const one of told) namesIn(one, into);
  else if (typeof told === 'object' && told !== null) {
    for (const [key, value] of Object.entries(told)) {
      if (key === 'name' && typeof value === 'string' && /^[\p{Lu}].{2,}/u.test(value)) into.add(value);
      else namesIn(value, into);
    }
  }
  return into;
}
