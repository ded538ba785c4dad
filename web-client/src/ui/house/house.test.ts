import { describe, expect, it } from 'vitest';
import type { Presentation } from '../../protocol';
import type { AnyFact } from '../../store/fold';
import { setLang } from '../../i18n/index.svelte';
import { empty, filled, sent } from './fields';
import { foldOf } from '../../store/fold';
import { at, pair, places } from '../../text/path';
import { phrase, told as tell, type Telling } from '../../text/phrase';
import { Presented } from './presented.svelte';
import { drawingOf } from './boards';
import { houseScene } from './scene';
import { tagged } from '../../text/tagged';

const two = (fr: string, en = fr) => ({ fr, en });
const player = (seat: number) => ['Ginette', 'Momo'][seat] ?? '–';
const told: Telling = { player, lang: 'en', word: (key) => ({ 'mood.sad': 'gloomy' })[key], rule: 'The rule' };

const DATA: Presentation = {
  card: {
    name: two('Jeu', 'Game'),
    about: two('À quoi', 'What'),
    scenarios: { one: { name: two('Un', 'One'), goal: two(''), turns: 3, minutes: [1, 2], about: two('') } },
    bots: {},
  },
  rules: 'T-',
  rows: { moved: ['who', 'to'], fell: ['faces'] },
  fold: {},
  words: {
    moment: two('Tour {turn}', 'Turn {turn}'),
    'fact.moved': two('{seat:who} va à {to}', '{seat:who} goes to {to}'),
    'fact.fell': two('{face:faces:20}', '{face:faces:20}'),
    'ask.where': two('Où ?', 'Where?'),
    'ask.after': two('Et ensuite ?', 'And then?'),
    'command.go': two('Aller en {value}', 'Go to {value}'),
    'command.go.3': two('Rester', 'Stay'),
    'reason.end': two('Fini', 'Done'),
    life: two('Vie', 'Life'),
  },
  panels: {
    turn: 'turn',
    outs: [],
    cards: [{ each: 'people', seat: { at: 'seat' }, lines: [{ words: 'life', value: 'life', of: 'full' }] }],
    board: { is: 'grid', width: 4, height: 2, pieces: [{ each: 'people.*', at: { at: 'at' }, radius: 0, seat: { at: 'seat' } }] },
    log: { moved: { weight: 'plain', beat: 300 }, fell: { weight: 'loud', beat: 700, sound: 'dice' } },
    forms: {},
    names: {},
  },
};
const VIEW = {
  turn: 2,
  people: [
    { seat: 1, life: 3, full: 6, at: [0, 1] },
    { seat: 0, life: 6, full: 6, at: [0, 1] },
  ],
};
const house = new Presented('test', DATA);

describe('paths', () => {
  it('lead to own values only', () => {
    expect(at(VIEW, 'people.1.life')).toBe(6);
    expect(at(VIEW, '')).toBe(VIEW);
    expect(at(VIEW, 'people.7.life')).toBeUndefined();
    expect(at(VIEW, 'constructor')).toBeUndefined();
    expect(pair(VIEW, 'people.0.at')).toEqual([0, 1]);
    expect(pair(VIEW, 'turn')).toBeNull();
  });

  it('enumerate lists, with a star or without', () => {
    expect(places(VIEW, 'people').map(({ index }) => index)).toEqual([0, 1]);
    expect(places(VIEW, 'people.*')).toEqual(places(VIEW, 'people'));
    expect(places({ a: [{ b: [1, 2] }, { b: [3] }] }, 'a.*.b').map(({ it }) => it)).toEqual([1, 2, 3]);
  });
});

describe('texts', () => {
  it('are filled from their subject', () => {
    expect(phrase('{seat:who}: {n} {n|point|points}', { who: 1, n: 2 }, told)).toBe('Momo: 2 points');
    expect(phrase('{value} {value|point|points}', 1, told)).toBe('1 point');
    expect(phrase('{rule}, {word:mood:how}, {word:mood:other}', { how: 'sad', other: 'glad' }, told)).toBe('The rule, gloomy, glad');
    expect(phrase('{seat:all} {nothing}', { all: [0, 1] }, told)).toBe('Ginette and Momo –');
  });

  it('choose words by a value, include each other, and shape names', () => {
    const words: Record<string, string> = {
      by: '{name:fig:fig} acts{word:for:cost}',
      for: ' for {cost}',
      'for.0': '',
      'end.null': 'no end',
      loop: 'x{word:loop:fig}',
    };
    const telling = { ...told, word: (key: string) => words[key], name: (kind: string, value: unknown) => `${kind} ${String(value)}` };
    const say = (text: string, about: unknown) => phrase(text, about, telling);
    expect(say('{word:by:fig}', { fig: 2, cost: 3 })).toBe('fig 2 acts for 3');
    expect(say('{cap:word:by:fig}', { fig: 2, cost: 0 })).toBe('Fig 2 acts');
    expect(say('{word:end:at}, {name:fig:figs}', { figs: [1, 2, 3] })).toBe('no end, fig 1, fig 2 and fig 3');
    expect(say('{low:up}, {of:name:fig:fig}', { up: 'Colt', fig: 's' })).toBe('colt, fig s’');
    expect(phrase('{of:a}, {of:b}', { a: 'Anne', b: 'Momo' }, { ...telling, lang: 'fr' })).toBe('d’Anne, de Momo');
    expect(say('{word:loop:fig}', {})).toMatch(/^x+$/);
  });

  it('choose by conditions and comparisons', () => {
    const say = (text: string, about: unknown, lang: 'fr' | 'en' = 'en') => phrase(text, about, { ...told, lang, view: { people: [{ life: 3 }] } });
    expect(say('{ok?yes|no}{by?? by {by}|}', { ok: true, by: 0 })).toBe('yes by 0');
    expect(say('{ok?yes|no}{by?? by {by}|}{list?some|none}', { ok: 0, by: null, list: [] })).toBe('nonone');
    expect(say('{n=2?two|{n>2?more|{n<0?debts|{n} {n|thing|things}}}}', { n: 1 })).toBe('1 thing');
    expect(['a', 'b', 'c'].map((why) => say("{why='a/b'?either|{why='c'?third|?}}", { why }))).toEqual(['either', 'either', 'third']);
    expect(say("{rule^'T-3'?threes|others}", { rule: 'T-31' })).toBe('threes');
    expect(say('{view.people[who].life}{sign:n}, {sum:n:1}', { who: 0, n: -3 })).toBe('3−3, −2');
    expect(say('{aim:from:to} by {step:from:to}; {aim:from:off??line|none}', { from: [5, 5], to: [3, 7], off: [4, 7] })).toBe('2 by 2; none');
  });

  it('word a tagged value with its parts, and a code by its longest known prefix', () => {
    const words: Record<string, string> = { 'act.hit': 'hits {value} for {n}', 'code.M': 'walk', 'code.MET': 'dress' };
    const say = (text: string, about: unknown) => phrase(text, about, { ...told, word: (key) => words[key] });
    expect(say('{word:act:act}', { n: 4, act: { hit: 2 } })).toBe('hits 2 for 4');
    expect([say('{begin:code:c}', { c: 'M6' }), say('{begin:code:c}', { c: 'METG' }), say('{begin:code:c}', { c: 'X' })]).toEqual(['walk', 'dress', 'X']);
  });

  it('measure, add and iterate over lists', () => {
    const about = {
      from: 0,
      on: [3, 4],
      way: [
        [3, 0],
        [3, 12],
      ],
      mods: [{ n: 2 }, { n: -1 }],
      who: [1, 0],
      deep: { at: 1 },
    };
    const say = (text: string) =>
      phrase(text, about, { ...told, view: { ...VIEW, seats: [[7, 8]] }, word: (key) => ({ mod: '{index}: {sign:n} of {on.1}; ' })[key] });
    expect(say('{way.-1.1} {mods.-1.n} {on.-1}')).toBe('12 −1 4');
    expect(say('{mods.*.n}; {sum:mods.*.n}; {sum:1:on.0}; {seat:who}')).toBe('2 and −1; 1; 4; Momo and Ginette');
    expect(say('{gap:on.0:on.1} {gap:on.1:1}')).toBe('1 3');
    expect(say('{way:on:way} {cm:1234} {cm:gap:on.0:203}')).toBe('16 12.4 2');
    expect(say('{each:mod:mods}{each:soup:mods}{each:mod:soup}')).toBe('0: +2 of 4; 1: −1 of 4; ');
    expect(say('{view.seats[deep.from][deep.at]}{view.people[who.1].life} {view.people[view.people.1.seat].life}')).toBe('–3 3');
  });

  it('name the eight directions of the compass', () => {
    const vectors = [
      [0, 5],
      [3, 3],
      [9, 0],
      [4, -4],
      [0, -1],
      [-2, -2],
      [-7, 0],
      [-6, 6],
      [-1, 100],
    ];
    expect(vectors.map((to) => phrase('{wind:to}', { to }, told))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '0']);
  });

  it('report the dice and seats that they name', () => {
    const words: Record<string, string> = { 'blow.hit': '{seat:a} hits with {face:die}', blow: 'a miss' };
    const said = tell('{word:blow:how}, {word:blow:other}', { how: 'hit', a: 1, die: 4 }, { ...told, word: (key) => words[key] });
    expect([said.seats, said.dice]).toEqual([[1], [{ sides: 6, faces: [4] }]]);
    expect(tell('{face:die} and {face:more:20}', { die: 4, more: [19, 1] }, told).dice).toEqual([
      { sides: 6, faces: [4] },
      { sides: 20, faces: [19, 1] },
    ]);
    expect(tell('{seat:a} hits {seat:b}', { a: 1, b: 0 }, told).seats).toEqual([1, 0]);
  });

  it('word questions, answers and the reason of the end in both languages', async () => {
    await setLang('fr');
    expect([
      house.moment(VIEW),
      house.asked({ where: 1, after: false }, player),
      house.command({ go: 2 }, player),
      house.command({ go: 3 }, player),
      house.first(['reason.end']),
    ]).toEqual(['Tour 2', 'Où\u00a0?', 'Aller en 2', 'Rester', 'Fini']);
    await setLang('en');
    expect([
      house.asked({ where: 1, after: true }, player),
      house.command('pass', player),
      house.first(['reason.lost']),
      house.scenario('one'),
      house.scenario('two'),
    ]).toEqual(['And then?', 'pass', null, 'One', 'two']);
  });
});

it('begins a sentence with a capital, even with a name in lower case', () => {
  setLang('en');
  const boar = (seat: number) => (seat === 0 ? 'the Boar of Artio' : '–');
  expect(house.line({ t: 'moved', rule: 'T-1', who: 0, to: 3 } as AnyFact, boar)?.text).toBe('The Boar of Artio goes to 3');
});

it('reads commands in each form of tag', () => {
  expect(tagged('pass')).toEqual({ tag: 'pass', body: null });
  expect(tagged({ bid: 3 })).toEqual({ tag: 'bid', body: 3 });
  expect(tagged({ do: 'go', to: 1 })).toEqual({ tag: 'go', body: { do: 'go', to: 1 } });
  expect([tagged({ a: 1, b: 2 }), tagged(4), tagged(null)]).toEqual([null, null, null]);
});

describe('the fold', () => {
  const fold = foldOf(house.data);

  it('reads rows of facts, and sets places of the view', () => {
    const notice = fold.read([
      ['A-1', 'moved', 1, 5],
      ['=', 'turn', 3],
      ['=', 'people.*.life', 1],
    ]);
    expect(notice.facts).toEqual([{ rule: 'T-A-1', t: 'moved', who: 1, to: 5 }]);
    const next = fold.fold(VIEW, notice) as typeof VIEW;
    expect([next.turn, next.people.map((one) => one.life)]).toEqual([3, [1, 1]]);
    expect(VIEW.turn).toBe(2);
    expect(next.people[0]?.at).toBe(VIEW.people[0]?.at);
    expect(fold.turn(next)).toBe(3);
  });

  it('lasts as long as its facts, and has the first of their sounds', () => {
    const notice = fold.read([
      ['A-1', 'moved', 1, 5],
      ['A-2', 'fell', [20]],
    ]);
    expect(fold.beat(notice)).toBe(1000);
    expect(fold.noise?.(fold.read([['A-2', 'fell', [20]]]))).toBe('dice');
    expect(fold.beat(fold.read([['=', 'turn', 3]]))).toBe(0);
  });
});

it('shows cards and pieces of a view, with the pieces of one square beside each other', () => {
  const scene = houseScene(house, VIEW, player);
  expect(scene.cards.map(({ seat, title, lines }) => [seat, title, lines[0]?.value, lines[0]?.share])).toEqual([
    [1, 'Momo', '3 / 6', 0.5],
    [0, 'Ginette', '6 / 6', 1],
  ]);
  expect(scene.pieces).toHaveLength(2);
  expect(new Set(scene.pieces.map(({ place }) => place.x)).size).toBe(2);
  expect(scene.squares).toEqual([4, 2]);
});

it('shows the polygons and bases of a plane, and only cards without a board', () => {
  const board = {
    is: 'plane',
    width: 100,
    height: 50,
    areas: [{ each: 'walls', points: 'at', words: 'life' }],
    bases: [{ each: 'people', at: { at: 'at' }, radius: 3, seat: 'index', facing: 'looks' }],
  } as const;
  const plane = new Presented('test', { ...DATA, panels: { ...DATA.panels, board: { ...board, areas: [...board.areas], bases: [...board.bases] } } });
  const view = {
    turn: 1,
    walls: [
      {
        at: [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
      },
    ],
    people: [{ at: [7, 8], looks: [1, 0] }, { at: null }],
  };
  const scene = houseScene(plane, view, player);
  expect(scene.areas.map(({ points }) => points)).toEqual([
    [
      [0, 0],
      [4, 0],
      [4, 4],
    ],
  ]);
  expect(scene.pieces.map(({ place, size, angle, letter, seat }) => [place, size, angle, letter, seat])).toEqual([[{ x: 7, y: 8 }, 3, 90, 'A', 0]]);
  const none = new Presented('test', { ...DATA, panels: { ...DATA.panels, board: { is: 'none' } } });
  expect(houseScene(none, VIEW, player)).toMatchObject({ pieces: [], areas: [], cards: [{ title: 'Momo' }, { title: 'Ginette' }] });
});

it('shows only the cards for an unknown kind of board', async () => {
  const board = { is: 'hexes', width: 3, height: 3 } as unknown as Presentation['panels']['board'];
  const newer = new Presented('test', { ...DATA, panels: { ...DATA.panels, board } });
  expect(houseScene(newer, VIEW, player)).toMatchObject({ width: 0, pieces: [], areas: [], cards: [{ title: 'Momo' }, { title: 'Ginette' }] });
  expect(drawingOf('hexes')).toBe(drawingOf('none'));
  expect(drawingOf('constructor')).toBe(drawingOf('none'));
  expect(drawingOf('plane')).not.toBe(drawingOf('none'));
});

it('fills forms and lists blank fields', () => {
  const fields = [
    { key: 'motto', words: 'm', value: { is: 'text', most: 9 } },
    { key: 'n', words: 'n', value: { is: 'number', least: 2, most: 4 } },
  ] as const;
  expect(filled(fields, null)).toEqual({ motto: '', n: 2 });
  expect(filled(fields, { motto: 'Hop', other: 1 })).toEqual({ motto: 'Hop', n: 2 });
  expect(empty(fields, { motto: ' ', n: 2 }).map(({ key }) => key)).toEqual(['motto']);
  expect(sent(fields, { motto: 'Hop', n: 3 })).toEqual({ motto: 'Hop', n: 3 });
  expect(sent([{ key: '', words: 'x', value: { is: 'toggle' } }], { '': true })).toBe(true);
});
