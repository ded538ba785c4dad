import { expect, it } from 'vitest';
import { articles } from './articles';
import { cardText } from './panel';

it('writes the articles of names as French does', () => {
  const said = (text: string) => articles(text, 'fr').replace(/\u00a0/g, ' ');
  expect(said('AO ! Le Forgeron réagit à Le Chef : tirer.')).toBe('AO ! Le Forgeron réagit au Chef : tirer.');
  expect(said('L’épée de Le Chef, de Les Olsen, de La Doyenne et de L’Apprenti.')).toBe('L’épée du Chef, des Olsen, de la Doyenne et de l’Apprenti.');
  expect(said('Phase 3 : à Les Olsen de jouer.')).toBe('Phase 3 : aux Olsen de jouer.');
  expect(said('Raté. La Vigie s’en tire.')).toBe('Raté. La Vigie s’en tire.');
  expect(said('On coupe la route à Ringo.')).toBe('On coupe la route à Ringo.');
});

it('writes them as English does', () => {
  expect(articles('AO! The Doc reacts to The Chief: shoot.', 'en')).toBe('AO! The Doc reacts to the Chief: shoot.');
});

it('writes them in the panels too', () => {
  expect(cardText('see', { who: 'Le Requin' })).toBe('La fiche du Requin');
});
