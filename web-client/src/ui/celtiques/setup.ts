import type { OwnSetup } from '../ruleset';
import Band from './Band.svelte';
import Creation from './Creation.svelte';
import Terms from './Terms.svelte';

const setup: OwnSetup = { Creation, Band, Terms };

export default setup;
