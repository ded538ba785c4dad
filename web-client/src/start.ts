/** The first script of every page: sends the requests that are known at once, then loads the client. */
import { initialLang } from './i18n/initial';
import { begin } from './net/early';
import { ownTask } from './ui/rest';

/** Dictionaries of the systems, which are fetched language by language. */
const dictionaries = import.meta.glob('./i18n/*/{fr,en}.ts');
const books = {
  fr: import.meta.glob(['./rulebook/*.toml', '!./rulebook/*.help.toml'], { query: '?fr' }),
  en: import.meta.glob(['./rulebook/*.toml', '!./rulebook/*.help.toml'], { query: '?en' }),
};
const told = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="bagarre-${name}"]`)?.content;
const system = told('system');
const book = told('book');
/** The message of the page for a client that does not start. */
const words = document.getElementById('stuck');

/** Shows at once that the client does not start, with the error of the browser, in place of the content of the page. */
function stuck(why: unknown): void {
  if (!words) return;
  document.getElementById('app')?.replaceChildren(words);
  words.classList.add('now');
  const told = document.getElementById('stuck-why');
  if (told) told.textContent = String(why);
}

/** Requests what the page needs, and starts the client once script and style sheets are loaded. */
async function start(): Promise<void> {
  begin(system);
  if (book) void books[initialLang()][`./rulebook/${book}.toml`]?.().catch(() => undefined);
  if (system) void dictionaries[`./i18n/${system}/${initialLang()}.ts`]?.().catch(() => undefined);
  const [main] = await Promise.all([import('./main'), styled()]);
  await ownTask();
  main.run();
}
start().catch(stuck);

/** Resolves once the style sheets of the page are loaded or have failed, so that nothing is laid out before. */
function styled(): Promise<unknown> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => !link.sheet);
  return Promise.all(sheets.map((link) => new Promise((settle) => (link.onload = link.onerror = settle))));
}
