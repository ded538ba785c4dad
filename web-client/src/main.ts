import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { fetchAhead } from './ui/rest';

/** Puts the client into the page. */
export function run(): void {
  const target = document.getElementById('app');
  // The head that the page came with gives way to the client's own.
  target?.replaceChildren();
  if (target) mount(App, { target });
  // It is for whoever installs the game, and asks for pictures: it comes last.
  fetchAhead(async () => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }));
    await (await import('./store/push')).startWorker();
  });
}
