/** Puts the shared symbols into the page, once. Modules that draw with `<use href="#order-CP">` or `#item-cran` import this one. */
import { mount } from 'svelte';
import Sprite from './Sprite.svelte';

if (typeof document !== 'undefined') mount(Sprite, { target: document.body });
