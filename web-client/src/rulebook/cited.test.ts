import { expect, test } from 'vitest';
import { cited } from './cited';

test('a ruling stands behind its rule', () => {
  expect(cited('BAS-MOV-05/RUL-99')).toEqual({ rule: 'BAS-MOV-05', ruling: 'RUL-99' });
  expect(cited('GEN-CC-06')).toEqual({ rule: 'GEN-CC-06', ruling: null });
});
