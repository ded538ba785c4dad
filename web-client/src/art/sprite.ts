/** Puts the shared symbols into the page, once: whoever draws with `<use href="#order-CP">` or `#item-cran` imports this. */
import { mount } from 'svelte';
import Sprite from './Sprite.svelte';

if (typeof document !== 'undefined') mount(Sprite, { target: document.body });
