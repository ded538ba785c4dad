/** The frame of the camera for a player, a spectator and a replay, on screens of four sizes. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { act as deed, bring, decide, fight } from '../heroes';
import { introduce, person, picture, SIZES, type Person } from '../people';
import { GAME, released } from '../stored';
import { answer as reply, say, sit, skip, standing, steps } from '../table';
import { answer, bring as bringBand } from '../warriors';

test.describe.configure({ timeout: 240_000 });

interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The visible part of a surface, in pixels of its element. */
interface Frame {
  camera: string;
  size: string;
  fits: boolean;
  k: number;
  min: number;
  max: number;
  readable: number;
  free: Rect;
  world: Rect;
  /** The places of the subject of the question, the acting figure first. */
  asked: { x: number; y: number }[];
  /** The number of figures on it. */
  people: number;
}

const surface = (page: Page) => page.locator('[data-zoom]');

/**
 * Returns the frame as it is painted, at the end of a glide. A new observer of the size is called after those of the page and the changes
 * that they make, so that the layout is final.
 */
const look = (page: Page): Promise<Frame> =>
  surface(page).evaluate(async (host: HTMLElement) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const read = () => {
      const [k = 0, min = 0, max = 0, readable = 0] = (host.dataset.zoom ?? '').split(' ').map(Number);
      const style = getComputedStyle(host);
      const px = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
      const [top, bottom] = [px('--board-top'), px('--board-bottom')];
      const outer = host.getBoundingClientRect();
      const world = host.querySelector('.camera svg')?.getBoundingClientRect() ?? new DOMRect();
      return {
        camera: host.querySelector<HTMLElement>('.camera')?.style.transform ?? '',
        size: `${outer.width} ${outer.height}`,
        fits: host.dataset.fits === 'true',
        k,
        min,
        max,
        readable,
        free: { x: 8, y: top, w: outer.width - 16, h: outer.height - top - bottom },
        world: { x: world.x - outer.x, y: world.y - outer.y, w: world.width, h: world.height },
        asked: (host.dataset.asked ?? '')
          .split(' ')
          .filter((place) => place !== '')
          .map((place) => place.split(',').map(Number))
          .map(([x = 0, y = 0]) => ({ x, y })),
        people: Number(host.dataset.people),
      };
    };
    return new Promise<Frame>((done) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        done(read());
      });
      observer.observe(host);
    });
  });

/** Returns the frame after the playback, once it no longer changes: panels beside it are laid out one after the other. */
async function settled(page: Page): Promise<Frame> {
  await expect(surface(page)).toHaveAttribute('data-telling', 'false');
  let last = '';
  let frame: Frame | undefined;
  await expect
    .poll(async () => {
      const before = last;
      frame = await look(page);
      last = JSON.stringify(frame);
      return before === last;
    })
    .toBe(true);
  if (!frame) throw new Error('no surface');
  return frame;
}

/** Checks the law of all frames that were not chosen by hand. */
function lawful(frame: Frame, where: string): void {
  const { people, fits, k, min, max, readable, free, world } = frame;
  expect(k, `${where}: zoom`).toBeGreaterThanOrEqual(Math.min(min, max) - 1e-6);
  expect(k, `${where}: zoom`).toBeLessThanOrEqual(max + 1e-6);
  if (fits) expect(k, `${where}: what fits is shown as a whole`).toBeCloseTo(min, 6);
  else if (people > 0) expect(k, `${where}: what does not fit can be read`).toBeGreaterThanOrEqual(Math.min(readable, max) - 1e-6);
  for (const [start, length, from, side] of [
    [free.x, free.w, world.x, world.w],
    [free.y, free.h, world.y, world.h],
  ] as const) {
    const [before, after] = [from - start, start + length - (from + side)];
    if (side >= length) expect(Math.max(before, after), `${where}: empty band`).toBeLessThanOrEqual(1);
    else expect(Math.abs(before - after), `${where}: not in the middle`).toBeLessThanOrEqual(14);
  }
}

/** Checks that the acting figure is in sight, and its target where both can be read in one frame. */
function inSight({ asked, free, k, readable }: Frame, where: string): void {
  const seen = ({ x, y }: { x: number; y: number }) => x >= free.x && x <= free.x + free.w && y >= free.y && y <= free.y + free.h;
  const [actor, target] = asked;
  if (!actor) return;
  expect(seen(actor), `${where}: who acts`).toBe(true);
  if (!target) return;
  const [w, h] = [(Math.abs(actor.x - target.x) / k) * readable, (Math.abs(actor.y - target.y) / k) * readable];
  if (w < free.w * 0.6 - 1 && h < free.h * 0.6 - 1) expect(seen(target), `${where}: who is aimed at`).toBe(true);
}

/** An action of a player. */
type Move = (someone: Person) => Promise<void>;

const question = ({ page }: Person) => page.getByRole('dialog', { name: say.question });

/** The answer to a question of a fight, by system. */
const MOVES: Readonly<Record<string, Move>> = {
  Baston: (someone) =>
    reply(someone, async () => {
      await someone.page.locator('[data-blow=CP]').first().click();
    }),
  GeneriK: async (someone) => {
    const { page } = someone;
    const shoot = page.locator('.palette [data-act=shoot]:not([aria-disabled=true])');
    const end = page.getByTestId('end-phase');
    await expect(question(someone).or(end).first()).toBeVisible();
    if (await question(someone).isVisible()) return reply(someone);
    if ((await shoot.count()) > 0) {
      await shoot.click();
      const fire = page.locator('.making .btn.main');
      await expect(fire).toBeEnabled();
      await fire.click();
    } else {
      await end.click();
      const sure = page.locator('[data-testid=end-phase].sure:enabled');
      if (await sure.isVisible()) await sure.click();
    }
  },
  énergie: (someone) =>
    decide(someone, async (page) => {
      if (await deed(page, 'charge').isVisible()) {
        await deed(page, 'charge').click();
        await page.getByTestId('do-it').click();
      } else await fight(page);
    }),
  Celtiques: answer,
};

/** Waits for a playback, checks some of its frames, and skips to its end. */
async function played(page: Page, before: number, where: string): Promise<void> {
  await expect.poll(async () => (await steps(page)) > before || ['over', 'others'].includes(await standing(page))).toBe(true);
  for (let n = 0; n < 4 && (await standing(page)) === 'playing'; n += 1) lawful(await look(page), `${where}, told`);
  await picture(page, `camera-${where.replaceAll(/\W+/g, '-')}-told`);
  if ((await standing(page)) === 'playing') await skip(page);
}

for (const [system, move] of Object.entries(MOVES)) {
  test(`${system}: the frame is the same before and after a playback, at a table and for an onlooker`, async ({ browser, baseURL }) => {
    const player = await person(browser, baseURL, 'Ginette la Cogne');
    const onlooker = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
    const { page } = player;
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(`^Un combat (de |d’)${system}$`) }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect(surface(page)).toBeVisible();
    await page.getByRole('button', { name: 'Places et invitation' }).click();
    const link = await page.getByRole('textbox', { name: say.invitation }).inputValue();
    await page.keyboard.press('Escape');
    await onlooker.page.goto(link);
    await introduce(onlooker);
    await expect(surface(onlooker.page)).toBeVisible();

    let over = false;
    for (const [n, size] of SIZES.entries()) {
      // The player and the spectator have screens of different sizes.
      const [mine, theirs] = [size, SIZES[(n + 1) % SIZES.length] ?? size];
      const where = `${system} ${mine.width}`;
      await page.setViewportSize(mine);
      await onlooker.page.setViewportSize(theirs);
      await expect.poll(() => standing(page)).toMatch(/mine|over/);
      if ((await standing(page)) === 'over') over = true;
      if (over) break;
      const before = await settled(page);
      const watched = await settled(onlooker.page);
      lawful(before, `${where}, asked`);
      lawful(watched, `${where}, watched at ${theirs.width}`);
      inSight(before, where);
      await picture(page, `camera-${system}-asked`);

      const told = await steps(page);
      await move(player);
      await played(page, told, where);
      await expect
        .poll(async () => {
          if ((await standing(page)) === 'playing') await skip(page);
          return standing(page);
        })
        .toMatch(/mine|over/);
      const after = await settled(page);
      lawful(after, `${where}, asked again`);
      inSight(after, where);
      await picture(page, `camera-${system}-again`);
      if (before.fits && after.size === before.size && after.people <= before.people) expect(after.camera, where).toBe(before.camera);

      await expect
        .poll(async () => {
          if ((await standing(onlooker.page)) === 'playing') await skip(onlooker.page);
          return standing(onlooker.page);
        })
        .toMatch(/others|over|none/);
      const later = await settled(onlooker.page);
      lawful(later, `${where}, watched again at ${theirs.width}`);
      await picture(onlooker.page, `camera-${system}-watched`);
      if (later.size === watched.size && later.people <= watched.people) expect(later.camera, `${where}, watched at ${theirs.width}`).toBe(watched.camera);
    }
    // A question was seen at all sizes, unless the fight ended before.
    for (const { faults } of [player, onlooker]) expect(faults).toEqual([]);
  });
}

/** Opens a room for two players, who bring a band with `ready`, and starts. */
async function opened(host: Person, guest: Person, system: RegExp, scenario: RegExp, ready: Move): Promise<void> {
  await host.page.goto('/new');
  await introduce(host);
  await host.page.getByRole('radio', { name: system }).check();
  await host.page.getByRole('radio', { name: scenario }).check();
  await host.page.getByRole('radio', { name: /Tranquille/ }).check();
  await host.page.getByRole('button', { name: say.submitRoom }).click();
  await guest.page.goto(await host.page.getByRole('textbox', { name: say.invitation }).inputValue());
  await introduce(guest);
  for (const someone of [host, guest]) await ready(someone);
  await host.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [host, guest]) await expect(surface(page)).toBeVisible();
}

/** Takes a seat with a ready-made band of Celtiques. */
async function bringWarriors(someone: Person): Promise<void> {
  await sit(someone);
  await bringBand(someone);
}

/** Large boards on which two sides start far from each other. */
const APART = {
  'the quays of énergie': [/énergie/, /Rixe sur les quais/, (someone: Person) => bring(someone)],
  'the ford of Celtiques': [/^Celtiques/, /^Le gué/, bringWarriors],
} as const;

for (const [where, [system, scenario, ready]] of Object.entries(APART)) {
  test(`${where}: both sides are in sight at first, or an arrow says where and how many`, async ({ browser, baseURL }) => {
    const host = await person(browser, baseURL, 'Ginette');
    const guest = await person(browser, baseURL, 'Momo');
    await opened(host, guest, system, scenario, ready);
    const { page } = host;
    // Both sides seal their places before they see each other.
    await expect
      .poll(async () => {
        for (const one of [host, guest]) {
          if ((await standing(one.page)) === 'playing') await skip(one.page);
          const seal = one.page.locator('.side').getByRole('button', { name: /^Sceller/ });
          if ((await standing(one.page)) === 'mine' && (await seal.first().isVisible())) await seal.first().click();
        }
        return (await look(page)).people;
      })
      .toBeGreaterThanOrEqual(2);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const frame = await settled(page);
      lawful(frame, `${where} ${size.width}`);
      await picture(page, `camera-apart-${where}`);
      const arrows = await page.locator('[data-beyond]').allTextContents();
      const hidden = arrows.reduce((sum, count) => sum + Number(count), 0);
      // At this size both sides can be read in one frame.
      if (size.width === 1440) expect(hidden, `${where} ${size.width}`).toBe(0);
      expect(hidden, `${where} ${size.width}`).toBeLessThan(frame.people);
    }
    const arrow = page.locator('[data-beyond]').first();
    if (await arrow.isVisible()) {
      await expect(arrow).toHaveAccessibleName(/^\d+ (des tiens|adversaires?) hors de vue (en haut|en bas|à gauche|à droite)/);
      const before = await look(page);
      await arrow.click();
      await expect.poll(async () => (await look(page)).camera).not.toBe(before.camera);
    }
    for (const { faults } of [host, guest]) expect(faults).toEqual([]);
  });
}

/** Games that servers of released versions have stored. */
const STORED = { Baston: 'baston-v4/SCN-00', GeneriK: 'generik-v3/duel_d_honneur', énergie: 'energie-v2/entrepot', Celtiques: 'celtiques-v2/cercle' } as const;

for (const [system, path] of Object.entries(STORED)) {
  test(`${system}: a replay that is stopped shows the frame that it began with`, async ({ browser, baseURL }) => {
    const { page, faults } = await person(browser, baseURL, 'Ginette');
    await released(page, path);
    for (const size of SIZES) {
      const where = `${system} ${size.width}, replay`;
      await page.setViewportSize(size);
      await page.goto(`/replay/${GAME}`);
      const place = page.getByRole('slider', { name: /Moment de la partie/ });
      await page.getByRole('button', { name: 'Depuis le début' }).click();
      const before = await settled(page);
      lawful(before, where);
      await page.getByRole('button', { name: /^(Lire|Jouer|Lecture)/ }).click();
      await expect
        .poll(async () => {
          lawful(await look(page), `${where}, told`);
          return Number(await place.inputValue());
        })
        .toBeGreaterThan(3);
      await picture(page, `camera-${system}-replay`);
      await page.getByRole('button', { name: /^(Pause|Arrêter)/ }).click();
      const after = await settled(page);
      lawful(after, where);
      if (after.size === before.size && after.people <= before.people) expect(after.camera, where).toBe(before.camera);
    }
    expect(faults).toEqual([]);
  });
}

test('the Colossus is in sight from the first frame on, or an arrow leads to it on the lowest screen', async ({ browser, baseURL }) => {
  const { page } = await person(browser, baseURL, 'Ginette');
  await released(page, 'energie-v2/colosse');
  await page.goto(`/replay/${GAME}`);
  await page.getByRole('button', { name: 'Depuis le début' }).click();
  const everybody = page.locator('.describe ul').first().getByRole('button');
  const colossus = everybody.filter({ hasText: /Coloss/ });
  const next = page.getByRole('button', { name: 'Un pas en avant' });
  while ((await colossus.count()) === 0 || (await everybody.count()) < 2) await next.click();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const frame = await settled(page);
    lawful(frame, `Colossus ${size.width}`);
    await picture(page, 'camera-colossus');
    const who = Number((await colossus.first().getAttribute('data-figure'))?.replace('who', ''));
    const { x, y, width, height } = await page.locator(`[data-guide~="who-${who}"]`).evaluate((it) => it.getBoundingClientRect());
    const board = await surface(page).evaluate((it) => it.getBoundingClientRect());
    const middle = { x: x + width / 2 - board.x, y: y + height / 2 - board.y };
    const seen = middle.x > 0 && middle.x < board.width && middle.y > 0 && middle.y < board.height;
    expect(seen || (size.height < 500 && (await page.locator('[data-beyond]').count()) > 0), `Colossus ${size.width}`).toBe(true);
  }
});
