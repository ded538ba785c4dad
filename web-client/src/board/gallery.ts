import '../app.css';
import { mount } from 'svelte';
import { fetchLanguages } from '../i18n/index.svelte';
import Gallery from './Gallery.svelte';

await fetchLanguages();
const target = document.getElementById('app');
if (target) mount(Gallery, { target });
