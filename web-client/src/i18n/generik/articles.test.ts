import { expect, it } from 'vitest';
import { articles } from './articles';
import { cardText } from './panel';

it('writes the articles of names as French does', () => {
  const said = (text: string) => articles(text, 'fr').replace(/\u00a0/g, ' ');
  expect(said('AO ! Le Forgeron réagit à La Vigie : tirer.')).toBe('AO ! Le Forgeron réagit à la Vigie : tirer.');
  expect(said('L’épée de La Doyenne et de L’Apprenti.')).toBe('L’épée de la Doyenne et de l’Apprenti.');
  expect(said('Raté. La Vigie s’en tire.')).toBe('Raté. La Vigie s’en tire.');
  expect(said('On coupe la route à Ringo.')).toBe('On coupe la route à Ringo.');
});

it('writes the articles of names as English does', () => {
  expect(articles('AO! The Doc reacts to The Chief: shoot.', 'en')).toBe('AO! The Doc reacts to the Chief: shoot.');
});

it('writes the articles of names in the panels too', () => {
  expect(cardText('see', { who: 'Le Requin' })).toBe('La fiche du Requin');
});
