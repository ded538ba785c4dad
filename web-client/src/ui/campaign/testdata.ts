/** A campaign of four members, for tests and demos. */
import type { Campaign, CampaignBand, RecordLine } from '../../protocol';
import catalogue from '../../protocol/generik/catalogue.json';
import type { CampaignWords } from './model';

export const WORDS: CampaignWords = catalogue.campaign.words;

const ready = (at: number) => structuredClone(catalogue.bands[at]!.band) as { name: string; members: { id: number; health: string }[] };
const worth = (reputation: number, treasury: number, value: number) => [
  { key: 'reputation', n: reputation },
  { key: 'value', n: value },
  { key: 'treasury', n: treasury },
  { key: 'members', n: 5 },
  { key: 'games', n: 2 },
];
const line = (member: number, name: string, code: string, n = 0): RecordLine => ({ member, name, code, n });

function band(n: number, at: number, more: Partial<CampaignBand>): CampaignBand {
  const own = ready(at);
  return {
    n,
    player: `p${n}`,
    roster: { name: own.name, disbanded: false, worth: worth(4 - n, 37 - n * 9, 150 - n * 10) },
    games: 2,
    won: 1 - n,
    lost: n,
    points: 75 - n * 30,
    playing: null,
    band: own,
    ...more,
  };
}

const first = ready(0);
first.members = first.members
  .filter((one) => one.id !== 2)
  .map((one) => (one.id === 3 ? { ...one, health: 'wounded' } : one.id === 5 ? { ...one, health: 'out' } : one));

export const CAMPAIGN: Campaign = {
  id: 'k3v9t2wq7h',
  name: 'L’hiver des longs couteaux',
  ruleset: 'generik',
  host: 'p0',
  phase: 'open',
  created: Date.UTC(2026, 9, 1),
  members: ['Ginette', 'Momo', 'Riton', 'Suzy'].map((name, n) => ({ id: `p${n}`, name, here: true })),
  bands: [
    band(0, 0, { band: first }),
    band(1, 4, {}),
    band(2, 8, { games: 1, won: 0, lost: 1, points: 12, roster: { name: 'Patrouille Zéro', disbanded: true, worth: worth(0, 2, 0) } }),
  ],
  games: [
    {
      game: '11111111-1111-4111-8111-111111111111',
      room: 'aaaa',
      scenario: 'baston_generale',
      phase: 'counted',
      started: Date.UTC(2026, 9, 3, 20),
      ended: Date.UTC(2026, 9, 3, 22),
      seats: [
        {
          seat: 0,
          band: 0,
          record: { won: true, points: 50, lines: [line(2, 'Pistolero', 'healed'), line(1, 'Sharpshooter', 'learnt.veinard')], worth: worth(2, 20, 150) },
        },
        { seat: 1, band: 1, record: { won: false, points: 20, lines: [line(3, 'Knife-thrower', 'hired', 20)], worth: worth(0, 11, 140) } },
      ],
    },
    {
      game: '22222222-2222-4222-8222-222222222222',
      room: 'bbbb',
      scenario: 'ravioli',
      phase: 'counted',
      started: Date.UTC(2026, 9, 10, 20),
      ended: Date.UTC(2026, 9, 10, 22),
      seats: [
        { seat: 0, band: 0, record: { won: null, points: 25, lines: [line(2, 'Pistolero', 'died')], worth: worth(4, 37, 125) } },
        { seat: 1, band: 1, record: { won: null, points: 25, lines: [], worth: worth(3, 28, 140) } },
      ],
    },
    {
      game: '33333333-3333-4333-8333-333333333333',
      room: 'cccc',
      scenario: 'sortie',
      phase: 'void',
      started: Date.UTC(2026, 9, 17, 20),
      ended: Date.UTC(2026, 9, 17, 21),
      seats: [
        { seat: 0, band: 0, record: null },
        { seat: 1, band: 1, record: null },
      ],
    },
  ],
  rooms: [{ id: 'cccc', name: 'Revanche', ruleset: 'generik', scenario: 'sortie', phase: 'lobby', seats: 2, taken: 1, spectators: true }],
  invite: 's3cr3t_tok-en',
};
