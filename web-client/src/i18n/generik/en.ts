export { en as log } from './log.en';
export { en as logPanel } from './logpanel.en';
