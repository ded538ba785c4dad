/** The first script of every page: asks what can be asked at once, then brings in the client. */
import { initialLang } from './i18n/initial';
import { begin } from './net/early';
import { ownTask } from './ui/rest';

/** Words of the systems, which come language by language. */
const dictionaries = import.meta.glob('./i18n/*/{fr,en}.ts');
const books = {
  fr: import.meta.glob(['./rulebook/*.toml', '!./rulebook/*.help.toml'], { query: '?fr' }),
  en: import.meta.glob(['./rulebook/*.toml', '!./rulebook/*.help.toml'], { query: '?en' }),
};
const told = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="bagarre-${name}"]`)?.content;
const system = told('system');
const book = told('book');
/** What the page says when the client does not start. */
const words = document.getElementById('stuck');

/** Says at once that the client does not start, and what the browser tells of it. What had been put into the page gives way. */
function stuck(why: unknown): void {
  if (!words) return;
  document.getElementById('app')?.replaceChildren(words);
  words.classList.add('now');
  const told = document.getElementById('stuck-why');
  if (told) told.textContent = String(why);
}

/** Asks for what the page will need, and starts the client once it has come. */
async function start(): Promise<void> {
  begin(system);
  if (book) void books[initialLang()][`./rulebook/${book}.toml`]?.().catch(() => undefined);
  if (system) void dictionaries[`./i18n/${system}/${initialLang()}.ts`]?.().catch(() => undefined);
  const [main] = await Promise.all([import('./main'), styled()]);
  await ownTask();
  main.run();
}
start().catch(stuck);

/** Nothing is laid out before the style sheets that the page names are there. */
function styled(): Promise<unknown> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => !link.sheet);
  return Promise.all(sheets.map((link) => new Promise((settle) => (link.onload = link.onerror = settle))));
}
