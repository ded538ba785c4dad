import { expect, test } from 'vitest';
import { fileName } from './files';

test('a file is named after its band', () => {
  expect(['Les Étêtés', 'Les fils du torque', '???'].map(fileName)).toEqual(['les-etetes.json', 'les-fils-du-torque.json', 'bande.json']);
});
