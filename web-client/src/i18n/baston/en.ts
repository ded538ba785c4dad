export { en as card } from './card.en';
export { en as question } from './question.en';
export { en as sheet } from './sheet.en';
