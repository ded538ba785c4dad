import type { Choice, Fact, Obstacle, Purchase } from '../../protocol/generik';
import { actName, isDec } from './ids';
import { fatesOf, lengthOf, loads, windOf, type Fate, type Naming } from './log.naming';
import type { FactOf, LogWords, Reckoning } from './log.types';
import { en as words } from './words.en';

const of = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
const low = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

function act(f: FactOf<'acts'>, n: Naming): string {
  const what = f.act;
  const weapon = (slot: number | null | undefined) => {
    const one = slot === null || slot === undefined ? undefined : n.weapons(f.fig)[slot];
    return one ? ` ${words.weapon[one].by}` : '';
  };
  switch (what.act) {
    case 'shoot': {
      const how = { normal: 'shoots at', powerful: 'takes careful aim at', multi: 'lets off a burst at', volley: 'fires a volley at' }[what.fire];
      return `${how} ${n.fig(what.target)}${weapon(what.weapon)}`;
    }
    case 'move':
      return what.exit ? 'makes for the exit' : what.run ? 'breaks into a run' : 'sets off';
    case 'climb':
      return 'climbs or jumps';
    case 'attack': {
      const how = { normal: 'attacks', powerful: 'strikes with full force', multi: 'rains blows' }[what.blow];
      const whom = what.target === null || what.target === undefined ? '' : n.fig(what.target);
      const link = what.blow === 'normal' ? ' ' : what.blow === 'powerful' ? ' at ' : ' on ';
      return `${how}${whom ? `${link}${whom}` : ''}${weapon(what.weapon)}`;
    }
    case 'cover':
      return 'looks for shelter';
    case 'reload':
      return what.all ? 'reloads everything' : 'reloads in a hurry';
    case 'drag':
      return `drags ${n.fig(what.friend)}`;
    case 'stand_up':
      return 'gets back up';
    case 'sack':
      return 'goes for an objective';
    case 'distract':
      return `shows off in front of ${n.fig(what.target)}`;
    case 'hook':
      return `hooks ${n.fig(what.target)}`;
    case 'drink':
      return 'opens the flask';
    case 'charge':
      return `calls the charge: ${list(what.moves.map((move) => n.fig(move.fig)))}`;
    case 'insult':
      return `insults ${n.fig(what.target)}`;
    case 'pivot':
      return 'pivots';
    case 'heroic':
      return 'goes for broke';
    case 'heroic_reload':
      return 'reloads by sheer will';
  }
}

function moved(f: FactOf<'moved'>, n: Naming): string {
  const who = n.fig(f.fig);
  const end = f.path.at(-1) ?? n.before?.at ?? [0, 0];
  if (f.way === 'deployed') return `${who} takes its place at ${n.at(end)}.`;
  const rise = n.before ? f.z - n.before.z : 0;
  const far = n.before ? lengthOf(n.before.at, f.path) : 0;
  if (f.way === 'fell' || (f.way === 'climb' && rise < 0)) {
    return `${who} ${f.way === 'fell' ? 'falls' : 'climbs down'} ${n.cm(Math.abs(rise))} cm.`;
  }
  if (f.way === 'climb') return `${who} climbs ${n.cm(rise)} cm.`;
  return `${who} ${words.way[f.way]}, ${n.cm(far)} cm.`;
}

/** Faces with their modifiers, as in `5 −1 = 4`. */
function dice(f: FactOf<'rolled'>): string {
  const mods = f.mods.map((mod) => signed(mod.n)).join(' ');
  if (f.faces.length === 1) return mods ? `${f.faces[0]} ${mods} = ${f.total}` : `${f.faces[0]}`;
  return `${list(f.faces.map(String))}${mods ? `, ${mods} each` : ''}`;
}

/** What came of a die that had a number to reach. */
function result(thrown: FactOf<'rolled'>['throw'], ok: boolean): string {
  if (thrown === 'defence') return ok ? 'enough' : 'not enough';
  if (thrown === 'blast') return ok ? 'bowled over' : 'stays up';
  if (thrown === 'rout') return ok ? 'the band holds' : 'the band breaks';
  return ok ? 'made it' : 'failed';
}

function rolled(f: FactOf<'rolled'>, n: Naming): string {
  const whose = f.fig === null ? n.seat(f.seat) : n.fig(f.fig);
  const need = f.need === null ? '' : f.throw === 'rout' ? `, ${f.need} or less was needed` : `, ${f.need} was needed`;
  const ok = f.ok === null ? '' : `: ${result(f.throw, f.ok)}`;
  return `${words.throw[f.throw]}, ${whose}: ${dice(f)}${need}${ok}.`;
}

function da(f: FactOf<'da'>, n: Naming): string {
  const who = n.fig(f.fig);
  const change = n.before ? f.da - n.before.da : 0;
  if (change > 0) return `${who} gains ${change} DA.`;
  if (f.taken) return change < 0 ? `${who} loses ${-change} DA, ${f.da} left.` : `${who} loses DA, ${f.da} left.`;
  return change < 0 ? `${who} spends ${-change} DA, ${f.da} left.` : `${who} is at ${f.da} DA.`;
}

function attack(f: FactOf<'attack'>, n: Naming): string {
  const by = f.weapon ? ` ${words.weapon[f.weapon].by}` : '';
  if (f.distance > 0) {
    return `${n.fig(f.fig)} fires at ${n.fig(f.target)}${by}, ${n.cm(f.distance)} cm away (${f.long ? 'long' : 'short'} range).`;
  }
  return `${n.fig(f.fig)} hits out at ${n.fig(f.target)}${by || ' bare-handed'}.`;
}

function verdict(f: FactOf<'verdict'>, n: Naming): string {
  const [who, target] = [n.fig(f.fig), n.fig(f.target)];
  switch (f.verdict) {
    case 'hit':
      return `A hit! ${who} gets ${target}.`;
    case 'miss':
      return `A miss. ${target} gets away with it.`;
    case 'won':
      return `${who} gets the better of ${target}.`;
    case 'countered':
      return `${target} gives it back to ${who}.`;
    case 'parried':
      return `${target}, on the floor, parries ${of(who)} blow.`;
    case 'tie':
      return `A tie between ${who} and ${target}.`;
    case 'won_by_sword':
      return `A tie: ${of(who)} sword decides, against ${target}.`;
    case 'countered_by_sword':
      return `A tie: ${of(target)} sword decides, against ${who}.`;
  }
}

function wound(f: FactOf<'wound'>, n: Naming): string {
  const who = n.fig(f.fig);
  switch (f.wound) {
    case 'nothing':
      return `${who} has more fright than harm.`;
    case 'knocked_down':
      return `${who} goes down.`;
    case 'wounded':
      return `${who} takes a wound.`;
    case 'out_of_action':
      return `${who} is out of action.`;
  }
}

function status(f: FactOf<'status'>, n: Naming): string {
  const who = n.fig(f.fig);
  switch (f.status) {
    case 'waiting':
      return `${who} waits to be deployed.`;
    case 'on_table':
      return `${who} joins the game.`;
    case 'ooa':
      return `${who} is taken off the table.`;
    case 'exited':
      return `${who} has left by the enemy edge.`;
    case 'routed':
      return `${who} runs away with the band.`;
    case 'home':
      return `${who} stays in bed.`;
  }
}

function charges(f: FactOf<'charges'>, n: Naming): string {
  const { loaded, emptied } = loads(n.before, f.charges);
  const names = (slots: readonly number[]) => list(slots.map((slot) => n.weapons(f.fig)[slot]).flatMap((one) => (one ? [words.weapon[one].name] : [])));
  if (loaded.length > 0) return `${n.fig(f.fig)} reloads: ${names(loaded)}.`;
  if (emptied.length > 0) return `${n.fig(f.fig)} has emptied: ${names(emptied)}.`;
  return `${n.fig(f.fig)}, ammunition: ${f.charges.join(' and ')}.`;
}

function bought(seat: number, what: Purchase, n: Naming): string {
  if ('recruit' in what) return `${n.seat(seat)} hires ${what.recruit.name}.`;
  if ('armour' in what) return `${n.member(seat, what.armour.member)} gets: ${words.weapon[what.armour.armour].name}.`;
  if ('discard' in what) return `${n.member(seat, what.discard.member)} throws away: ${words.weapon[what.discard.weapon].name}.`;
  const { member, weapon, replaces } = what.arm;
  const old = replaces ? `, in place of: ${words.weapon[replaces].name}` : '';
  return `${n.member(seat, member)} gets: ${words.weapon[weapon].name}${old}.`;
}

function did(f: FactOf<'did'>, n: Naming): string {
  const { seat, after } = f;
  const people = (ids: readonly number[]) => (ids.length === 0 ? 'nobody' : list(ids.map((id) => n.member(seat, id))));
  if ('money' in after) return `${n.seat(seat)}, out for money: ${people(after.money)}.`;
  if ('reputation' in after) return `${n.seat(seat)}, out for reputation: ${people(after.reputation)}.`;
  if ('care' in after) return after.care === null ? `${n.seat(seat)} cares for nobody else.` : `${n.seat(seat)} has ${n.member(seat, after.care)} cared for.`;
  if ('pay' in after) {
    return after.pay.dismissed.length === 0 ? `${n.seat(seat)} pays everyone.` : `${n.seat(seat)} does not pay: ${people(after.pay.dismissed)}.`;
  }
  if ('buy' in after) return after.buy === null ? `${n.seat(seat)} has finished shopping.` : bought(seat, after.buy, n);
  if ('skill' in after) {
    if (after.skill === null) return `${n.seat(seat)} learns nothing new.`;
    const [member, skill] = after.skill;
    return `${n.member(seat, member)} learns: ${words.skill[skill]}.`;
  }
  return `${n.member(seat, after.chief)} takes over ${n.seat(seat)}.`;
}

function phaseOver(f: FactOf<'phase_over'>, n: Naming): string {
  if (f.why === 'chosen') return f.empty_run > 0 ? `${n.seat(f.seat)} passes.` : `${n.seat(f.seat)} ends the phase.`;
  return `The phase ends for ${n.seat(f.seat)}: ${words.phaseEnd[f.why]}.`;
}

const FATES: Readonly<Record<Fate, string>> = { healed: 'is on the mend', wounded: 'keeps a wound', dead: 'did not survive', left: 'walks out' };

function obstacle(by: Obstacle, n: Naming): string {
  if (by === 'table') return 'the edge of the table';
  if (by === 'level') return 'no room below';
  return 'figure' in by ? n.fig(by.figure) : 'a piece of terrain';
}

const fact: LogWords['fact'] = {
  stage: (f) => `${words.stage[f.stage]}.`,
  scenario: (f, n) => `The scenario: ${n.scenario(f.scenario)}.`,
  due: (f) => `${many(f.pieces, 'piece', 'pieces')} of terrain in all.`.replace(/^0 pieces/, 'No pieces'),
  piece: (f, n) => {
    const what = `${words.terrain[f.piece.piece]}, at ${n.at(f.piece.at)}`;
    return f.seat === null ? `Terrain: ${what}.` : `${n.seat(f.seat)} places: ${what}.`;
  },
  cut: (f) => `It stops here: ${words.why[f.why]}.`,
  attacker: (f, n) => `${n.seat(f.seat)} attacks. Order of phases: ${f.order.map((seat) => n.seat(seat)).join(', ')}.`,
  edge: (f, n) => `${n.seat(f.seat)} holds ${words.edge[f.edge]}.`,
  sealed: (f, n) => `${n.seat(f.seat)} has chosen a champion, in secret.`,
  champion: (f, n) => `The champion of ${n.seat(f.seat)}: ${n.fig(f.fig)}.`,
  marker: (f, n) => (f.owner === null ? `The objective is at ${n.at(f.at)}.` : `${n.seat(f.owner)} places an objective at ${n.at(f.at)}.`),
  fielded: (f, n) => `${n.seat(f.seat)} fields ${many(f.count, 'figure', 'figures')} for ${f.value} points.`,
  turn: (f) => `Turn ${f.turn}. DA are refilled${f.idle > 0 ? `; ${many(f.idle, 'turn', 'turns')} without an act` : ''}.`,
  phase: (f, n) => `Phase ${f.number}: ${of(n.seat(f.seat))} go.`,
  phase_over: phaseOver,
  ending: (f) => `The phase is about to end: ${words.phaseEnd[f.why]}.`,
  acts: (f, n) => `${n.fig(f.fig)} ${act(f, n)}${f.cost > 0 ? ` (${f.cost} DA)` : ''}.`,
  acted: (f, n) => `${n.fig(f.fig)} has acted: the phase is not empty.`,
  reacts: (f, n) => {
    const { ao } = f.reaction;
    const weapon = ao.ao === 'shoot' ? n.weapons(f.fig)[ao.weapon] : undefined;
    const how = ao.ao === 'shoot' && weapon ? `shoot ${words.weapon[weapon].by}` : words.ao[ao.ao];
    return `AO! ${n.fig(f.fig)} reacts to ${n.fig(f.actor)}: ${how}.`;
  },
  ledger: (f, n) => `${n.seat(f.seat)} has no AO left against ${n.fig(f.fig)} this phase.`,
  interrupted: (f, n) => `Halt! ${n.fig(f.fig)} is cut off.`,
  stopped: (f, n) => `${n.fig(f.fig)} stops here: ${words.why[f.why]}.`,
  rolled,
  chose: (f, n) => {
    const who = f.fig === null ? n.seat(f.seat) : n.fig(f.fig);
    return `${who}, ${low(isDec(f.dec) ? words.dec[f.dec].name : f.dec)}: ${choice(f.choice, n, f.fig)}.`;
  },
  da,
  moved,
  faced: (f, n) => `${n.fig(f.fig)} turns ${words.towards[windOf(f.facing)] ?? ''}.`,
  cover: (f, n) => (f.in_cover ? `${n.fig(f.fig)} takes cover.` : `${n.fig(f.fig)} is no longer in cover.`),
  down: (f, n) => (f.down ? `${n.fig(f.fig)} is down.` : `${n.fig(f.fig)} stands up.`),
  wounded: (f, n) => (f.wounded ? `${n.fig(f.fig)} keeps a wound: 1 DA less a turn.` : `${n.fig(f.fig)} is wounded no more.`),
  status,
  charges,
  used: (f, n) => `${words.mark[f.mark]}: ${n.fig(f.fig)}.`,
  heroic_die: (f, n) => (f.fig === null ? 'The heroic DA is spent or lost.' : `${n.fig(f.fig)} has a heroic DA, to be used right away.`),
  heroic_locked: (f, n) => `No more heroics for ${n.seat(f.seat)} this turn.`,
  attack,
  verdict,
  wound,
  redirected: (f, n) =>
    f.aimed === f.victim ? `The bullet does go to ${n.fig(f.victim)}.` : `Stray bullet: meant for ${n.fig(f.aimed)}, it takes ${n.fig(f.victim)}.`,
  no_test: (f, n) =>
    ({
      certain: `${n.fig(f.fig)} adds no die: none can save it.`,
      hopeless: `${n.fig(f.fig)} needs no further die: the shot misses anyway.`,
      tested: `${n.fig(f.fig)} has already tested its nerve in this action.`,
    })[f.why],
  barred: (f, n) => `${n.fig(f.fig)} goes no further: ${obstacle(f.by, n)}.`,
  skill: (f, n) => `${words.skill[f.skill]}! ${n.fig(f.fig)} makes the most of it.`.replace('!!', '!'),
  beaten: (f, n) => `${n.seat(f.seat)} has lost: ${words.beaten[f.why]}.`,
  sacked: (f, n) => {
    const owner = n.owner(f.marker);
    return `${n.fig(f.fig)} sacks ${owner === null ? 'an objective' : `an objective of ${n.seat(owner)}`}.`;
  },
  control: (f, n) => {
    if (f.control === null) return 'Nobody holds the objective.';
    const [seat, turns] = f.control;
    return `${n.seat(seat)} holds the objective${turns > 1 ? `, ${turns} turn ends running` : ''}.`;
  },
  conceding: (f, n) => `${n.seat(f.seat)} concedes; it will count at the start of its phase.`,
  draw_offer: (f, n) => (f.offer ? `${n.seat(f.seat)} offers a draw.` : `${n.seat(f.seat)} no longer offers a draw.`),
  score: (f, n) => `${n.seat(f.seat)}: ${many(f.total, 'point', 'points')}.`,
  ended: (f, n) => {
    const why = words.end[f.outcome.reason] ?? f.outcome.reason;
    const won = f.outcome.winners;
    if (won.length === 0) return `A draw: ${why}.`;
    return `Victory: ${list(won.map((seat) => n.seat(seat)))}. ${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  },
  after: (f, n) => {
    const { purse, step } = f.aftermath;
    const fates = fatesOf(n.aftermath, f.aftermath).map(({ id, fate }) => `${n.member(f.seat, id)} ${FATES[fate]}`);
    const owns = `${many(purse.treasury, 'point', 'points')} in the treasury, reputation ${purse.reputation}`;
    const next = step === 'done' || step === n.aftermath?.step ? '' : ` Next: ${low(words.step[step])}.`;
    return `${n.seat(f.seat)}: ${[...fates, owns].join('; ')}.${next}`;
  },
  did,
};

function choice(one: Choice, n: Naming, fig: number | null = null): string {
  if (typeof one === 'string') return { no: 'no', yes: 'yes', shield: 'the shield', lucky: 'the luck' }[one];
  if ('edge' in one) return words.edge[one.edge];
  if ('figure' in one) return n.fig(one.figure);
  const { extra, weapon } = one.defend;
  const arm = fig === null || weapon === null || weapon === undefined ? undefined : n.weapons(fig)[weapon];
  return `${extra === 0 ? 'a single die' : `${extra + 1} dice for ${extra} DA`}${arm ? `, ${words.weapon[arm].by}` : weapon === null || weapon === undefined ? '' : `, weapon ${weapon + 1}`}`;
}

function reckonRoll(f: FactOf<'rolled'>, n: Naming): Reckoning[] {
  const best = Math.max(...f.faces);
  return [
    [f.faces.length > 1 ? `${f.faces.length} D6` : 'D6', f.faces.join(', ')],
    ...(f.faces.length > 1 ? [['the best', String(best)] as const] : []),
    ...f.mods.map((mod) => [n.mod(mod.rule), signed(mod.n)] as const),
    ...(f.mods.length > 0 ? [['total', String(f.total)] as const] : []),
    ...(f.need === null ? [] : [[f.throw === 'rout' ? 'needed at most' : 'needed', String(f.need)] as const]),
    ...(f.ok === null ? [] : [['result', result(f.throw, f.ok)] as const]),
  ];
}

function reckon(f: Fact, n: Naming): Reckoning[] {
  switch (f.t) {
    case 'rolled':
      return reckonRoll(f, n);
    case 'acts':
      return [[words.act[actName(f.act)], `${f.cost} DA`]];
    case 'attack':
      return f.distance > 0
        ? [
            ['distance', `${n.cm(f.distance)} cm`],
            ['range', f.long ? 'long' : 'short'],
          ]
        : [];
    case 'verdict':
      return [['result', words.verdict[f.verdict]]];
    case 'wound':
      return [['result', words.wound[f.wound]]];
    case 'score':
      return [
        ...f.lines.map((line) => [`${words.score[line.code] ?? line.code}${line.fig === null ? '' : ` (${n.fig(line.fig)})`}`, signed(line.n)] as const),
        ['total', String(f.total)],
      ];
    case 'after': {
      const was = n.aftermath?.purse;
      if (!was) return [];
      const { treasury, reputation } = f.aftermath.purse;
      return [
        ['treasury', `${was.treasury} → ${treasury}`],
        ['reputation', `${was.reputation} → ${reputation}`],
      ];
    }
    case 'phase_over':
      return f.empty_run > 0 ? [['empty phases running', String(f.empty_run)]] : [];
    default:
      return [];
  }
}

export const en: LogWords = { fact, choice, reckon };
