import type { RulesetSetup } from '../ruleset';
import Creation from './Creation.svelte';

const setup: RulesetSetup = { Creation };

export default setup;
