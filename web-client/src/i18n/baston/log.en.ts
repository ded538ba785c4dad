import type { Choice, Circumstance, Fact, Obstacle, Waived } from '../../protocol/baston';
import { en as words } from './words.en';
import type { LogWords, Reckoning } from './log.types';
import { carrier, spot, straight, wearer, type Naming } from './naming';

const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;
const lost = (n: number): string => many(n, 'sequence', 'sequences');
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
const dir = (d: number): string => words.dir[d - 1] ?? String(d);
const towards = (d: number): string => words.towards[d - 1] ?? String(d);
const of = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
const order = (text: string): string => {
  // The longest code the order begins with: `FD` is `F` with a turn, `FER` is an order of its own.
  const code = Object.keys(words.order)
    .filter((one) => text.startsWith(one))
    .sort((a, b) => b.length - a.length)[0];
  return (code === undefined ? undefined : words.order[code]) ?? text;
};

function item(fact: Extract<Fact, { t: 'item' }>, name: Naming): string {
  const was = name.before;
  const now = carrier(fact.place);
  const on = wearer(fact.place);
  const at = spot(fact.place);
  const by = carrier(was?.place) ?? wearer(was?.place);
  if (was && was.kind !== fact.kind) {
    return now === null ? `${cap(name.kind(was.kind))} smashes.` : `${cap(name.kind(was.kind))} smashes: ${name.who(now)} holds the jagged end.`;
  }
  if (on !== null) return `${name.who(on)} puts on ${name.kind(fact.kind)}.`;
  if (now !== null && wearer(was?.place) === now) return `${name.who(now)} takes off ${name.kind(fact.kind)}.`;
  if (now !== null && by !== null && by !== now) return `${name.who(now)} takes ${name.kind(fact.kind)} from ${name.who(by)}.`;
  if (now !== null) return `${name.who(now)} picks up ${name.kind(fact.kind)}.`;
  if (at && by !== null) return `${name.who(by)} drops ${name.kind(fact.kind)} at ${name.point(at)}.`;
  if (at) return `${cap(name.kind(fact.kind))} ends up at ${name.point(at)}.`;
  return `That was the end of ${name.kind(fact.kind)}.`;
}

/** Where something thrown goes. */
function aim(from: readonly [number, number], to: readonly [number, number], name: Naming): string {
  const line = straight([from[0], from[1]], [to[0], to[1]]);
  return line ? `${towards(line.dir)}, ${many(line.steps, 'point', 'points')}` : `towards ${name.point([to[0], to[1]])}`;
}

function place(fact: Extract<Fact, { t: 'moved' }>, name: Naming): string {
  const top = fact.top ? ', up high' : '';
  const way = words.way[fact.way] ?? 'moves';
  const line = fact.way === 'placed' ? null : straight(fact.from, fact.to);
  if (!line) return `${name.who(fact.who)} ${way} at ${name.point(fact.to)}${top}.`;
  const far = line.steps > 1 ? `, ${line.steps} points` : '';
  return `${name.who(fact.who)} ${way} ${towards(line.dir)}${far}${top}.`;
}

const fact: LogWords['fact'] = {
  turn: (f) => `Turn ${f.turn}. Sheets out!`,
  enter: (f) => (f.sequence > 0 ? `${words.phase[f.phase]}, sequence ${f.sequence}.` : `${words.phase[f.phase]}.`),
  revealed: (f, n) => `${n.who(f.who)}: ${f.orders.join(' · ')}`,
  acts: (f, n) => `${n.who(f.who)} springs into action.`,
  plays: (f, n) => (f.order === '-' ? `${n.who(f.who)}, round ${f.round}: not a move.` : `${n.who(f.who)}, round ${f.round}: ${f.order}, ${order(f.order)}.`),
  lost: (f, n) => `${n.who(f.who)} loses the order of round ${f.round}: ${words.why[f.why] ?? f.why}.`,
  cancelled: (f, n) => {
    if (f.why === 'together') return `${n.who(f.who)} plays both rounds in one go.`;
    const both = f.rounds[0] && f.rounds[1];
    return `${n.who(f.who)}: ${both ? 'both rounds are cancelled' : f.rounds[0] ? 'round 1 is cancelled' : 'round 2 is cancelled'}, ${words.why[f.why] ?? f.why}.`;
  },
  impossible: (f, n) => `${n.who(f.who)} charges into an obstacle${f.to ? ` at ${n.point(f.to)}` : ''} and gets nowhere.`,
  done: (f, n) => (f.done ? `${n.who(f.who)} has finished the sequence.` : `${n.who(f.who)} still has something to play.`),
  queued: (f, n) => (f.queued ? `${of(n.who(f.who))} long action waits for the end of the sequence.` : `${of(n.who(f.who))} long action waits no longer.`),
  owes: (f, n) => (f.owes ? `${n.who(f.who)} will have to rest in the next sequence.` : `${n.who(f.who)} owes no rest any more.`),
  rests: (f, n) => (f.resting ? `${n.who(f.who)} catches a breath: rest owed.` : `${n.who(f.who)} has rested enough.`),
  shaken: (f, n) => (f.shaken ? `${n.who(f.who)} may rewrite at the end of the sequence.` : `${n.who(f.who)} is quite clear again.`),
  chose: (f, n) => `${n.who(f.who)}, ${(words.dec[f.dec]?.name ?? f.dec).toLowerCase()}: ${choice(f.choice, n)}${f.silent ? ' (settled in advance)' : ''}.`,
  test: (f, n) => `${n.who(f.who)} tests ${f.stat} ${f.value}: ${f.die}${f.malus ? ` ${signed(f.malus)}` : ''}, ${f.ok ? 'made it' : 'failed'}.`,
  no_test: (f, n) => `${n.who(f.who)} does not test ${f.stat}: ${WAIVED[f.why]}.`,
  barred: (f, n) => `In the way of ${n.who(f.who)}: ${obstacle(f.by, n)}.`,
  drew: (f, n) => `The dice pick ${words.draw[f.what] ?? f.what}${f.who === null ? '' : ` for ${n.who(f.who)}`}: ${f.face} of ${f.sides}.`,
  stun_roll: (f, n) => `${n.who(f.who)} on line ${f.line}: ${f.n === 0 ? 'more fright than harm' : `${lost(f.n)} of stars`}.`,
  strength: (f, n) => {
    const winner = f.mover_wins ? f.mover : f.other;
    return `${n.who(f.mover)} shoves ${n.who(f.other)}: ${n.who(winner)} is the stronger.`;
  },
  location: (f, n) => `The blow goes for ${of(n.who(f.target))} ${words.part[f.part].name}.`,
  to_hit: (f, n) =>
    f.hit
      ? `${n.who(f.who)} hits ${n.who(f.target)}: ${f.total} (${words.row[f.row] ?? f.row}).`
      : `${n.who(f.who)} misses ${n.who(f.target)}: ${f.total}, 13 was needed (${words.row[f.row] ?? f.row}).`,
  ranked: (f, n) => `${n.who(f.who)} takes rank ${f.rank}.`,
  moved: (f, n) => place(f, n),
  on_top: (f, n) => (f.top ? `${n.who(f.who)} is up on top.` : `${n.who(f.who)} is down again.`),
  faced: (f, n) => `${n.who(f.who)} turns to face ${dir(f.dir)}.`,
  posture: (f, n) => (f.prone ? `${n.who(f.who)} hits the floor.` : `${n.who(f.who)} gets up.`),
  wounded: (f, n) => {
    const saved = f.saved > 0 ? `, ${f.saved} taken by the outfit` : '';
    if (f.wounds === 0 && f.saved === 0) return `${n.who(f.who)}: ${words.part[f.part].name}, out of action already, has nothing left to lose.`;
    if (f.wounds === 0) return `${n.who(f.who)} is unhurt, ${words.part[f.part].name}${saved}.`;
    const left = f.left === 0 ? 'out of action' : `${f.left} left`;
    return `${n.who(f.who)}: ${many(f.wounds, 'wound', 'wounds')}, ${words.part[f.part].name} (${left})${saved}.`;
  },
  stunned: (f, n) => {
    if (f.gained > 0) return `${n.who(f.who)} sees stars: ${lost(f.gained)} to lose, ${f.stun} in all.`;
    if (f.saved > 0) return `${n.who(f.who)}: the outfit saves ${lost(f.saved)} of stars.`;
    return f.stun === 0 ? `${n.who(f.who)} is clear-headed again.` : `${n.who(f.who)}: ${lost(f.stun)} of stars to go.`;
  },
  out: (f, n) => (f.by === null ? `${n.who(f.who)} is HS: knocked out.` : `${n.who(f.who)} is HS: knocked out by ${n.who(f.by)}.`),
  left_board: (f, n) => (f.by === null ? `${n.who(f.who)} leaves the board.` : `${n.who(f.by)} puts ${n.who(f.who)} off the board.`),
  seized: (f, n) => `${n.who(f.who)} grapples ${n.who(f.victim)}.`,
  released: (f, n) => `${n.who(f.who)} no longer holds ${n.who(f.victim)}.`,
  targets: (f, n) => `${n.who(f.who)} goes for ${n.who(f.target)}.`,
  spared: (f, n) => `${n.who(f.who)} spares ${n.who(f.target)}.`,
  working: (f, n) => {
    if (!f.task) return `${n.who(f.who)} has nothing going on any more.`;
    if ('rob' in f.task) return `${n.who(f.who)} goes through ${of(n.who(f.task.rob.victim))} pockets.`;
    return `${n.who(f.who)} is ${f.task.dress.on ? 'putting on' : 'taking off'} ${n.the(f.task.dress.item)}.`;
  },
  item: (f, n) => item(f, n),
  throws: (f, n) => `${n.who(f.who)} throws ${n.the(f.id)} ${f.aggressive ? 'to hurt' : 'gently'}, ${aim(f.from, f.to, n)}.`,
  piece: (f, n) => {
    if (f.gone) return `That was the end of ${n.piece(f.id)}.`;
    const at = n.point(f.cells[0] ?? [0, 0]);
    return f.overturned ? `Over it goes: ${n.piece(f.id)}, at ${at}.` : `${cap(n.piece(f.id))} is now at ${at}.`;
  },
  leaf: (f, n) => (f.open ? `Opened: ${n.door(f.door)}.` : `Shut: ${n.door(f.door)}.`),
  bolt: (f, n) => (f.bolted ? `Click, bolted: ${n.door(f.door)}.` : `Unbolted: ${n.door(f.door)}.`),
  door_destroyed: (f, n) => `In splinters: ${n.door(f.door)}.`,
  window: (f, n) => `${f.state === 'destroyed' ? 'In pieces' : f.state === 'open' ? 'Opened' : 'Shut'}: ${n.window(f.window)}.`,
  panel_destroyed: (f, n) => `In pieces: ${n.panel(f.panel)}.`,
  phone_destroyed: (f, n) => `The line is dead: ${n.phone(f.phone)}.`,
  glass: (f, n) => (f.present ? `Broken glass on the floor at ${n.point(f.at)}.` : `No more glass at ${n.point(f.at)}.`),
  score: (f, n) => `${n.seat(f.seat)}: ${signed(f.points)}, ${words.reason[f.reason] ?? f.reason}. Total ${f.total < 0 ? signed(f.total) : f.total}.`,
  plot: (f, n) => (f.plot.call ? `${n.who(f.plot.call[0])} has been on the phone for ${lost(f.plot.call[1])}.` : 'The business moves on.'),
  over: (f, n) => {
    const won = f.outcome.winners;
    const why = words.end[f.outcome.reason] ?? f.outcome.reason;
    return won.length === 1 ? `All over, ${why}. The winner: ${n.seat(won[0] ?? 0)}!` : `All over, ${why}. A draw: ${won.map((s) => n.seat(s)).join(', ')}.`;
  },
};

const WAIVED: Readonly<Record<Waived, string>> = {
  stunned: 'nobody resists with stars before the eyes',
  prone: 'down already',
  together: 'several do it together',
  tested: 'that was settled for this knock',
  jostled: 'the shoving was lost, nobody moves',
};

const CIRCUMSTANCE: Readonly<Record<Circumstance, string>> = {
  stunned: 'stunned',
  held: 'held',
  behind: 'from behind',
  prone: 'down',
  holding: 'busy holding somebody',
  arm: 'right arm out of action',
  low: 'hitting from the floor',
  crossing: 'people in the line of flight',
};

/** What modifiers come from, for the explanation of a roll. */
const because = (why: readonly Circumstance[] = []): Reckoning[] => (why.length === 0 ? [] : [['because', why.map((one) => CIRCUMSTANCE[one]).join(', ')]]);

function obstacle(by: Obstacle, name: Naming): string {
  if (typeof by === 'string') return { wall: 'a wall', border: 'the edge of the board', level: 'ground of another height', bar: 'the counter' }[by];
  if ('door' in by) return name.door(by.door);
  if ('leaf' in by) return `an open leaf, ${name.door(by.leaf[0])}`;
  if ('window' in by) return name.window(by.window);
  if ('panel' in by) return name.panel(by.panel);
  return 'piece' in by ? name.piece(by.piece) : name.who(by.who);
}

function choice(answer: Choice, name: Naming): string {
  switch (answer) {
    case 'no':
      return 'no';
    case 'yes':
      return 'yes';
    case 'fist':
      return 'bare fist';
    case 'single':
      return 'just one, at random';
    case 'strike':
      return 'strike';
    case 'spare':
      return 'spare';
    case 'element':
      return 'the furniture';
  }
  if ('facing' in answer) return `facing ${dir(answer.facing)}`;
  if ('at' in answer) return `point ${name.point(answer.at)}`;
  if ('leaf' in answer) return name.door(answer.leaf[0]);
  if ('window' in answer) return name.window(answer.window);
  if ('door' in answer) return name.door(answer.door);
  if ('phone' in answer) return name.phone(answer.phone);
  if ('panel' in answer) return name.panel(answer.panel);
  if ('item' in answer) return name.the(answer.item);
  if ('several' in answer) return answer.several.length === 0 ? 'all at once' : `all but ${answer.several.map((who) => name.who(who)).join(', ')}`;
  if ('part' in answer) return words.part[answer.part].the;
  if ('throw' in answer) return `${name.the(answer.throw.item)}, ${answer.throw.aggressive ? 'to hurt' : 'gently'}, towards ${name.point(answer.throw.to)}`;
  if ('put_on' in answer) return `put on ${name.the(answer.put_on)}`;
  if ('take_off' in answer) return `take off ${name.the(answer.take_off)}`;
  return name.who(answer.victim);
}

function reckon(f: Fact, name: Naming): Reckoning[] {
  switch (f.t) {
    case 'test':
      return [
        ['D8', String(f.die)],
        ...(f.malus ? [['penalty', signed(f.malus)] as const] : []),
        ...because(f.why),
        ['total', String(f.die + f.malus)],
        [`${of(name.who(f.who))} ${words.stat[f.stat]}`, `${f.value} at most`],
        ['result', f.ok ? 'success' : 'failure'],
      ];
    case 'to_hit':
      return [
        ['D20', String(f.die)],
        [words.stat[f.stat], signed(f.value)],
        ...(f.target_mod ? [['target at a disadvantage', signed(f.target_mod)] as const] : []),
        ...(f.attacker_mod ? [['attacker hindered', signed(f.attacker_mod)] as const] : []),
        ...because(f.why),
        ...(f.range_mod ? [['distance', signed(f.range_mod)] as const] : []),
        ['total', `${f.total} (13 or more)`],
        ['table', words.row[f.row] ?? f.row],
        ['result', f.hit ? 'hit' : 'miss'],
      ];
    case 'stun_roll':
      return [['D8', String(f.die)], ...(f.bonus ? [['height', signed(f.bonus)] as const] : []), [`line ${f.line}`, lost(f.n)]];
    case 'strength':
      return [
        [`${of(name.who(f.mover))} FOR`, String(f.mover_for)],
        [`${of(name.who(f.other))} FOR`, String(f.other_for)],
        ...(f.die === null ? [] : [['tie, D8 (5 to 8: the mover wins)', String(f.die)] as const]),
        ['stronger', name.who(f.mover_wins ? f.mover : f.other)],
      ];
    case 'location':
      return [...(f.die === null ? [['no die', 'aimed, or always the legs'] as const] : [['D8', String(f.die)] as const]), ['hits', words.part[f.part].the]];
    case 'drew':
      return [[`1 of ${f.sides}`, String(f.face)]];
    case 'wounded':
      return [
        ['wounds on the table', String(f.wounds + f.saved)],
        ...(f.saved ? [['taken by the outfit', signed(-f.saved)] as const] : []),
        [`left in ${words.part[f.part].the}`, String(f.left)],
      ];
    default:
      return [];
  }
}

export const en: LogWords = { fact, choice, reckon };
