/** The first script of every page: asks what can be asked at once, then brings in the client. */
import { initialLang } from './i18n/initial';
import { begin } from './net/early';
import { ownTask } from './ui/rest';

/** Words of the systems, which come language by language. */
const words = import.meta.glob('./i18n/*/{fr,en}.ts');
const books = import.meta.glob(['./rulebook/*.{fr,en}.json', '!./rulebook/*.help.*.json']);
const told = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="bagarre-${name}"]`)?.content;
const system = told('system');
const book = told('book');
begin(system);
if (book) void books[`./rulebook/${book}.${initialLang()}.json`]?.().catch(() => undefined);
if (system) void words[`./i18n/${system}/${initialLang()}.ts`]?.().catch(() => undefined);

void Promise.all([import('./main'), styled()]).then(async ([main]) => {
  await ownTask();
  main.run();
});

/** Nothing is laid out before the style sheets that the page names are there. */
function styled(): Promise<unknown> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => !link.sheet);
  return Promise.all(sheets.map((link) => new Promise((settle) => (link.onload = link.onerror = settle))));
}
