import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../testdata/questions';
import { ASKED_DECS } from './decs';

describe('decisions', () => {
  it('that are put as questions are those of which there is one', () => {
    expect([...ASKED_DECS].sort()).toEqual([...new Set(QUESTIONS.map((question) => question.dec))].sort());
  });
});
