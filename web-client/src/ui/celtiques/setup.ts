import type { OwnSetup } from '../ruleset';
import Creation from './Creation.svelte';
import Terms from './Terms.svelte';

const setup: OwnSetup = { Creation, Terms };

export default setup;
