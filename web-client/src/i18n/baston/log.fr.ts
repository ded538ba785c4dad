import type { Choice, Circumstance, Fact, Obstacle, Waived } from '../../protocol/baston';
import { fr as words } from './words.fr';
import type { LogWords, Reckoning } from './log.types';
import { carrier, spot, straight, wearer, type Naming } from './naming';

const de = (name: string): string => (/^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`);
/** `de` before a definite article. */
const ofThe = (the: string): string => (the.startsWith('le ') ? `du ${the.slice(3)}` : the.startsWith('les ') ? `des ${the.slice(4)}` : `de ${the}`);
/** `à` before a definite article. */
const toThe = (the: string): string => (the.startsWith('le ') ? `au ${the.slice(3)}` : the.startsWith('les ') ? `aux ${the.slice(4)}` : `à ${the}`);
const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const many = (n: number, one: string, more: string): string => `${n} ${n < 2 ? one : more}`;
const lost = (n: number): string => many(n, 'séquence', 'séquences');
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
const towards = (d: number): string => words.towards[d - 1] ?? String(d);
const order = (text: string): string => {
  // The longest code the order begins with: `FD` is `F` with a turn, `FER` is an order of its own.
  const code = Object.keys(words.order)
    .filter((one) => text.startsWith(one))
    .sort((a, b) => b.length - a.length)[0];
  return (code === undefined ? undefined : words.order[code]) ?? text;
};

function item(fact: Extract<Fact, { t: 'item' }>, name: Naming): string {
  const the = cap(name.kind(fact.kind));
  const was = name.before;
  const now = carrier(fact.place);
  const on = wearer(fact.place);
  const at = spot(fact.place);
  const by = carrier(was?.place) ?? wearer(was?.place);
  if (was && was.kind !== fact.kind) {
    return now === null ? `${cap(name.kind(was.kind))} se brise.` : `${cap(name.kind(was.kind))} se brise : ${name.who(now)} tient un tesson.`;
  }
  if (on !== null) return `${name.who(on)} met ${name.kind(fact.kind)}.`;
  if (now !== null && wearer(was?.place) === now) return `${name.who(now)} retire ${name.kind(fact.kind)}.`;
  if (now !== null && by !== null && by !== now) return `${name.who(now)} prend ${name.kind(fact.kind)} à ${name.who(by)}.`;
  if (now !== null) return `${name.who(now)} ramasse ${name.kind(fact.kind)}.`;
  if (at && by !== null) return `${name.who(by)} lâche ${name.kind(fact.kind)} en ${name.point(at)}.`;
  if (at) return `${the} finit en ${name.point(at)}.`;
  return `C’en est fini ${ofThe(name.kind(fact.kind))}.`;
}

/** Where something thrown goes. */
function aim(from: readonly [number, number], to: readonly [number, number], name: Naming): string {
  const line = straight([from[0], from[1]], [to[0], to[1]]);
  return line ? `${towards(line.dir)}, ${many(line.steps, 'point', 'points')}` : `vers ${name.point([to[0], to[1]])}`;
}

function place(fact: Extract<Fact, { t: 'moved' }>, name: Naming): string {
  const top = fact.top ? ', en hauteur' : '';
  const way = words.way[fact.way] ?? 'se déplace';
  const line = fact.way === 'placed' ? null : straight(fact.from, fact.to);
  if (!line) return `${name.who(fact.who)} ${way} en ${name.point(fact.to)}${top}.`;
  const far = line.steps > 1 ? `, ${line.steps} points` : '';
  return `${name.who(fact.who)} ${way} ${towards(line.dir)}${far}${top}.`;
}

const fact: LogWords['fact'] = {
  turn: (f) => `Tour ${f.turn}. À vos feuilles !`,
  enter: (f) => (f.sequence > 0 ? `${words.phase[f.phase]}, séquence ${f.sequence}.` : `${words.phase[f.phase]}.`),
  revealed: (f, n) => `${n.who(f.who)} : ${f.orders.join(' · ')}`,
  acts: (f, n) => `${n.who(f.who)} entre en action.`,
  plays: (f, n) =>
    f.order === '-' ? `${n.who(f.who)}, manche ${f.round} : rien ne bouge.` : `${n.who(f.who)}, manche ${f.round} : ${f.order}, ${order(f.order)}.`,
  lost: (f, n) => `${n.who(f.who)} perd son ordre (manche ${f.round}) : ${words.why[f.why] ?? f.why}.`,
  cancelled: (f, n) => {
    if (f.why === 'together') return `${n.who(f.who)} joue les deux manches d’un seul geste.`;
    const both = f.rounds[0] && f.rounds[1];
    return `${n.who(f.who)} : ${both ? 'les deux manches sont annulées' : f.rounds[0] ? 'la manche 1 est annulée' : 'la manche 2 est annulée'}, ${words.why[f.why] ?? f.why}.`;
  },
  impossible: (f, n) => `${n.who(f.who)} fonce dans l’obstacle${f.to ? ` en ${n.point(f.to)}` : ''} et reste sur place.`,
  done: (f, n) => (f.done ? `${n.who(f.who)} a fini sa séquence.` : `${n.who(f.who)} a encore à jouer.`),
  queued: (f, n) => (f.queued ? `L’action longue ${de(n.who(f.who))} attend la fin de la séquence.` : `L’action longue ${de(n.who(f.who))} n’attend plus.`),
  owes: (f, n) => (f.owes ? `${n.who(f.who)} devra souffler à la prochaine séquence.` : `${n.who(f.who)} ne doit plus de repos.`),
  rests: (f, n) => (f.resting ? `${n.who(f.who)} souffle : repos dû.` : `${n.who(f.who)} a assez soufflé.`),
  shaken: (f, n) => (f.shaken ? `${n.who(f.who)} pourra reprogrammer en fin de séquence.` : `${n.who(f.who)} retrouve ses esprits.`),
  chose: (f, n) => `${n.who(f.who)}, ${(words.dec[f.dec]?.name ?? f.dec).toLowerCase()} : ${choice(f.choice, n)}${f.silent ? ' (décidé d’avance)' : ''}.`,
  test: (f, n) => `${n.who(f.who)} teste ${f.stat} ${f.value} : ${f.die}${f.malus ? ` ${signed(f.malus)}` : ''}, ${f.ok ? 'c’est bon' : 'raté'}.`,
  no_test: (f, n) => `${n.who(f.who)} ne teste pas ${f.stat} : ${WAIVED[f.why]}.`,
  barred: (f, n) => `Dans le passage ${de(n.who(f.who))} : ${obstacle(f.by, n)}.`,
  drew: (f, n) => `Les dés choisissent ${words.draw[f.what] ?? f.what}${f.who === null ? '' : ` pour ${n.who(f.who)}`} : ${f.face} sur ${f.sides}.`,
  stun_roll: (f, n) => `${n.who(f.who)} sur la ligne ${f.line} : ${f.n === 0 ? 'plus de peur que de mal' : `${lost(f.n)} dans les étoiles`}.`,
  strength: (f, n) => {
    const winner = f.mover_wins ? f.mover : f.other;
    return `${n.who(f.mover)} bouscule ${n.who(f.other)} : ${n.who(winner)} est plus costaud.`;
  },
  location: (f, n) => `Le coup part vers ${words.part[f.part].the} ${de(n.who(f.target))}.`,
  to_hit: (f, n) =>
    f.hit
      ? `${n.who(f.who)} touche ${n.who(f.target)} : ${f.total} (${words.row[f.row] ?? f.row}).`
      : `${n.who(f.who)} rate ${n.who(f.target)} : ${f.total}, il fallait 13 (${words.row[f.row] ?? f.row}).`,
  ranked: (f, n) => `${n.who(f.who)} prend le rang ${f.rank}.`,
  moved: (f, n) => place(f, n),
  on_top: (f, n) => (f.top ? `${n.who(f.who)} grimpe dessus.` : `${n.who(f.who)} redescend.`),
  faced: (f, n) => `${n.who(f.who)} se tourne ${towards(f.dir)}.`,
  posture: (f, n) => (f.prone ? `${n.who(f.who)} est au tapis.` : `${n.who(f.who)} se relève.`),
  wounded: (f, n) => {
    const saved = f.saved > 0 ? `, ${many(f.saved, 'point amorti', 'points amortis')} par la tenue` : '';
    if (f.wounds === 0 && f.saved === 0) return `${n.who(f.who)} : ${words.part[f.part].the}, déjà hors d’usage, n’a plus rien à perdre.`;
    if (f.wounds === 0) return `${n.who(f.who)} n’a rien, ${words.part[f.part].the}${saved}.`;
    const left = f.left === 0 ? 'hors d’usage' : `reste ${f.left}`;
    return `${n.who(f.who)} : ${many(f.wounds, 'blessure', 'blessures')}, ${words.part[f.part].the} (${left})${saved}.`;
  },
  stunned: (f, n) => {
    if (f.gained > 0) return `${n.who(f.who)} voit des étoiles : ${lost(f.gained)} à perdre, ${f.stun} en tout.`;
    if (f.saved > 0) return `${n.who(f.who)} : la tenue épargne ${lost(f.saved)} dans les étoiles.`;
    return f.stun === 0 ? `${n.who(f.who)} retrouve ses esprits.` : `${n.who(f.who)} : encore ${lost(f.stun)} dans les étoiles.`;
  },
  out: (f, n) => (f.by === null ? `${n.who(f.who)} est HS.` : `${n.who(f.who)} est HS, signé ${n.who(f.by)}.`),
  left_board: (f, n) => (f.by === null ? `${n.who(f.who)} quitte le plateau.` : `${n.who(f.by)} sort ${n.who(f.who)} du plateau.`),
  seized: (f, n) => `${n.who(f.who)} ceinture ${n.who(f.victim)}.`,
  released: (f, n) => `${n.who(f.who)} ne tient plus ${n.who(f.victim)}.`,
  targets: (f, n) => `${n.who(f.who)} s’en prend à ${n.who(f.target)}.`,
  spared: (f, n) => `${n.who(f.who)} épargne ${n.who(f.target)}.`,
  working: (f, n) => {
    if (!f.task) return `${n.who(f.who)} n’a plus rien en train.`;
    if ('rob' in f.task) return `${n.who(f.who)} fait les poches ${de(n.who(f.task.rob.victim))}.`;
    return `${n.who(f.who)} ${f.task.dress.on ? 'met' : 'retire'} ${n.the(f.task.dress.item)}.`;
  },
  item: (f, n) => item(f, n),
  throws: (f, n) => `${n.who(f.who)} lance ${n.the(f.id)} ${f.aggressive ? 'pour faire mal' : 'en douceur'}, ${aim(f.from, f.to, n)}.`,
  piece: (f, n) => {
    const the = cap(n.piece(f.id));
    if (f.gone) return `C’en est fini ${ofThe(n.piece(f.id))}.`;
    return f.overturned
      ? `Et hop, les pieds en l’air : ${n.piece(f.id)}, en ${n.point(f.cells[0] ?? [0, 0])}.`
      : `${the} se retrouve en ${n.point(f.cells[0] ?? [0, 0])}.`;
  },
  leaf: (f, n) => (f.open ? `On ouvre : ${n.door(f.door)}.` : `On ferme : ${n.door(f.door)}.`),
  bolt: (f, n) => (f.bolted ? `Clac, le verrou : ${n.door(f.door)}.` : `Le verrou saute : ${n.door(f.door)}.`),
  door_destroyed: (f, n) => `En miettes : ${n.door(f.door)}.`,
  window: (f, n) => `${f.state === 'destroyed' ? 'En miettes' : f.state === 'open' ? 'On ouvre' : 'On ferme'} : ${n.window(f.window)}.`,
  panel_destroyed: (f, n) => `En miettes : ${n.panel(f.panel)}.`,
  phone_destroyed: (f, n) => `Plus de tonalité : ${n.phone(f.phone)}.`,
  glass: (f, n) => (f.present ? `Du verre par terre en ${n.point(f.at)}.` : `Plus de verre en ${n.point(f.at)}.`),
  score: (f, n) => `${n.seat(f.seat)} : ${signed(f.points)}, ${words.reason[f.reason] ?? f.reason}. Total ${f.total < 0 ? signed(f.total) : f.total}.`,
  plot: (f, n) => (f.plot.call ? `${n.who(f.plot.call[0])} est au téléphone depuis ${lost(f.plot.call[1])}.` : 'L’affaire avance.'),
  over: (f, n) => {
    const won = f.outcome.winners;
    const why = words.end[f.outcome.reason] ?? f.outcome.reason;
    return won.length === 1
      ? `C’est fini, ${why}. Victoire : ${n.seat(won[0] ?? 0)} !`
      : `C’est fini, ${why}. Égalité : ${won.map((s) => n.seat(s)).join(', ')}.`;
  },
};

const WAIVED: Readonly<Record<Waived, string>> = {
  stunned: 'qui est sonné ne résiste pas',
  prone: 'déjà au tapis',
  together: 'on s’y met à plusieurs',
  tested: 'c’est déjà fait pour ce choc',
  jostled: 'bousculade perdue, on ne bouge pas',
};

const CIRCUMSTANCE: Readonly<Record<Circumstance, string>> = {
  stunned: 'sonné',
  held: 'ceinturé',
  behind: 'de dos',
  prone: 'au tapis',
  holding: 'en train de ceinturer',
  arm: 'bras droit hors d’usage',
  low: 'frappe du sol',
  crossing: 'du monde sur la trajectoire',
};

/** What modifiers come from, for the explanation of a roll. */
const because = (why: readonly Circumstance[] = []): Reckoning[] => (why.length === 0 ? [] : [['en cause', why.map((one) => CIRCUMSTANCE[one]).join(', ')]]);

function obstacle(by: Obstacle, name: Naming): string {
  if (typeof by === 'string') return { wall: 'un mur', border: 'le bord du plateau', level: 'un sol d’une autre hauteur', bar: 'le comptoir' }[by];
  if ('door' in by) return name.door(by.door);
  if ('leaf' in by) return `un battant ouvert, ${name.door(by.leaf[0])}`;
  if ('window' in by) return name.window(by.window);
  if ('panel' in by) return name.panel(by.panel);
  return 'piece' in by ? name.piece(by.piece) : name.who(by.who);
}

function choice(answer: Choice, name: Naming): string {
  switch (answer) {
    case 'no':
      return 'non';
    case 'yes':
      return 'oui';
    case 'fist':
      return 'à mains nues';
    case 'single':
      return 'un seul, au hasard';
    case 'strike':
      return 'frapper';
    case 'spare':
      return 'on épargne';
    case 'element':
      return 'le meuble';
  }
  if ('facing' in answer) return towards(answer.facing);
  if ('at' in answer) return `le point ${name.point(answer.at)}`;
  if ('leaf' in answer) return name.door(answer.leaf[0]);
  if ('window' in answer) return name.window(answer.window);
  if ('door' in answer) return name.door(answer.door);
  if ('phone' in answer) return name.phone(answer.phone);
  if ('panel' in answer) return name.panel(answer.panel);
  if ('item' in answer) return name.the(answer.item);
  if ('several' in answer) return answer.several.length === 0 ? 'tous à la fois' : `tous sauf ${answer.several.map((who) => name.who(who)).join(', ')}`;
  if ('part' in answer) return words.part[answer.part].the;
  if ('throw' in answer)
    return `${name.the(answer.throw.item)}, ${answer.throw.aggressive ? 'pour faire mal' : 'en douceur'}, vers ${name.point(answer.throw.to)}`;
  if ('put_on' in answer) return `mettre ${name.the(answer.put_on)}`;
  if ('take_off' in answer) return `retirer ${name.the(answer.take_off)}`;
  return name.who(answer.victim);
}

function reckon(f: Fact, name: Naming): Reckoning[] {
  switch (f.t) {
    case 'test':
      return [
        ['D8', String(f.die)],
        ...(f.malus ? [['malus', signed(f.malus)] as const] : []),
        ...because(f.why),
        ['total', String(f.die + f.malus)],
        [`${words.stat[f.stat]} ${de(name.who(f.who))}`, `${f.value} au plus`],
        ['résultat', f.ok ? 'réussi' : 'manqué'],
      ];
    case 'to_hit':
      return [
        ['D20', String(f.die)],
        [words.stat[f.stat], signed(f.value)],
        ...(f.target_mod ? [['cible à son désavantage', signed(f.target_mod)] as const] : []),
        ...(f.attacker_mod ? [['attaquant gêné', signed(f.attacker_mod)] as const] : []),
        ...because(f.why),
        ...(f.range_mod ? [['distance', signed(f.range_mod)] as const] : []),
        ['total', `${f.total} (13 au moins)`],
        ['table', words.row[f.row] ?? f.row],
        ['résultat', f.hit ? 'touché' : 'raté'],
      ];
    case 'stun_roll':
      return [['D8', String(f.die)], ...(f.bonus ? [['hauteur', signed(f.bonus)] as const] : []), [`ligne ${f.line}`, lost(f.n)]];
    case 'strength':
      return [
        [`FOR ${de(name.who(f.mover))}`, String(f.mover_for)],
        [`FOR ${de(name.who(f.other))}`, String(f.other_for)],
        ...(f.die === null ? [] : [['égalité, D8 (5 à 8 : qui bouge gagne)', String(f.die)] as const]),
        ['gagne', name.who(f.mover_wins ? f.mover : f.other)],
      ];
    case 'location':
      return [
        ...(f.die === null ? [['sans dé', 'visé, ou toujours les jambes'] as const] : [['D8', String(f.die)] as const]),
        ['touche', words.part[f.part].the],
      ];
    case 'drew':
      return [[`1 parmi ${f.sides}`, String(f.face)]];
    case 'wounded':
      return [
        ['blessures sur la table', String(f.wounds + f.saved)],
        ...(f.saved ? [['amorti par la tenue', signed(-f.saved)] as const] : []),
        [`reste ${toThe(words.part[f.part].the)}`, String(f.left)],
      ];
    default:
      return [];
  }
}

export const fr: LogWords = { fact, choice, reckon };
