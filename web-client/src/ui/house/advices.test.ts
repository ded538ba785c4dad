import { expect, it } from 'vitest';
import { Advices } from './advices.svelte';

const slow = () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const advices = new Advices<string, string>(
    (command) => new Promise((done) => (asked.push(command), answers.push(() => done({ advice: `yes ${command}`, refusal: null })))),
  );
  return { asked, answers, advices };
};
const drafts = (...keys: string[]) => keys.map((key) => ({ key, command: key }));

it('asks about each draft once, four at a time, and resolves when all answers have arrived', async () => {
  const { asked, answers, advices } = slow();
  const all = advices.ask(drafts('a', 'b', 'c', 'd', 'e', 'a'));
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  while (answers.length > 0) {
    answers.shift()?.();
    await Promise.resolve();
  }
  await all;
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(advices.of('e')).toEqual({ advice: 'yes e', refusal: null });
  void advices.ask(drafts('a'));
  expect(asked).toHaveLength(5);
});

it('drops requests and answers of an older question', async () => {
  const { asked, answers, advices } = slow();
  const old = advices.ask(drafts('a', 'b', 'c', 'd', 'e'));
  advices.forget();
  answers.forEach((answer) => answer());
  await Promise.race([old, Promise.resolve()]);
  expect([advices.of('a'), asked.length]).toEqual([undefined, 4]);
});
