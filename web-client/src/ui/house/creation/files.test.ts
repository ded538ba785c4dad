import { expect, test } from 'vitest';
import { fileName } from './files';

test('a file is called like the band in it', () => {
  expect(['Les Étêtés', 'Les fils du torque', '???'].map(fileName)).toEqual(['les-etetes.json', 'les-fils-du-torque.json', 'bande.json']);
});
