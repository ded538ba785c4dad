export { fr as log } from './log.fr';
export { fr as logPanel } from './logpanel.fr';
