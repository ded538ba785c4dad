import type { OwnSetup } from '../ruleset';
import Creation from './Creation.svelte';

const setup: OwnSetup = { Creation };

export default setup;
