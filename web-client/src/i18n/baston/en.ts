export { en as card } from './card.en';
export { en as log } from './log.en';
export { en as logPanel } from './logpanel.en';
export { en as question } from './question.en';
export { en as sheet } from './sheet.en';
export { en as words } from './words.en';
