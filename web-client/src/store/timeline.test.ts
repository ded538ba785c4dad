import { describe, expect, it } from 'vitest';
import type { Timers } from '../net/socket';
import type { Entry } from '../protocol';
import { Timeline, type Fold } from './timeline.svelte';

type View = readonly string[];
interface Notice {
  say: string;
  beat: number;
}
const fold: Fold<View, Notice> = {
  read: (raw) => raw as Notice,
  fold: (view, notice) => [...view, notice.say],
  split: (notice) => [notice],
  beat: (notice) => notice.beat,
  turn: (view) => Number(view[view.length - 1]?.split('.')[0]),
};

function clock() {
  let time = 0;
  let job: { at: number; run: () => void } | null = null;
  const timers: Timers = {
    now: () => time,
    jitter: () => 0,
    set: (run, ms) => (job = { at: time + ms, run }),
    clear: (timer) => {
      if (job === timer) job = null;
    },
  };
  const pass = (ms: number) => {
    const end = time + ms;
    while (job && job.at <= end) {
      const { at, run } = job;
      job = null;
      time = at;
      run();
    }
    time = end;
  };
  return { timers, pass };
}

const entry = (n: number, turn: number, ...notices: Notice[]): Entry => ({ n, at: n, turn, notices });
const note = (say: string, beat = 100): Notice => ({ say, beat });

describe('Timeline', () => {
  it('shows the steps one after the other and ends at the latest view', () => {
    const { timers, pass } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.play();
    line.add(entry(1, 1, note('a'), note('b'), note('c')));
    expect(line.latest).toEqual(['a', 'b', 'c']);
    pass(0);
    expect(line.shown).toEqual(['a']);
    pass(99);
    expect(line.shown).toEqual(['a']);
    pass(1);
    expect(line.shown).toEqual(['a', 'b']);
    expect(line.atEnd).toBe(false);
    pass(100);
    expect(line.shown).toBe(line.latest);
    expect(line.atEnd).toBe(true);
  });

  it('shows steps without a beat together with the next', () => {
    const { timers, pass } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.play();
    line.add(entry(1, 1, note('a', 0), note('b', 0), note('c'), note('d')));
    pass(0);
    expect(line.shown).toEqual(['a', 'b', 'c']);
  });

  it('shows steps without a beat at once when all others have been shown', () => {
    const { timers, pass } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.play();
    line.add(entry(1, 1, note('a', 0), note('b', 0)));
    expect([line.shown, line.atEnd]).toEqual([['a', 'b'], true]);
    line.add(entry(2, 1, note('c')));
    line.add(entry(3, 1, note('d', 0)));
    expect(line.atEnd).toBe(false);
    pass(200);
    expect(line.shown).toEqual(['a', 'b', 'c', 'd']);
  });

  it('changes its speed, pauses, steps both ways and skips', () => {
    const { timers, pass } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.speed = 4;
    line.play();
    line.add(entry(1, 1, note('a'), note('b'), note('c'), note('d')));
    pass(25);
    expect(line.shown).toEqual(['a', 'b']);
    line.pause();
    pass(1000);
    expect(line.shown).toEqual(['a', 'b']);
    line.step(1);
    expect(line.shown).toEqual(['a', 'b', 'c']);
    line.step(-1);
    line.step(-1);
    expect(line.shown).toEqual(['a']);
    expect(line.current?.notice.say).toBe('a');
    line.skip();
    expect(line.shown).toEqual(['a', 'b', 'c', 'd']);
  });

  it('plays faster while a question is open', () => {
    const { timers, pass } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.play();
    line.within = 200;
    line.add(entry(1, 1, ...Array.from({ length: 10 }, (_, i) => note(String(i), 1000))));
    pass(1000);
    expect(line.atEnd).toBe(true);
  });

  it('seeks to any step of a long game, and knows where turns begin', () => {
    const { timers } = clock();
    const line = new Timeline<View, Notice>(fold, ['start'], timers);
    for (let turn = 1; turn <= 4; turn += 1) {
      line.add(entry(turn, turn, ...Array.from({ length: 50 }, (_, i) => note(`${turn}.${i}`))));
    }
    const whole = ['start', ...line.steps.map((step) => step.notice.say)];
    for (const place of [200, 3, 97, 96, 95, 150, 0, 48, 199]) {
      line.seek(place);
      expect(line.shown).toEqual(whole.slice(0, place + 1));
    }
    expect(line.turns()).toEqual([0, 50, 100, 150].map((step, i) => ({ turn: i + 1, step })));
  });

  it('starts over from a new view', () => {
    const { timers } = clock();
    const line = new Timeline<View, Notice>(fold, [], timers);
    line.add(entry(1, 1, note('a')));
    line.reset(['fresh']);
    line.add(entry(9, 3, note('b')));
    line.skip();
    expect(line.shown).toEqual(['fresh', 'b']);
  });
});

describe('the score', () => {
  const board = (total: number) => ({ sides: [{ seats: [0], total, parts: [] }] });

  it('is the last one up to the playhead, or that of the first view', () => {
    const line = new Timeline<View, Notice>(fold, [], clock().timers);
    expect(line.scores).toBeNull();
    line.reset([], board(1));
    line.add({ ...entry(1, 1, note('1.a'), note('1.b')), scores: board(3) });
    line.add(entry(2, 1, note('1.c')));
    line.add({ ...entry(3, 2, note('2.a')), scores: board(5) });
    expect(line.scores).toEqual(board(1));
    for (const [steps, total] of [
      [1, 1],
      [2, 3],
      [3, 3],
      [4, 5],
    ] as const) {
      line.seek(steps);
      expect(line.scores).toEqual(board(total));
    }
    line.seek(0);
    expect(line.lastScores).toEqual(board(5));
  });
});
