export { fr as log } from './log.fr';
export { fr as logPanel } from './logpanel.fr';
export { fr as question } from './question.fr';
