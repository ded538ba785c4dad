import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { fetchAhead } from './ui/rest';

/** Mounts the client in the page. */
export function run(): void {
  const target = document.getElementById('app');
  // The client renders a head of its own, so that the one of the HTML is removed.
  target?.replaceChildren();
  if (target) mount(App, { target });
  // The manifest is only needed to install the game, and makes the browser fetch pictures, so that it is added last.
  fetchAhead(async () => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }));
    await (await import('./store/push')).startWorker();
  });
}
