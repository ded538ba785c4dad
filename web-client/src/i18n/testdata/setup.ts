/** Set-up of the tests: presentations of systems, and their dictionaries in both languages. */
import '../baston';
import '../generik';
import { fetchLanguages } from '../index.svelte';
import type { Presentation } from '../../protocol';
import baston from '../../protocol/baston/folding.json';
import energie from '../../protocol/energie/folding.json';
import generik from '../../protocol/generik/folding.json';
import { Presented } from '../../ui/house/presented.svelte';

new Presented('baston', baston as unknown as Presentation);
new Presented('energie', energie as unknown as Presentation);
new Presented('generik', generik as unknown as Presentation);
await fetchLanguages();
