import type { Choice, Fact, Obstacle, Purchase } from '../../protocol/generik';
import { actName, isDec } from './ids';
import { fatesOf, lengthOf, loads, windOf, type Fate, type Naming } from './log.naming';
import type { FactOf, LogWords, Reckoning } from './log.types';
import { fr as words } from './words.fr';

const de = (name: string): string => (/^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`);
const low = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const many = (n: number, one: string, more: string): string => `${n} ${n < 2 ? one : more}`;
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
const list = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names);

function act(f: FactOf<'acts'>, n: Naming): string {
  const what = f.act;
  const weapon = (slot: number | null | undefined) => {
    const one = slot === null || slot === undefined ? undefined : n.weapons(f.fig)[slot];
    return one ? ` ${words.weapon[one].by}` : '';
  };
  switch (what.act) {
    case 'shoot': {
      const how = { normal: 'tire', powerful: 'prend le temps de viser', multi: 'lâche une rafale', volley: 'tire une volée' }[what.fire];
      return `${how}${what.fire === 'powerful' ? ' :' : ''} sur ${n.fig(what.target)}${weapon(what.weapon)}`;
    }
    case 'move':
      return what.exit ? 'file vers la sortie' : what.run ? 'se met à courir' : 'se met en marche';
    case 'climb':
      return 'grimpe ou saute';
    case 'attack': {
      const how = { normal: 'attaque', powerful: 'frappe de toutes ses forces', multi: 'fait pleuvoir les coups' }[what.blow];
      const whom = what.target === null || what.target === undefined ? '' : ` sur ${n.fig(what.target)}`;
      return what.blow === 'normal' && whom ? `attaque${whom.replace(' sur', '')}${weapon(what.weapon)}` : `${how}${whom}${weapon(what.weapon)}`;
    }
    case 'cover':
      return 'cherche un abri';
    case 'reload':
      return what.all ? 'recharge tout' : 'recharge vite fait';
    case 'drag':
      return `traîne ${n.fig(what.friend)}`;
    case 'stand_up':
      return 'se remet debout';
    case 'sack':
      return 's’en prend à un objectif';
    case 'distract':
      return `fait l’intéressant devant ${n.fig(what.target)}`;
    case 'hook':
      return `accroche ${n.fig(what.target)}`;
    case 'drink':
      return 'débouche sa gnôle';
    case 'charge':
      return `lance la charge : ${list(what.moves.map((move) => n.fig(move.fig)))}`;
    case 'insult':
      return `insulte ${n.fig(what.target)}`;
    case 'pivot':
      return 'pivote';
    case 'heroic':
      return 'tente le tout pour le tout';
    case 'heroic_reload':
      return 'recharge à l’arraché';
  }
}

function moved(f: FactOf<'moved'>, n: Naming): string {
  const who = n.fig(f.fig);
  const end = f.path.at(-1) ?? n.before?.at ?? [0, 0];
  if (f.way === 'deployed') return `${who} se place en ${n.at(end)}.`;
  const rise = n.before ? f.z - n.before.z : 0;
  const far = n.before ? lengthOf(n.before.at, f.path) : 0;
  if (f.way === 'fell' || (f.way === 'climb' && rise < 0)) {
    return `${who} ${f.way === 'fell' ? 'tombe' : 'descend'} de ${n.cm(Math.abs(rise))} cm.`;
  }
  if (f.way === 'climb') return `${who} grimpe de ${n.cm(rise)} cm.`;
  return `${who} ${words.way[f.way]}, ${n.cm(far)} cm.`;
}

/** Faces with their modifiers, as in `5 −1 = 4`. */
function dice(f: FactOf<'rolled'>): string {
  const mods = f.mods.map((mod) => signed(mod.n)).join(' ');
  if (f.faces.length === 1) return mods ? `${f.faces[0]} ${mods} = ${f.total}` : `${f.faces[0]}`;
  return `${list(f.faces.map(String))}${mods ? `, ${mods} à chacun` : ''}`;
}

/** What came of a die that had a number to reach. */
function result(thrown: FactOf<'rolled'>['throw'], ok: boolean): string {
  if (thrown === 'defence') return ok ? 'cela suffit' : 'cela ne suffit pas';
  if (thrown === 'blast') return ok ? 'renversé par le souffle' : 'tient debout';
  if (thrown === 'rout') return ok ? 'la bande tient' : 'la bande craque';
  return ok ? 'réussi' : 'raté';
}

function rolled(f: FactOf<'rolled'>, n: Naming): string {
  const whose = f.fig === null ? n.seat(f.seat) : n.fig(f.fig);
  const need = f.need === null ? '' : f.throw === 'rout' ? `, il fallait ${f.need} au plus` : `, il fallait ${f.need}`;
  const ok = f.ok === null ? '' : ` : ${result(f.throw, f.ok)}`;
  return `${words.throw[f.throw]}, ${whose} : ${dice(f)}${need}${ok}.`;
}

function da(f: FactOf<'da'>, n: Naming): string {
  const who = n.fig(f.fig);
  const change = n.before ? f.da - n.before.da : 0;
  if (change > 0) return `${who} gagne ${change} DA.`;
  if (f.taken) return change < 0 ? `${who} perd ${-change} DA, reste ${f.da}.` : `${who} perd ses DA, reste ${f.da}.`;
  return change < 0 ? `${who} dépense ${-change} DA, reste ${f.da}.` : `${who} en est à ${f.da} DA.`;
}

function attack(f: FactOf<'attack'>, n: Naming): string {
  const by = f.weapon ? ` ${words.weapon[f.weapon].by}` : '';
  if (f.distance > 0) {
    return `${n.fig(f.fig)} tire sur ${n.fig(f.target)}${by}, à ${n.cm(f.distance)} cm (${f.long ? 'longue' : 'courte'} portée).`;
  }
  return `${n.fig(f.fig)} frappe ${n.fig(f.target)}${by || ' à mains nues'}.`;
}

function verdict(f: FactOf<'verdict'>, n: Naming): string {
  const [who, target] = [n.fig(f.fig), n.fig(f.target)];
  switch (f.verdict) {
    case 'hit':
      return `Touché ! ${who} atteint ${target}.`;
    case 'miss':
      return `Raté. ${target} s’en tire.`;
    case 'won':
      return `${who} l’emporte sur ${target}.`;
    case 'countered':
      return `${target} rend le coup à ${who}.`;
    case 'parried':
      return `${target}, à terre, pare le coup ${de(who)}.`;
    case 'tie':
      return `Égalité entre ${who} et ${target}.`;
    case 'won_by_sword':
      return `Égalité : l’épée ${de(who)} tranche, contre ${target}.`;
    case 'countered_by_sword':
      return `Égalité : l’épée ${de(target)} tranche, contre ${who}.`;
  }
}

function wound(f: FactOf<'wound'>, n: Naming): string {
  const who = n.fig(f.fig);
  switch (f.wound) {
    case 'nothing':
      return `Plus de peur que de mal pour ${who}.`;
    case 'knocked_down':
      return `${who} va au tapis.`;
    case 'wounded':
      return `${who} prend une blessure.`;
    case 'out_of_action':
      return `${who} est hors combat.`;
  }
}

function status(f: FactOf<'status'>, n: Naming): string {
  const who = n.fig(f.fig);
  switch (f.status) {
    case 'waiting':
      return `${who} attend son tour.`;
    case 'on_table':
      return `${who} entre en jeu.`;
    case 'ooa':
      return `On retire ${who} de la table.`;
    case 'exited':
      return `${who} a quitté la table par le bord ennemi.`;
    case 'routed':
      return `${who} s’enfuit avec sa bande.`;
    case 'home':
      return `${who} garde le lit.`;
  }
}

function charges(f: FactOf<'charges'>, n: Naming): string {
  const { loaded, emptied } = loads(n.before, f.charges);
  const names = (slots: readonly number[]) => list(slots.map((slot) => n.weapons(f.fig)[slot]).flatMap((one) => (one ? [low(words.weapon[one].name)] : [])));
  if (loaded.length > 0) return `${n.fig(f.fig)} recharge : ${names(loaded)}.`;
  if (emptied.length > 0) return `${n.fig(f.fig)} a vidé : ${names(emptied)}.`;
  return `${n.fig(f.fig)}, munitions : ${f.charges.join(' et ')}.`;
}

function bought(seat: number, what: Purchase, n: Naming): string {
  if ('recruit' in what) return `${n.seat(seat)}, recrue : ${what.recruit.name}.`;
  if ('armour' in what) return `${n.member(seat, what.armour.member)} reçoit : ${low(words.weapon[what.armour.armour].name)}.`;
  if ('discard' in what) return `${n.member(seat, what.discard.member)} jette : ${low(words.weapon[what.discard.weapon].name)}.`;
  const { member, weapon, replaces } = what.arm;
  const old = replaces ? ` à la place de : ${low(words.weapon[replaces].name)}` : '';
  return `${n.member(seat, member)} reçoit : ${low(words.weapon[weapon].name)}${old}.`;
}

function did(f: FactOf<'did'>, n: Naming): string {
  const { seat, after } = f;
  const people = (ids: readonly number[]) => (ids.length === 0 ? 'personne' : list(ids.map((id) => n.member(seat, id))));
  if ('money' in after) return `${n.seat(seat)}, l’argent : ${people(after.money)}.`;
  if ('reputation' in after) return `${n.seat(seat)}, la réputation : ${people(after.reputation)}.`;
  if ('care' in after) return after.care === null ? `${n.seat(seat)} : plus de soins.` : `${n.seat(seat)}, soins : ${n.member(seat, after.care)}.`;
  if ('pay' in after) {
    return after.pay.dismissed.length === 0
      ? `${n.seat(seat)} : tout le monde est payé.`
      : `${n.seat(seat)}, pas de solde pour : ${people(after.pay.dismissed)}.`;
  }
  if ('buy' in after) return after.buy === null ? `${n.seat(seat)} : achats finis.` : bought(seat, after.buy, n);
  if ('skill' in after) {
    if (after.skill === null) return `${n.seat(seat)} : rien de neuf à apprendre.`;
    const [member, skill] = after.skill;
    return `${n.member(seat, member)} apprend : ${words.skill[skill]}.`;
  }
  return `${n.member(seat, after.chief)} prend la tête ${de(n.seat(seat))}.`;
}

function phaseOver(f: FactOf<'phase_over'>, n: Naming): string {
  if (f.why === 'chosen') return f.empty_run > 0 ? `${n.seat(f.seat)} : on passe.` : `${n.seat(f.seat)} : fin de phase.`;
  return `${n.seat(f.seat)}, fin de phase : ${words.phaseEnd[f.why]}.`;
}

const FATES: Readonly<Record<Fate, string>> = { healed: 'est sur pied', wounded: 'garde une blessure', dead: 'n’a pas survécu', left: 's’en va' };

function obstacle(by: Obstacle, n: Naming): string {
  if (by === 'table') return 'le bord de la table';
  if (by === 'level') return 'pas de place en bas';
  return 'figure' in by ? n.fig(by.figure) : 'un décor';
}

const fact: LogWords['fact'] = {
  stage: (f) => `${words.stage[f.stage]}.`,
  scenario: (f, n) => `Le scénario : ${n.scenario(f.scenario)}.`,
  due: (f) => `${many(f.pieces, 'élément', 'éléments')} de décor en tout.`.replace(/^0 élément/, 'Aucun élément'),
  piece: (f, n) => {
    const what = `${words.terrain[f.piece.piece]}, en ${n.at(f.piece.at)}`;
    return f.seat === null ? `Décor : ${what}.` : `${n.seat(f.seat)}, décor : ${what}.`;
  },
  cut: (f) => `On s’arrête là : ${words.why[f.why]}.`,
  attacker: (f, n) => `À l’attaque : ${n.seat(f.seat)}. Ordre des phases : ${f.order.map((seat) => n.seat(seat)).join(', ')}.`,
  edge: (f, n) => `${n.seat(f.seat)} : ${words.edge[f.edge]}.`,
  sealed: (f, n) => `${n.seat(f.seat)} : champion choisi, en secret.`,
  champion: (f, n) => `Le champion ${de(n.seat(f.seat))} : ${n.fig(f.fig)}.`,
  marker: (f, n) => (f.owner === null ? `L’objectif est en ${n.at(f.at)}.` : `${n.seat(f.owner)}, objectif en ${n.at(f.at)}.`),
  fielded: (f, n) => `${n.seat(f.seat)} : ${many(f.count, 'figurine', 'figurines')}, ${f.value} points.`,
  turn: (f) => `Tour ${f.turn}. Les DA sont rendus${f.idle > 0 ? ` ; ${many(f.idle, 'tour', 'tours')} sans un geste` : ''}.`,
  phase: (f, n) => `Phase ${f.number} : à ${n.seat(f.seat)} de jouer.`,
  phase_over: phaseOver,
  ending: (f) => `La phase va finir : ${words.phaseEnd[f.why]}.`,
  acts: (f, n) => `${n.fig(f.fig)} ${act(f, n)}${f.cost > 0 ? ` (${f.cost} DA)` : ''}.`,
  acted: (f, n) => `${n.fig(f.fig)} a agi : la phase n’est pas vide.`,
  reacts: (f, n) => {
    const { ao } = f.reaction;
    const weapon = ao.ao === 'shoot' ? n.weapons(f.fig)[ao.weapon] : undefined;
    const how = ao.ao === 'shoot' && weapon ? `tirer ${words.weapon[weapon].by}` : words.ao[ao.ao];
    return `AO ! ${n.fig(f.fig)} réagit à ${n.fig(f.actor)} : ${how}.`;
  },
  ledger: (f, n) => `Plus d’AO pour ${n.seat(f.seat)} contre ${n.fig(f.fig)} dans cette phase.`,
  interrupted: (f, n) => `Halte ! On coupe la route à ${n.fig(f.fig)}.`,
  stopped: (f, n) => `${n.fig(f.fig)} s’arrête là : ${words.why[f.why]}.`,
  rolled,
  chose: (f, n) => {
    const who = f.fig === null ? n.seat(f.seat) : n.fig(f.fig);
    return `${who}, ${low(isDec(f.dec) ? words.dec[f.dec].name : f.dec)} : ${choice(f.choice, n, f.fig)}.`;
  },
  da,
  moved,
  faced: (f, n) => `${n.fig(f.fig)} se tourne ${words.towards[windOf(f.facing)] ?? ''}.`,
  cover: (f, n) => (f.in_cover ? `${n.fig(f.fig)} se met à couvert.` : `${n.fig(f.fig)} n’est plus à couvert.`),
  down: (f, n) => (f.down ? `${n.fig(f.fig)} est à terre.` : `${n.fig(f.fig)} se relève.`),
  wounded: (f, n) => (f.wounded ? `${n.fig(f.fig)} garde une blessure : 1 DA de moins par tour.` : `${n.fig(f.fig)} n’a plus de blessure.`),
  status,
  charges,
  used: (f, n) => `${words.mark[f.mark]} : ${n.fig(f.fig)}.`,
  heroic_die: (f, n) => (f.fig === null ? 'Le DA héroïque est dépensé ou perdu.' : `${n.fig(f.fig)} a un DA héroïque, à jouer tout de suite.`),
  heroic_locked: (f, n) => `Plus d’héroïsme pour ${n.seat(f.seat)} ce tour-ci.`,
  attack,
  verdict,
  wound,
  redirected: (f, n) =>
    f.aimed === f.victim ? `La balle va bien à ${n.fig(f.victim)}.` : `Balle perdue : destinée à ${n.fig(f.aimed)}, elle prend ${n.fig(f.victim)}.`,
  no_test: (f, n) =>
    ({
      certain: `${n.fig(f.fig)} n’ajoute aucun dé : aucun n’y changerait rien.`,
      hopeless: `${n.fig(f.fig)} n’a besoin d’aucun dé de plus : le tir rate de toute façon.`,
      tested: `${n.fig(f.fig)} a déjà fait son test de moral pour cette action.`,
    })[f.why],
  barred: (f, n) => `${n.fig(f.fig)} ne va pas plus loin : ${obstacle(f.by, n)}.`,
  skill: (f, n) => `${words.skill[f.skill]} ! ${n.fig(f.fig)} en profite.`.replace('! !', '!'),
  beaten: (f, n) => `Défaite pour ${n.seat(f.seat)} : ${words.beaten[f.why]}.`,
  sacked: (f, n) => {
    const owner = n.owner(f.marker);
    return `${n.fig(f.fig)} saccage un objectif${owner === null ? '' : ` ${de(n.seat(owner))}`}.`;
  },
  control: (f, n) => {
    if (f.control === null) return 'Personne ne tient l’objectif.';
    const [seat, turns] = f.control;
    return `Objectif tenu par ${n.seat(seat)}${turns > 1 ? `, ${turns} fins de tour de suite` : ''}.`;
  },
  conceding: (f, n) => `Abandon ${de(n.seat(f.seat))} ; il comptera au début de la prochaine phase.`,
  draw_offer: (f, n) => (f.offer ? `${n.seat(f.seat)} : match nul proposé.` : `${n.seat(f.seat)} : plus de match nul proposé.`),
  score: (f, n) => `${n.seat(f.seat)} : ${many(f.total, 'point', 'points')}.`,
  ended: (f, n) => {
    const why = words.end[f.outcome.reason] ?? f.outcome.reason;
    const won = f.outcome.winners;
    if (won.length === 0) return `Match nul : ${why}.`;
    return `Victoire : ${list(won.map((seat) => n.seat(seat)))}. ${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  },
  after: (f, n) => {
    const { purse, step } = f.aftermath;
    const fates = fatesOf(n.aftermath, f.aftermath).map(({ id, fate }) => `${n.member(f.seat, id)} ${FATES[fate]}`);
    const owns = `${many(purse.treasury, 'point', 'points')} au trésor, réputation ${purse.reputation}`;
    const next = step === 'done' || step === n.aftermath?.step ? '' : ` Ensuite : ${low(words.step[step])}.`;
    return `${n.seat(f.seat)} : ${[...fates, owns].join(' ; ')}.${next}`;
  },
  did,
};

function choice(one: Choice, n: Naming, fig: number | null = null): string {
  if (typeof one === 'string') return { no: 'non', yes: 'oui', shield: 'le bouclier', lucky: 'la veine' }[one];
  if ('edge' in one) return words.edge[one.edge];
  if ('figure' in one) return n.fig(one.figure);
  const { extra, weapon } = one.defend;
  const arm = fig === null || weapon === null || weapon === undefined ? undefined : n.weapons(fig)[weapon];
  return `${extra === 0 ? 'un seul dé' : `${extra + 1} dés pour ${extra} DA`}${arm ? `, ${words.weapon[arm].by}` : weapon === null || weapon === undefined ? '' : `, arme ${weapon + 1}`}`;
}

function reckonRoll(f: FactOf<'rolled'>, n: Naming): Reckoning[] {
  const best = Math.max(...f.faces);
  return [
    [f.faces.length > 1 ? `${f.faces.length} D6` : 'D6', f.faces.join(', ')],
    ...(f.faces.length > 1 ? [['le meilleur', String(best)] as const] : []),
    ...f.mods.map((mod) => [n.mod(mod.rule), signed(mod.n)] as const),
    ...(f.mods.length > 0 ? [['total', String(f.total)] as const] : []),
    ...(f.need === null ? [] : [[f.throw === 'rout' ? 'il fallait au plus' : 'il fallait', String(f.need)] as const]),
    ...(f.ok === null ? [] : [['résultat', result(f.throw, f.ok)] as const]),
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
            ['portée', f.long ? 'longue' : 'courte'],
          ]
        : [];
    case 'verdict':
      return [['résultat', words.verdict[f.verdict]]];
    case 'wound':
      return [['résultat', words.wound[f.wound]]];
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
        ['trésor', `${was.treasury} → ${treasury}`],
        ['réputation', `${was.reputation} → ${reputation}`],
      ];
    }
    case 'phase_over':
      return f.empty_run > 0 ? [['phases vides de suite', String(f.empty_run)]] : [];
    default:
      return [];
  }
}

export const fr: LogWords = { fact, choice, reckon };
