import type { RulesetSetup } from '../ruleset';
import Band from './Band.svelte';
import Creation from './Creation.svelte';
import Terms from './Terms.svelte';

const setup: RulesetSetup = { Creation, Band, Terms };

export default setup;
