/** The people of other times, by era: hats and coats first, so that eras differ by silhouette. */
import { BLACK, BROWN, DARK, OLIVE, PALE, ROSY, type Look } from './looks';

const TAN = '#b98a58';
const STEEL = '#a7adb5';

const LOOKS: Readonly<Record<string, readonly Look[]>> = {
  western: [
    { id: 'sheriff', skin: ROSY, hair: 'short', hairColour: '#5b3a22', hat: 'stetson', hatColour: '#e6d4a6', top: 'vest', legs: 'jeans', legColour: '#3f4a6b', shoes: '#5e3a18', extras: ['moustache'] },
    { id: 'as', skin: OLIVE, hair: 'short', hairColour: BLACK, hat: 'stetson', hatColour: '#2b2438', top: 'suit', legs: 'jeans', legColour: '#2f2b3d', shoes: BLACK, extras: ['stubble'] },
    { id: 'calamity', skin: PALE, hair: 'long', hairColour: '#c4562b', hat: 'stetson', hatColour: TAN, top: 'vest', legs: 'jeans', legColour: '#6a4a2c', shoes: '#5e3a18', extras: ['lips', 'freckles'] },
    { id: 'forgeron', skin: BROWN, hair: 'bald', hairColour: '#2d1d16', top: 'apron', legs: 'jeans', legColour: '#39354a', shoes: BLACK, extras: ['beard', 'belly'] },
    { id: 'bandido', skin: OLIVE, hair: 'short', hairColour: BLACK, hat: 'stetson', hatColour: '#d9a441', top: 'trench', legs: 'jeans', legColour: '#6a5b45', shoes: '#5e3a18', extras: ['moustache', 'scarf'] },
    { id: 'trappeur', skin: ROSY, hair: 'long', hairColour: '#8a5a2b', hat: 'hood', hatColour: '#7a5a38', top: 'vest', legs: 'jeans', legColour: '#7a5a38', shoes: '#5e3a18', extras: ['beard'] },
    { id: 'veuve', skin: PALE, hair: 'bun', hairColour: BLACK, top: 'dress', legs: 'long-skirt', legColour: '#2f2b3d', shoes: BLACK, extras: ['lips', 'earrings'] },
  ],
  pirates: [
    { id: 'capitaine', skin: ROSY, hair: 'curls', hairColour: '#2b2233', hat: 'tricorn', hatColour: '#2b2438', top: 'coat', legs: 'jeans', legColour: '#2f2b3d', shoes: BLACK, extras: ['beard', 'earrings'] },
    { id: 'bosco', skin: BROWN, hair: 'bald', hairColour: '#2d1d16', hat: 'bandana', hatColour: '#c4302b', top: 'sailor', legs: 'shorts', legColour: '#6a5b45', shoes: '#5e3a18', extras: ['earrings', 'belly'] },
    { id: 'flibuste', skin: PALE, hair: 'long', hairColour: '#c4562b', hat: 'tricorn', hatColour: '#7b1e2e', top: 'coat', legs: 'leggings', legColour: '#3a2a22', shoes: BLACK, extras: ['lips'] },
    { id: 'gabier', skin: OLIVE, hair: 'ponytail', hairColour: '#3a2716', hat: 'bandana', hatColour: '#2d6a8a', top: 'sailor', legs: 'flares', legColour: '#e8dcc0', shoes: BLACK, extras: ['stubble'] },
    { id: 'vieux', skin: ROSY, hair: 'long', hairColour: '#cfc9dd', hat: 'tricorn', hatColour: '#5e3a18', top: 'braces', legs: 'shorts', legColour: '#4a4458', shoes: BLACK, extras: ['beard'] },
    { id: 'tambour', skin: DARK, hair: 'dreads', hairColour: '#1d1622', hat: 'headband', hatColour: '#ffb347', top: 'coat', legs: 'jeans', legColour: '#6a4a2c', shoes: BLACK, extras: [] },
  ],
  ww2: [
    { id: 'sergent', skin: ROSY, hair: 'short', hairColour: '#5b3a22', hat: 'steel', hatColour: '#6d7050', top: 'uniform', legs: 'jeans', legColour: '#6d7050', shoes: '#5e3a18', extras: ['moustache'] },
    { id: 'para', skin: PALE, hair: 'short', hairColour: '#6e4a2c', hat: 'beret', hatColour: '#7b1e2e', top: 'uniform', legs: 'jeans', legColour: '#7a6a48', shoes: BLACK, extras: ['stubble'] },
    { id: 'maquis', skin: OLIVE, hair: 'curls', hairColour: '#3a1f16', hat: 'beret', hatColour: '#241f33', top: 'trench', legs: 'jeans', legColour: '#4a4458', shoes: '#5e3a18', extras: ['scarf'] },
    { id: 'radio', skin: BROWN, hair: 'short', hairColour: '#1d1622', hat: 'steel', hatColour: '#7d8160', top: 'uniform', legs: 'jeans', legColour: '#6d7050', shoes: BLACK, extras: ['glasses'] },
    { id: 'estafette', skin: PALE, hair: 'bob', hairColour: '#8a5a2b', hat: 'cap', hatColour: '#6a5b45', top: 'trench', legs: 'skirt', legColour: '#4a4458', shoes: '#5e3a18', extras: ['lips'] },
    { id: 'mitrailleur', skin: DARK, hair: 'short', hairColour: '#1d1622', hat: 'steel', hatColour: '#565a3f', top: 'uniform', legs: 'jeans', legColour: '#565a3f', shoes: BLACK, extras: ['belly'] },
  ],
  medieval: [
    { id: 'chevalier', skin: PALE, hair: 'short', hairColour: '#6e4a2c', hat: 'helm', hatColour: STEEL, top: 'tabard', legs: 'leggings', legColour: STEEL, shoes: '#6a6f78', extras: [] },
    { id: 'piquier', skin: ROSY, hair: 'short', hairColour: '#5b3a22', hat: 'kettle', hatColour: STEEL, top: 'tabard', legs: 'jeans', legColour: '#6a4a2c', shoes: '#5e3a18', extras: ['moustache'] },
    { id: 'archere', skin: PALE, hair: 'long', hairColour: '#d9a441', hat: 'hood', hatColour: '#4f7a35', top: 'braces', legs: 'leggings', legColour: '#6a5b45', shoes: '#5e3a18', extras: ['lips'] },
    { id: 'arbaletrier', skin: OLIVE, hair: 'short', hairColour: BLACK, hat: 'kettle', hatColour: '#8a8f8c', top: 'tabard', legs: 'jeans', legColour: '#4a4458', shoes: '#5e3a18', extras: ['stubble'] },
    { id: 'routier', skin: BROWN, hair: 'long', hairColour: '#2d1d16', hat: 'hood', hatColour: '#7b1e2e', top: 'tabard', legs: 'jeans', legColour: '#5b4a35', shoes: '#5e3a18', extras: ['beard'] },
    { id: 'ecuyer', skin: PALE, hair: 'bob', hairColour: '#b9752b', top: 'tabard', legs: 'leggings', legColour: '#7b1e2e', shoes: '#5e3a18', extras: ['freckles'] },
  ],
};

/** How many looks an era has. */
export const looksOfEra = (era: string): number => LOOKS[era]?.length ?? 0;

/** The look of a number in an era; numbers beyond the last start over. */
export function eraLook(era: string, n: number): Look {
  const looks = LOOKS[era] ?? (LOOKS.western as readonly Look[]);
  return looks[((Math.trunc(n) % looks.length) + looks.length) % looks.length] as Look;
}
