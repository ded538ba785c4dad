/** Facts of a game as beats of the table. Assignments only; no rule is known here. */
import type { DieShow } from '../../../surface/dice';
import type { Beat, Gait } from './beats';
import { figId, type TableScene, type Token } from './model';
import { far } from '../../../surface/plane/geometry';
import { tokenOfFig } from '../../../surface/plane/scene';
import type { Fact, Fig } from './types';
import { word } from '../../../i18n/generik/word';

const GAITS: Readonly<Record<string, Gait>> = {
  deployed: 'drop',
  walk: 'walk',
  run: 'run',
  climb: 'climb',
  jump: 'jump',
  vault: 'jump',
  drag: 'drag',
  dragged: 'drag',
  charge: 'run',
  stumble: 'walk',
  pushed: 'push',
  fell: 'fall',
  follow_up: 'walk',
  exit: 'run',
};

/** What a weapon sounds like, and what flies; the first that fits. */
const SHOTS: readonly [RegExp, string, NonNullable<Beat['shot']>['kind'], number][] = [
  [/mitraill|pistolet_mitr/, 'RATATATA !', 'burst', 3],
  [/mortier|grenade/, 'BAOUM !', 'bomb', 3],
  [/tromblon|fusil_de_chasse/, 'BOUM !', 'burst', 3],
  [/_arc$|arbalete/, 'TZING !', 'arrow', 1],
  [/couteau/, 'ZIP !', 'blade', 1],
  [/bison|sniper|fusil/, 'PAN !', 'bullet', 2],
];
const BLADE = /epee|couteau|baionnette|deux_armes|deux_mains/;

const by = (scene: TableScene, fig: Fig): Pick<Beat, 'leaver'> => {
  const token = tokenOfFig(scene, fig);
  return token ? { leaver: token } : {};
};

/** The beats of some facts, in order; those that only keep books give none. `before` is the scene they came upon. */
export const beatsOf = (facts: readonly Fact[], before: TableScene): Beat[] => facts.flatMap((fact) => beatOf(fact, before) ?? []);

/** What one fact looks like. */
export function beatOf(fact: Fact, before: TableScene): Beat | undefined {
  return courseBeat(fact) ?? figureBeat(fact, before) ?? fightBeat(fact, before);
}

function courseBeat(fact: Fact): Beat | undefined {
  switch (fact.t) {
    case 'turn':
      return { kind: 'change', banner: word('beat.turn', { n: fact.turn }) };
    case 'stage':
      return fact.stage === 'fight' ? { kind: 'change', banner: word('beat.fight') } : undefined;
    case 'piece':
      return { kind: 'place', at: [fact.piece.at], word: 'TOC !' };
    case 'marker':
      return { kind: 'place', at: [fact.at] };
    case 'beaten':
      return { kind: 'change', banner: word(fact.why === 'rout' || fact.why === 'voluntary' ? 'beat.rout' : 'beat.beaten') };
    default:
      return undefined;
  }
}

function figureBeat(fact: Fact, before: TableScene): Beat | undefined {
  switch (fact.t) {
    case 'acts':
      return fact.act.act === 'pivot'
        ? undefined
        : { kind: 'tell', who: figId(fact.fig), note: word(`beat.act.${fact.act.act === 'move' && fact.act.run ? 'run' : fact.act.act}`) };
    case 'reacts':
      return { kind: 'tell', who: figId(fact.fig), target: figId(fact.actor), word: 'HOP LÀ !', force: 2, note: word('beat.ao') };
    case 'interrupted':
      return { kind: 'tell', who: figId(fact.fig), note: word('beat.interrupted') };
    case 'stopped':
      return { kind: 'tell', who: figId(fact.fig), note: word('beat.stopped') };
    case 'taken_back':
      return moveBeat({ ...fact, t: 'moved', path: [fact.at], way: 'walk' }, before);
    case 'moved':
      return moveBeat(fact, before);
    case 'faced':
      return tokenOfFig(before, fact.fig) ? { kind: 'turn', who: figId(fact.fig) } : undefined;
    case 'da':
      return fact.taken && (tokenOfFig(before, fact.fig)?.da ?? 0) > fact.da ? { kind: 'tell', who: figId(fact.fig), note: word('beat.da_lost') } : undefined;
    case 'cover':
      return { kind: 'tell', who: figId(fact.fig), note: word(fact.in_cover ? 'beat.in_cover' : 'beat.out_of_cover') };
    case 'down':
      return fact.down ? { kind: 'down', who: figId(fact.fig), word: 'POUF !' } : { kind: 'up', who: figId(fact.fig) };
    case 'wounded':
      return fact.wounded
        ? { kind: 'hurt', who: figId(fact.fig), word: 'AÏE !', force: 2, note: word('beat.wounded') }
        : { kind: 'tell', who: figId(fact.fig), note: word('beat.healed') };
    case 'status':
      return leaveBeat(fact, before);
    case 'charges':
      return chargesBeat(fact, tokenOfFig(before, fact.fig));
    case 'sacked':
      return { kind: 'tell', who: figId(fact.fig), word: 'CRAC !', force: 2, note: word('beat.sacked') };
    default:
      return undefined;
  }
}

function moveBeat(fact: Extract<Fact, { t: 'moved' }>, before: TableScene): Beat {
  const old = tokenOfFig(before, fact.fig);
  const path = old && far(old.at, fact.path[0] ?? old.at) > 0 ? [old.at, ...fact.path] : [...fact.path];
  const sound: Record<string, Pick<Beat, 'word' | 'force'>> = {
    fell: { word: 'BADABOUM !', force: 3 },
    pushed: { word: 'VLAN !', force: 2 },
    vault: { word: 'HOP !' },
  };
  return { kind: 'move', who: figId(fact.fig), gait: GAITS[fact.way] ?? 'walk', path, ...sound[fact.way] };
}

function leaveBeat(fact: Extract<Fact, { t: 'status' }>, before: TableScene): Beat | undefined {
  switch (fact.status) {
    case 'ooa':
      return { kind: 'out', ...by(before, fact.fig), word: 'K.O. !', force: 3, note: word('beat.ooa') };
    case 'exited':
      return { kind: 'out', ...by(before, fact.fig), word: word('beat.away'), force: 2 };
    case 'routed':
      return { kind: 'out', ...by(before, fact.fig), note: word('beat.flees') };
    case 'on_table':
      return tokenOfFig(before, fact.fig) ? undefined : { kind: 'place', gait: 'drop', who: figId(fact.fig) };
    default:
      return undefined;
  }
}

function chargesBeat(fact: Extract<Fact, { t: 'charges' }>, token: Token | undefined): Beat | undefined {
  if (!token) return undefined;
  const more = fact.charges.some((n, i) => n > 0 && token.empty.includes(i));
  const less = fact.charges.some((n, i) => n === 0 && token.weapons[i] !== undefined && !token.empty.includes(i));
  if (more) return { kind: 'tell', who: token.id, word: 'CLIC CLAC !', note: word('beat.reloaded') };
  return less && token.weapons.length > 0 ? { kind: 'tell', who: token.id, note: word('beat.empty') } : undefined;
}

function fightBeat(fact: Fact, before: TableScene): Beat | undefined {
  switch (fact.t) {
    case 'rolled':
      return { kind: 'dice', ...(fact.fig === null ? {} : { who: figId(fact.fig) }), dice: dieOf(fact, before) };
    case 'attack':
      return attackBeat(fact, before);
    case 'verdict':
      return verdictBeat(fact, before);
    case 'wound':
      return fact.wound === 'nothing' ? { kind: 'tell', who: figId(fact.fig), note: word('beat.unhurt') } : undefined;
    case 'redirected':
      return {
        kind: 'tell',
        who: figId(fact.victim),
        target: figId(fact.aimed),
        ...(fact.aimed === fact.victim ? {} : { word: 'OUPS !' }),
        note: word('beat.redirected'),
      };
    case 'skill':
      return { kind: 'tell', who: figId(fact.fig), word: 'TADA !' };
    default:
      return undefined;
  }
}

function attackBeat(fact: Extract<Fact, { t: 'attack' }>, before: TableScene): Beat {
  const from = tokenOfFig(before, fact.fig);
  const to = tokenOfFig(before, fact.target);
  const who = figId(fact.fig);
  const target = figId(fact.target);
  if (fact.distance <= 0 || !from || !to) return { kind: 'tell', who, target, note: word('beat.strikes') };
  const [, sound, kind, force] = SHOTS.find(([test]) => test.test(fact.weapon ?? '')) ?? [undefined, 'PAN !', 'bullet' as const, 2];
  return {
    kind: 'shot',
    who,
    target,
    word: sound,
    force,
    shot: { from: from.at, to: to.at, kind },
    note: word(fact.long ? 'beat.long' : 'beat.short', { n: Math.ceil(fact.distance / 10) / 10 }),
  };
}

function verdictBeat(fact: Extract<Fact, { t: 'verdict' }>, before: TableScene): Beat {
  const who = figId(fact.fig);
  const target = figId(fact.target);
  const a = tokenOfFig(before, fact.fig);
  const b = tokenOfFig(before, fact.target);
  const blade = [...(a?.weapons ?? []), ...(b?.weapons ?? [])].some((weapon) => BLADE.test(weapon));
  switch (fact.verdict) {
    case 'hit':
      return { kind: 'hurt', who: target, target: who, word: 'TOUCHÉ !', force: 2 };
    case 'miss':
      return { kind: 'tell', who: target, word: 'ZIP !', note: word('beat.missed') };
    case 'won':
    case 'won_by_sword':
      return { kind: 'blow', who, target, word: blade ? 'TCHAC !' : 'PAF !', force: 2 };
    case 'countered':
    case 'countered_by_sword':
      return { kind: 'blow', who: target, target: who, word: blade ? 'TCHAC !' : 'PAF !', force: 2, note: word('beat.countered') };
    default:
      return { kind: 'miss', who, target, word: blade ? 'CLING !' : 'FWIP !', note: word(fact.verdict === 'parried' ? 'beat.parried' : 'beat.tie') };
  }
}

function dieOf(fact: Extract<Fact, { t: 'rolled' }>, before: TableScene): DieShow {
  const name = fact.fig === null ? '' : (tokenOfFig(before, fact.fig)?.name ?? '');
  const label = word(`beat.throw.${fact.throw}`);
  const show: DieShow = {
    sides: 6,
    face: fact.faces[0] ?? 1,
    faces: fact.faces,
    label: name ? `${name} · ${label}` : label,
    adds: fact.mods.map((mod) => ({ n: mod.n, what: mod.rule })).filter((mod) => mod.n !== 0),
  };
  if (fact.mods.length > 0) show.total = fact.total;
  if (fact.need !== null) show.goal = `≥ ${fact.need}`;
  if (fact.ok !== null) show.ok = fact.ok;
  return show;
}
