export { fr as card } from './card.fr';
export { fr as question } from './question.fr';
export { fr as sheet } from './sheet.fr';
