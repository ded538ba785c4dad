/** Which actions a figure is offered, and why some are greyed. */
import { actName, type ActName } from '../../../i18n/generik/ids';
import type { Act, Fig, Look, View } from '../../../protocol/generik';
import { person, type Person } from '../model/people';
import { actRow, weaponRow } from '../model/rows';

/** Every action, in the order of the palette. */
const ORDER: readonly ActName[] = [
  'move',
  'run',
  'climb',
  'shoot',
  'powerful_shot',
  'multi_shot',
  'pair_volley',
  'cc_attack',
  'powerful_attack',
  'multi_attack',
  'take_cover',
  'reload',
  'stand_up',
  'pivot',
  'drag',
  'sack_objective',
  'exit',
  'distract',
  'hook',
  'insult',
  'charge',
  'drink',
  'heroic',
  'heroic_reload',
];

export interface Entry {
  readonly name: ActName;
  readonly legal: boolean;
  /** What it costs, in words such as `1` or `1–2`; empty where it costs nothing or depends. */
  readonly cost: string;
}

/** Whether an action is worth naming although it cannot be done now. */
function usual(view: View, one: Person, name: ActName): boolean {
  const { now, member } = one;
  const arms = member.weapons.map((id) => weaponRow(id));
  const fires = arms.some((row) => row && row.short > 0);
  switch (name) {
    case 'move':
    case 'run':
    case 'climb':
    case 'cc_attack':
    case 'take_cover':
    case 'pivot':
      return !now.down;
    case 'shoot':
    case 'powerful_shot':
      return fires && !now.down;
    case 'powerful_attack':
      return !now.down;
    case 'multi_shot':
      return arms.some((row) => row && row.multi_shot > 0);
    case 'multi_attack':
      return arms.some((row) => row && row.multi_attack > 0);
    case 'pair_volley':
      return arms.some((row) => row?.pair_volley);
    case 'reload':
      return arms.some((row, n) => row && row.charges > 0 && !row.no_reload && (now.charges[n] ?? 0) < row.charges);
    case 'stand_up':
      return now.down;
    case 'distract':
      return arms.some((row) => row?.distract);
    case 'hook':
      return arms.some((row) => row && row.hook_da_loss > 0);
    case 'insult':
      return member.skills.includes('propos_orduriers');
    case 'charge':
      return member.skills.includes('chargez');
    case 'drink':
      return member.skills.includes('sac_a_gnole') && !now.flask_used;
    case 'heroic':
      return now.da === 0 && !now.heroic_tried;
    case 'sack_objective':
      return view.scene.markers.some((marker) => marker.owner !== null && marker.owner !== one.seat && !marker.sacked);
    case 'drag':
    case 'exit':
    case 'heroic_reload':
      return false;
  }
}

function costOf(name: ActName): string {
  const row = actRow(name);
  if (!row || name === 'heroic' || name === 'heroic_reload') return '';
  if (name === 'climb') return `${row.da}+`;
  if (name === 'exit') return `${row.da}–${actRow('run')?.da ?? row.da}`;
  if (name === 'reload') return `${row.da_fast_weapons_only}–${row.da}`;
  return String(row.da);
}

/** The palette of a figure: what it may do first, in a fixed order. */
export function paletteOf(view: View, fig: Fig, look: Look | null): Entry[] {
  const one = person(view, fig);
  if (!one) return [];
  const legal = new Set((look?.acts ?? []).map(actName));
  // Whoever may walk may try for the edge: only a path tells whether it gets there (GEN-SCN-50).
  if (view.scene.scenario === 'sortie' && legal.has('move')) legal.add('exit');
  return ORDER.filter((name) => legal.has(name) || usual(view, one, name)).map((name) => ({ name, legal: legal.has(name), cost: costOf(name) }));
}

/** An action of a name, to ask the server why it cannot be done. */
export function sampleOf(view: View, fig: Fig, name: ActName): Act {
  const { scene } = view;
  const now = scene.figures[fig];
  const [x, y] = now?.at ?? [0, 0];
  const foe = scene.figures.findIndex((other) => other.seat !== now?.seat && other.status === 'on_table');
  const friend = scene.figures.findIndex((other, n) => n !== fig && other.seat === now?.seat && other.status === 'on_table');
  const arms = view.setup.bands[now?.seat ?? 0]?.members[view.figures[fig]?.member ?? 0]?.weapons ?? [];
  const fires = Math.max(
    0,
    arms.findIndex((id) => (weaponRow(id)?.short ?? 0) > 0),
  );
  const target = Math.max(0, foe);
  const fire = { shoot: 'normal', powerful_shot: 'powerful', multi_shot: 'multi', pair_volley: 'volley' } as const;
  const blow = { cc_attack: 'normal', powerful_attack: 'powerful', multi_attack: 'multi' } as const;
  switch (name) {
    case 'shoot':
    case 'powerful_shot':
    case 'multi_shot':
    case 'pair_volley':
      return { act: 'shoot', weapon: fires, target, fire: fire[name] };
    case 'cc_attack':
    case 'powerful_attack':
    case 'multi_attack':
      return { act: 'attack', blow: blow[name] };
    case 'move':
    case 'run':
    case 'exit':
      return { act: 'move', path: [[x, Math.max(0, y - 10)]], run: name === 'run', exit: name === 'exit' };
    case 'climb':
      return { act: 'climb', to: [x, y] };
    case 'take_cover':
      return { act: 'cover' };
    case 'reload':
      return { act: 'reload', all: true };
    case 'drag':
      return { act: 'drag', friend: Math.max(0, friend), to: [x, y] };
    case 'stand_up':
      return { act: 'stand_up' };
    case 'sack_objective':
      return {
        act: 'sack',
        marker: Math.max(
          0,
          scene.markers.findIndex((marker) => marker.owner !== now?.seat && !marker.sacked),
        ),
      };
    case 'distract':
    case 'hook':
    case 'insult':
      return { act: name, target };
    case 'charge':
      return { act: 'charge', moves: friend < 0 ? [] : [{ fig: friend, to: scene.figures[friend]?.at ?? [x, y] }] };
    case 'pivot':
      return { act: 'pivot', facing: [0, 1000] };
    case 'drink':
    case 'heroic':
    case 'heroic_reload':
      return { act: name };
  }
}
