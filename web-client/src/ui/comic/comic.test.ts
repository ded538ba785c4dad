/** Recorded games as panels: facts are in the right panels, and the summary of each game agrees with its facts. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import '../../i18n/baston';
import { wordsHere } from '../../i18n/index.svelte';
import type { Presentation, Replay } from '../../protocol';
import bastonTold from '../../protocol/baston/folding.json';
import celtiquesTold from '../../protocol/celtiques/folding.json';
import energieTold from '../../protocol/energie/folding.json';
import generikTold from '../../protocol/generik/folding.json';
import type { AnyFact, Notice } from '../../store/fold';
import { RoomStore } from '../../store/room.svelte';
import { bastonFold, celtiquesFold, energieFold, generikFold } from '../../store/testdata/folds';
import type { Fold, Timeline } from '../../store/timeline.svelte';
import { Presented } from '../house/presented.svelte';
import { cast, isSeen, picture, sum, type Comic, type Panel } from './comic';
import { houseComic } from './house';
import { endingOf } from '../room/ending';
import { isDraw } from '../room/verdict';
import { below, captionIn, FEWEST, GAP, lines, nameIn, NUMBER, PAGE, pagesOf, rowAt, tagsIn, titleSize, WIDTH, type StripPage } from './layout';
import { Reel } from './reel';
import { shareOf, taleOf } from './tale';

const own = import.meta.glob<{ default: unknown }>('../*/comic/index.ts');
const known = {
  baston: { fold: bastonFold as Fold<unknown, unknown>, told: bastonTold, blow: 'to_hit' },
  generik: { fold: generikFold as Fold<unknown, unknown>, told: generikTold, blow: 'attack' },
  energie: { fold: energieFold as Fold<unknown, unknown>, told: energieTold, blow: '' },
  celtiques: { fold: celtiquesFold as Fold<unknown, unknown>, told: celtiquesTold, blow: '' },
} as const;
for (const [id, { told }] of Object.entries(known)) new Presented(id, told as unknown as Presentation);

const root = new URL('../../../../tests/fixtures/released/', import.meta.url);
const games = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json.gz'));
const files = games.filter((file) => ['baston-v2', 'generik-v2'].some((id) => file.startsWith(id)));
const strips = games.filter((file) => ['baston-v2', 'generik-v2', 'energie-v1', 'celtiques-v1'].some((id) => file.startsWith(id)));

async function told(file: string) {
  const { replay } = JSON.parse(gunzipSync(readFileSync(new URL(file, root))).toString()) as { replay: Replay };
  const system = known[replay.ruleset as keyof typeof known];
  const timeline = RoomStore.ofReplay(replay, system.fold).timeline as Timeline<unknown, Notice>;
  await wordsHere();
  const comic = (await own[`../${replay.ruleset}/comic/index.ts`]!()).default as Comic;
  const facts = timeline.steps.flatMap((step) => [...step.notice.facts]);
  return { replay, comic, timeline, facts, system, reel: new Reel(comic, timeline) };
}

describe('the title of a page', () => {
  it('is as large as its box allows', () => {
    expect(titleSize('Tour 1')).toBe(52);
    expect(titleSize('Avant le combat')).toBeLessThan(42);
  });
});

describe('the caption beside a panel', () => {
  const loud = (text: string) => ({ text, weight: 'loud' as const });
  it('keeps the newest loud sentences, each of them whole', () => {
    const hit = 'Touché ! La Fine gâchette atteint l’Éclaireuse.';
    const reaction = 'AO ! La Fine gâchette réagit à l’Éclaireuse : tirer à la Winchester.';
    const wound = 'L’Éclaireuse prend une blessure.';
    expect(captionIn([loud(reaction), { text: 'Attaque : 5.', weight: 'plain' }, loud(hit), loud(wound)])).toBe(`${hit} ${wound}`);
    expect(captionIn([loud(`${reaction} ${hit} ${wound}`)])).toContain(wound);
    expect(captionIn([])).toBe('');
  });
});

describe.each(files)('%s in panels', (file) => {
  it('has a panel for every blow, with both fighters, in order', async () => {
    const { reel, facts, system, comic } = await told(file);
    const blows = reel.panels.filter(({ shots }) => shots.some(({ blow }) => blow));
    expect(blows.length).toBe(facts.filter(({ t }) => t === system.blow).length);
    for (const panel of blows) {
      expect(cast(panel).length).toBeGreaterThan(1);
      const shown = picture(panel);
      expect(comic.person(shown.view, shown.who!)?.name).toBeTruthy();
      expect(shown.captions.length).toBeGreaterThan(0);
      expect(lines(shown.captions).length).toBeLessThanOrEqual(3);
    }
    const steps = reel.panels.flatMap(({ shots }) => shots.map(({ step }) => step));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  it('finds each step in its own panel, with the shots up to it', async () => {
    const { reel } = await told(file);
    for (const panel of reel.panels) {
      const last = panel.shots.at(-1)!;
      expect(reel.at(last.step)).toEqual({ panel, count: panel.shots.length });
      expect(reel.at(panel.shots[0]!.step)!.count).toBeLessThanOrEqual(panel.shots.length);
      expect(isSeen(panel)).toBe(true);
    }
  });

  it('shows the place at the end of a quiet turn on its page, with words beside it that fit', async () => {
    const { reel, comic, timeline } = await told(file);
    expect(comic.Place).toBeDefined();
    expect(reel.end(timeline.turns().at(-1)!.turn)).toEqual(timeline.steps.reduce((view, { notice }) => timeline.rules.fold(view, notice), timeline.first));
    const quiet = pagesOf(reel).map((page) => ({ ...page, panels: [], turn: Math.max(1, page.turn) }));
    for (const page of quiet) {
      const panel = { wide: 372, tall: 279 };
      const alone = below(page, true, 313, 756, panel);
      expect(313 + alone.place!).toBeLessThan(PAGE.height);
      expect(alone.rows.length * 20 + 16).toBeLessThanOrEqual(panel.tall);
      const beside = below({ ...page, panels: reel.panels.slice(0, 2) }, true, 604, 756, panel);
      expect(604 + beside.place!).toBeLessThan(PAGE.height);
      expect(beside.rows.length * 20 + 16).toBeLessThanOrEqual(beside.place!);
      expect(below({ ...page, turn: 0 }, true, 313, 756, panel).place, 'before the fight everybody is introduced').toBeNull();
    }
  });

  it('has a correct summary: no panel counts for more than the best, and luck counts all dice', async () => {
    const { reel, comic, facts, timeline } = await told(file);
    const tale = taleOf(reel.panels, reel.luck);
    expect(tale.blow).not.toBeNull();
    for (const panel of reel.panels) expect(sum(panel, 'harm')).toBeLessThanOrEqual(sum(tale.blow!, 'harm'));
    // A moment appears twice only where there is no other.
    const { stunned } = tale;
    const stars = (panel: Panel) => panel.shots.some((shot) => shot.befalls === stunned?.who && (shot.stars ?? 0) > 0);
    const others = reel.panels.filter((panel) => panel !== tale.blow && panel !== tale.fall);
    if (stunned && others.some(stars)) expect(others).toContain(stunned.panel);
    for (const panel of reel.panels) if (panel !== tale.blow) expect(sum(panel, 'fall')).toBeLessThanOrEqual(tale.fall ? sum(tale.fall, 'fall') : 0);
    const thrown = facts.filter((fact) => comic.luck?.(fact, timeline.first)).length;
    expect(tale.luck.reduce((all, { dice }) => all + dice, 0)).toBe(thrown);
    for (const { share } of tale.luck) {
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.7);
    }
  });
});

/** Returns the texts of a page of the strip: the captions of its panels, and the lines outside of panels as they are laid out. */
function wordsOf(page: StripPage): string[] {
  const panel = { wide: 372, tall: 279 };
  const said = page.panels.map((one) => lines(picture(one).captions).join(' '));
  const told = [true, false].map((drawn) => below(page, drawn, 313, 756, panel).rows.join(' '));
  return [...said, ...told].filter((text) => text !== '');
}

describe.each(strips)('%s as a strip', (file) => {
  it('starts with a cover, and each further page has enough panels and its own turns', async () => {
    const { reel } = await told(file);
    const [cover, ...pages] = pagesOf(reel);
    expect(cover).toMatchObject({ turn: 0, panels: [] });
    const few = Math.min(FEWEST, reel.panels.length);
    for (const [n, page] of pages.entries()) {
      expect(page.panels.length).toBeGreaterThanOrEqual(few);
      // The title is before the panels, and the end of the game is after those of the last page.
      const places = page.panels.length + (n === pages.length - 1 ? 2 : 1);
      expect(places).toBeLessThanOrEqual(8);
      expect(rowAt(Math.ceil(places / 2)) - GAP).toBeLessThan(NUMBER.at - NUMBER.size);
      expect(page.turn).toBeGreaterThan(pages[n - 1]?.last ?? 0);
      expect(page.last).toBeGreaterThanOrEqual(page.turn);
    }
  });

  it('consists of complete sentences', async () => {
    const { reel } = await told(file);
    for (const text of pagesOf(reel).flatMap(wordsOf)) {
      expect(text).toMatch(/[.!?…][»”")]*$/u);
      expect(text).not.toMatch(/undefined|NaN|\[object|\{/);
    }
    const besides = reel.lines.map(({ text }) => text);
    expect(besides.filter((text) => /^(Chacun son rang|Par rang|Tour \d|Phase \d)/.test(text))).toEqual([]);
  });

  it('has at most two panels in a row with the same framing', async () => {
    const { reel } = await told(file);
    for (const { panels, framings } of pagesOf(reel)) {
      expect(framings.length).toBe(panels.length);
      framings.forEach((framing, n) => expect(framing === framings[n + 1] && framing === framings[n + 2]).toBe(false));
    }
  });

  it('names the winners at its end', async () => {
    const { replay, system } = await told(file);
    const house = new Presented(replay.ruleset, system.told as unknown as Presentation);
    const { title, reasons, burst } = endingOf({ outcome: replay.outcome, scores: null, names: replay.players, seat: null }, house);
    expect(reasons.length).toBeGreaterThan(0);
    for (const text of [title, ...reasons]) expect(text).not.toMatch(/undefined|\{|\?\?/);
    if (isDraw(replay.outcome)) expect(burst).not.toMatch(/KO/);
    else for (const winner of replay.outcome.winners) expect(title.toLowerCase()).toContain(replay.players[winner]?.toLowerCase());
  });
});

/** Upper bound of the average width of bold letters, in font sizes. */
const BOLD = 0.62;

describe('a panel', () => {
  it.each(['Jo', 'Ambiomaros', 'Jules, enquêteur', 'Karim dit le Bélier', 'Vercassivellaunos l’Ancien'])(
    'writes %s beside the badge, inside of the plate',
    (name) => {
      const { text, size } = nameIn(name);
      // The plate is 132 wide, the badge takes the first 30 of them; the name is centred in the rest.
      expect(text.length * BOLD * size).toBeLessThanOrEqual(98);
      expect(size).toBeGreaterThan(8);
    },
  );

  it('writes the last two notes in full, each on a tag that does not cover the sound', () => {
    const tags = tagsIn(['guard', '−3 Blessure', 'inconscient, il perd son sang']);
    expect(tags.map(({ text }) => text)).toEqual(['−3 Blessure', 'inconscient, il perd son sang']);
    for (const { text, size, half } of tags) {
      expect(text.length * BOLD * size).toBeLessThanOrEqual(2 * half);
      // The middle is reserved for the letters of the sound.
      expect(WIDTH - 8 - 2 * half).toBeGreaterThan(WIDTH / 2);
      expect(size).toBeGreaterThan(8);
    }
  });
});

describe('luck', () => {
  it.each([6, 8, 20])('of a die with %i sides is one half on average, high or low', (sides) => {
    const faces = Array.from({ length: sides }, (_, n) => n + 1);
    for (const low of [false, true]) expect(faces.reduce((all, face) => all + shareOf(sides, face, low), 0) / sides).toBeCloseTo(0.5);
    expect(shareOf(sides, sides)).toBeGreaterThan(shareOf(sides, 1));
    expect(shareOf(sides, 1, true)).toBeGreaterThan(shareOf(sides, sides, true));
  });
});

describe('a system without a comic of its own', () => {
  const data = {
    panels: { turn: 'turn', log: { rolled: { weight: 'loud', beat: 1 }, scored: { weight: 'plain', beat: 1, sound: 'hit' } }, names: {} },
    words: {
      'fact.rolled': { fr: 'Le dé : {face:die}.', en: 'Die: {face:die}.' },
      'fact.scored': { fr: '{seat:player} marque.', en: '{seat:player} scores.' },
    },
  };
  const comic = houseComic(new Presented('nothing', data as unknown as Presentation), (seat) => `P${seat}`);
  const steps = [
    { t: 'rolled', rule: 'X', die: 4 },
    { t: 'scored', rule: 'X', player: 1 },
    { t: 'rolled', rule: 'X', die: 2 },
  ].map((fact, n) => ({ entry: n, at: 0, turn: 1, notice: { facts: [fact as AnyFact], set: [] } }));
  const line = { steps, length: steps.length, first: {}, rules: { fold: (view: unknown) => view } } as unknown as Timeline<unknown, Notice>;

  it('has panels for its dice and for players who score', () => {
    const reel = new Reel(comic, line);
    expect(reel.panels.map((panel) => panel.shots.length)).toEqual([2, 1]);
    expect(picture(reel.panels[0]!)).toMatchObject({ who: 1, word: 'BING !' });
    expect(reel.panels[0]!.shots[0]!.dice?.face).toBe(4);
    expect(taleOf(reel.panels, reel.luck).blow).toBe(reel.panels[0]);
  });
});

it('the finest blow has an attacker and a target, if there is such a blow: a fire has no attacker', () => {
  const panel = (key: number, shot: object): Panel => ({ key, turn: key, shots: [{ step: key, after: {}, caption: null, ...shot }] });
  const [burnt, hit] = [panel(1, { befalls: 3, harm: 12 }), panel(2, { who: 0, target: 3, harm: 3 })];
  expect(taleOf([burnt, hit], []).blow).toBe(hit);
  expect(taleOf([burnt], []).blow).toBe(burnt);
});

it.each(Object.keys(own))('%s draws the place', async (path) => expect(((await own[path]!()).default as Comic).Place).toBeDefined());
