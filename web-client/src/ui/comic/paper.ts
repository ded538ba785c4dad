/** Exports of drawings: SVG that does not depend on the page, and pictures made of it. */
import display from '@fontsource/bangers/files/bangers-latin-400-normal.woff2?url';
import text from '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff2?url';
import bold from '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff2?url';
import { flushSync, mount, unmount, type Component } from 'svelte';

/** The properties that are copied from the computed style into the exported drawing. */
const PAINT = ['fill', 'stroke', 'stroke-width', 'font-family', 'letter-spacing', 'paint-order'] as const;

const FONTS = [
  ['Bangers', 400, display],
  ['Atkinson Hyperlegible', 400, text],
  ['Atkinson Hyperlegible', 700, bold],
] as const;

let faces: Promise<string> | undefined;

/** Loads the fonts of the page into a style sheet, as data URLs; cached once loaded. */
function fonts(): Promise<string> {
  faces ??= Promise.all(
    FONTS.map(async ([family, weight, url]) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)}) format('woff2')}`;
    }),
  ).then((all) => all.join(''));
  faces.catch(() => (faces = undefined));
  return faces;
}

/** Renders a component that draws one `<svg>`, and returns it as a standalone SVG document. */
export async function standalone<P extends Record<string, unknown>>(Drawn: Component<P>, props: P): Promise<string> {
  const style = await fonts();
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;left:-10000px;top:0;visibility:hidden';
  document.body.append(host);
  const drawn = mount(Drawn as Component<Record<string, unknown>>, { target: host, props });
  try {
    flushSync();
    const svg = host.querySelector('svg');
    if (!svg) throw new Error('nothing was drawn');
    return written(svg, style);
  } finally {
    void unmount(drawn);
    host.remove();
  }
}

function written(svg: SVGSVGElement, style: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [...copy.querySelectorAll<SVGElement>('*')];
  const gone: SVGElement[] = [];
  // The style sheets of the page do not apply to the file, so that computed styles are written into the elements.
  [...svg.querySelectorAll<SVGElement>('*')].forEach((element, n) => {
    const target = copies[n];
    if (!target || !element.closest('[class]')) return;
    const computed = getComputedStyle(element);
    if (computed.display === 'none') gone.push(target);
    else for (const name of PAINT) target.style.setProperty(name, computed.getPropertyValue(name));
    target.removeAttribute('class');
  });
  for (const element of gone) element.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const used = new Set([...copy.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? ''));
  const symbols = [...used].flatMap((href) => (href.startsWith('#') ? (document.getElementById(href.slice(1)) ?? []) : []));
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  for (const symbol of symbols) defs.append(symbol.cloneNode(true));
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  sheet.textContent = style;
  copy.prepend(sheet, defs);
  const root = getComputedStyle(document.documentElement);
  const value = (whole: string, name: string) => root.getPropertyValue(name).trim().replaceAll('"', "'") || whole;
  return new XMLSerializer()
    .serializeToString(copy)
    .replace(/var\((--[\w-]+)(?:,[^()]*)?\)/g, value)
    .replace(/<!--[\s\S]*?-->/g, '');
}

/** Paints an SVG on a canvas, `scale` times as large. */
export async function painted(svg: string, width: number, height: number, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('this browser paints no pictures');
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes a canvas as a file. */
export const packed = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(`no ${type}`))), type, quality);
  });

/** Downloads a file in the browser. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
