/** Making a band without a screen (GEN-BND). Every limit comes from the catalogue of the server, which judges in the end. */
import type { Lang } from '../../../i18n/index.svelte';
import type { Band, Era, Member, Skill, Weapon } from '../../../protocol/generik';
import { armOf, talentOf, type Catalogue, type ReadyBand } from '../catalogue';

export const NAME_MOST = 24;
export const BAND_MOST = 32;

/** A line of the bill of a figure. */
export interface Line {
  readonly what: 'chief' | 'member' | 'weapon' | 'armour' | 'skill';
  /** Weapon or skill; empty for the figure itself. */
  readonly id: string;
  /** Price of the list, in points. */
  readonly list: number;
  /** What is paid, in points. */
  readonly paid: number;
  /** Why the two differ, or could have: the free first skill of a founding chief, a second skill. */
  readonly note: 'free' | 'double' | 'drawback' | null;
  /** The rule of this price. */
  readonly rule: string;
}

/** Why something is not possible: a text, and the rule that says so where one does. */
export interface Refusal {
  readonly rule: string | null;
  readonly key:
    | 'noBudget'
    | 'noTreasury'
    | 'noTwice'
    | 'noEra'
    | 'noSlots'
    | 'noSlotsArmour'
    | 'noArmourSlot'
    | 'noSkills'
    | 'noSecondHired'
    | 'noUnique'
    | 'noSame'
    | 'noCap'
    | 'noChief'
    | 'noChiefs'
    | 'noBandName'
    | 'noName'
    | 'noTwins'
    | 'noEmpty';
  readonly params: Readonly<Record<string, string | number>>;
}

/** A refusal and the figure it is about; no figure when it is about the whole band. */
export interface Fault extends Refusal {
  readonly at: number | null;
}

/** Around one figure: what may be spent on it, and who else is in the band. */
export interface Desk {
  readonly catalogue: Catalogue;
  readonly era: Era;
  /** Points that are still free, with the figure as it is. */
  readonly left: number;
  readonly others: readonly Member[];
  /** Armour takes one of the weapon slots where the host switched it so. */
  readonly armourCounts: boolean;
  /** Building before the first game gives back what is replaced; afterwards it is thrown away. */
  readonly kind: 'found' | 'recruit' | 'serving';
}

/** The price of a skill as the first or a later one of a figure (GEN-BND-03, 04). */
export function skillPrice(skill: Skill, place: number, founder: boolean, catalogue: Catalogue): number {
  const list = talentOf(catalogue, skill)?.cost ?? 0;
  const { band } = catalogue.numbers;
  if (place === 0) return founder ? 0 : list;
  // A drawback must not pay twice.
  return list > 0 ? list * band.second_skill_multiplier : list;
}

/** What a figure costs, line by line (GEN-BND-06). */
export function bill(member: Member, catalogue: Catalogue): Line[] {
  const { band } = catalogue.numbers;
  const base = member.chief ? band.chief_cost : band.member_cost;
  const lines: Line[] = [{ what: member.chief ? 'chief' : 'member', id: '', list: base, paid: base, note: null, rule: 'GEN-BND-01' }];
  const arm = (id: Weapon, what: 'weapon' | 'armour') => {
    const list = armOf(catalogue, id)?.cost ?? 0;
    lines.push({ what, id, list, paid: list, note: null, rule: 'GEN-BND-02' });
  };
  for (const id of member.weapons) arm(id, 'weapon');
  if (member.armour) arm(member.armour, 'armour');
  member.skills.forEach((id, place) => {
    const list = talentOf(catalogue, id)?.cost ?? 0;
    const paid = skillPrice(id, place, member.founder, catalogue);
    const note = place > 0 ? (list > 0 ? 'double' : 'drawback') : paid === list ? null : 'free';
    lines.push({ what: 'skill', id, list, paid, note, rule: place > 0 ? 'GEN-BND-04' : 'GEN-BND-03' });
  });
  return lines;
}

/** What a figure costs (GEN-BND-06). */
export const costOf = (member: Member, catalogue: Catalogue): number => bill(member, catalogue).reduce((sum, line) => sum + line.paid, 0);

/** What a band costs. */
export const total = (band: Band, catalogue: Catalogue): number => band.members.reduce((sum, one) => sum + costOf(one, catalogue), 0);

/** Points still free; negative when there are too few. */
export const left = (band: Band, catalogue: Catalogue): number => catalogue.numbers.band.budget - total(band, catalogue);

/** Points that putting the two skills of a figure the other way round would save; 0 when nothing. */
export function savedBySwap(member: Member, catalogue: Catalogue): number {
  if (member.skills.length !== 2) return 0;
  return Math.max(0, costOf(member, catalogue) - costOf(swapSkills(member), catalogue));
}

export const swapSkills = (member: Member): Member => ({ ...member, skills: [...member.skills].reverse() });

const no = (key: Refusal['key'], rule: string | null = null, params: Refusal['params'] = {}): Refusal => ({ key, rule, params });

/** Why these points cannot be spent. */
function short(need: number, desk: Desk, later: 'GEN-CMP-06' | 'GEN-CMP-07' = 'GEN-CMP-06'): Refusal | null {
  if (need <= desk.left || need <= 0) return null;
  const params = { need, left: Math.max(0, desk.left) };
  return desk.kind === 'found' ? no('noBudget', 'GEN-BND-01', { ...params, budget: desk.catalogue.numbers.band.budget }) : no('noTreasury', later, params);
}

/** Why a weapon cannot be taken into a slot, counted from 0; `null` when it can. */
export function whyNotWeapon(member: Member, slot: number, id: Weapon, desk: Desk): Refusal | null {
  const arm = armOf(desk.catalogue, id);
  if (!arm || arm.era !== desk.era) return no('noEra', 'GEN-BND-02');
  if (arm.slot !== 'weapon') return no('noArmourSlot', 'GEN-BND-02');
  const most = desk.catalogue.numbers.band.max_weapons;
  if (slot >= most) return no('noSlots', 'GEN-BND-02', { most });
  if (desk.armourCounts && member.armour && member.weapons[slot] === undefined && member.weapons.length >= most - 1)
    return no('noSlotsArmour', 'GEN-BND-02', { most });
  if (member.weapons.some((one, n) => one === id && n !== slot)) return no('noTwice', 'GEN-BND-02');
  return short(arm.cost - refund(member.weapons[slot], desk), desk);
}

/** Why an armour cannot be worn; `null` when it can. */
export function whyNotArmour(member: Member, id: Weapon, desk: Desk): Refusal | null {
  const arm = armOf(desk.catalogue, id);
  if (!arm || arm.era !== desk.era) return no('noEra', 'GEN-BND-02');
  if (arm.slot !== 'armour') return no('noArmourSlot', 'GEN-BND-02');
  const most = desk.catalogue.numbers.band.max_weapons;
  if (desk.armourCounts && !member.armour && member.weapons.length >= most) return no('noSlotsArmour', 'GEN-BND-02', { most });
  return short(arm.cost - refund(member.armour, desk), desk);
}

const refund = (id: Weapon | null | undefined, desk: Desk): number => (!id || desk.kind === 'serving' ? 0 : (armOf(desk.catalogue, id)?.cost ?? 0));

/** Why a skill cannot be taken as the first (0) or second (1); `null` when it can. */
export function whyNotSkill(member: Member, place: number, id: Skill, desk: Desk): Refusal | null {
  const { band } = desk.catalogue.numbers;
  if (place >= band.max_skills) return no('noSkills', 'GEN-BND-04', { most: band.max_skills });
  if (desk.kind === 'recruit' && place > 0) return no('noSecondHired', 'GEN-CMP-06');
  if (member.skills.some((one, n) => one === id && n !== place)) return no('noSame', 'GEN-BND-05');
  const bearer = band.unique_skill_exceptions.includes(id) ? undefined : desk.others.find((one) => one.skills.includes(id));
  if (bearer) return no('noUnique', 'GEN-BND-05', { bearer: bearer.name });
  const price = skillPrice(id, place, member.founder, desk.catalogue);
  const old = member.skills[place];
  return short(
    price - (old === undefined ? 0 : skillPrice(old, place, member.founder, desk.catalogue)),
    desk,
    desk.kind === 'serving' ? 'GEN-CMP-07' : 'GEN-CMP-06',
  );
}

/** Puts a weapon into a slot, or empties it with `null`. */
export function setWeapon(member: Member, slot: number, id: Weapon | null): Member {
  return { ...member, weapons: placed(member.weapons, slot, id) };
}

/** Puts armour on, or takes it off. */
export function setArmour(member: Member, id: Weapon | null): Member {
  const { armour: _, ...bare } = member;
  return id === null ? bare : { ...bare, armour: id };
}

/** Teaches a skill in a place, or forgets it with `null`: a second one then becomes the first. */
export function setSkill(member: Member, place: number, id: Skill | null): Member {
  return { ...member, skills: placed(member.skills, place, id) };
}

function placed<T>(list: readonly T[], at: number, value: T | null): T[] {
  if (value === null) return list.filter((_, n) => n !== at);
  if (at >= list.length) return [...list, value];
  return list.map((one, n) => (n === at ? value : one));
}

/** The desk at which a figure of a band is edited before the first game. */
export const deskOf = (band: Band, at: number, catalogue: Catalogue, armourCounts: boolean): Desk => ({
  catalogue,
  armourCounts,
  era: band.era,
  left: left(band, catalogue),
  others: band.members.filter((_, n) => n !== at),
  kind: 'found',
});

/** Why one more figure of this price cannot join; `null` when it can. */
export function whyNotJoin(band: Band, cost: number, catalogue: Catalogue): Refusal | null {
  const most = catalogue.numbers.band.max_figures_engine;
  if (band.members.length >= most) return no('noCap', 'GEN-BND-09', { most });
  return short(cost, deskOf(band, -1, catalogue, false));
}

/** A number that no figure of the band has. */
export const freeId = (band: Band): number => band.members.reduce((most, one) => Math.max(most, one.id), -1) + 1;

/** A figure with nothing. */
export const bare = (id: number, name: string, look: number, chief = false): Member => ({
  id,
  name,
  chief,
  weapons: [],
  skills: [],
  look,
  health: 'well',
  founder: chief,
});

export const withMember = (band: Band, at: number, member: Member): Band => ({ ...band, members: band.members.map((one, n) => (n === at ? member : one)) });

export const join = (band: Band, member: Member): Band => ({ ...band, members: [...band.members, member] });

/** Sends a figure away. When it was the chief, the first of the others is. */
export function dismiss(band: Band, at: number): Band {
  const members = band.members.filter((_, n) => n !== at);
  const next = { ...band, members };
  return members.length > 0 && !members.some((one) => one.chief) ? crown(next, 0) : next;
}

/** Makes another figure the founding chief. */
export const crown = (band: Band, at: number): Band => ({ ...band, members: band.members.map((one, n) => ({ ...one, chief: n === at, founder: n === at })) });

/** Moves a figure up or down the roster. */
export function move(band: Band, from: number, to: number): Band {
  const member = band.members[from];
  if (!member || to < 0 || to >= band.members.length || from === to) return band;
  const members = band.members.filter((_, n) => n !== from);
  members.splice(to, 0, member);
  return { ...band, members };
}

/** The same figure once more, without the skills that only one may have; never a chief. */
export function twin(band: Band, at: number, name: string, catalogue: Catalogue): Member | null {
  const one = band.members[at];
  if (!one) return null;
  const skills = one.skills.filter((id) => catalogue.numbers.band.unique_skill_exceptions.includes(id));
  return { ...one, id: freeId(band), name, chief: false, founder: false, weapons: [...one.weapons], skills };
}

/** A band taken to another era: people and skills stay, weapons only where the other armoury has the same. */
export function intoEra(band: Band, era: Era, catalogue: Catalogue): { band: Band; lost: number } {
  let lost = 0;
  const carry = (id: Weapon): Weapon[] => {
    const name = armOf(catalogue, id)?.fr;
    const same = catalogue.weapons.find((one) => one.era === era && one.fr === name);
    if (!same) lost += 1;
    return same ? [same.id] : [];
  };
  const members = band.members.map((one) => setArmour({ ...one, weapons: one.weapons.flatMap(carry) }, one.armour ? (carry(one.armour)[0] ?? null) : null));
  return { band: { ...band, era, members }, lost };
}

/** A ready-made band as one's own, with names in one language. */
export const bandOf = (ready: ReadyBand, lang: Lang): Band => tidy(lang === 'fr' ? ready.band : ready.band_en);

/** Everything that is wrong, so that all of it can be put right at once. */
export function faults(band: Band, catalogue: Catalogue, armourCounts = false): Fault[] {
  const found: Fault[] = [];
  const all = (refusal: Refusal) => found.push({ ...refusal, at: null });
  const name = band.name.trim();
  if (name === '' || [...name].length > BAND_MOST) all(no('noBandName', null, { most: BAND_MOST }));
  if (band.members.length === 0) all(no('noEmpty', 'GEN-BND-09'));
  const chiefs = band.members.filter((one) => one.chief).length;
  if (band.members.length > 0 && chiefs === 0) all(no('noChief', 'GEN-BND-01'));
  if (chiefs > 1) all(no('noChiefs', 'GEN-BND-01', { n: chiefs }));
  const most = catalogue.numbers.band.max_figures_engine;
  if (band.members.length > most) all(no('noCap', 'GEN-BND-09', { most }));
  const spare = left(band, catalogue);
  if (spare < 0) all(no('noBudget', 'GEN-BND-01', { need: total(band, catalogue), left: 0, budget: catalogue.numbers.band.budget }));
  band.members.forEach((_, at) => found.push(...faultsOf(band, at, catalogue, armourCounts)));
  return found;
}

function faultsOf(band: Band, at: number, catalogue: Catalogue, armourCounts: boolean): Fault[] {
  const member = band.members[at];
  if (!member) return [];
  const name = member.name.trim();
  const found: (Refusal | null)[] = [];
  if (name === '' || [...name].length > NAME_MOST) found.push(no('noName', null, { most: NAME_MOST }));
  else if (band.members.findIndex((one) => one.name.trim() === name) < at) found.push(no('noTwins'));
  // Points are counted once, for the whole band: here only the slots and what may stand in them.
  const desk: Desk = { ...deskOf(band, at, catalogue, armourCounts), left: Infinity };
  member.weapons.forEach((id, slot) => found.push(whyNotWeapon({ ...member, weapons: member.weapons.slice(0, slot) }, slot, id, desk)));
  // Weapons are judged with the armour on, which is then not judged against them once more.
  if (member.armour) found.push(whyNotArmour(member, member.armour, { ...desk, armourCounts: false }));
  const before = { ...desk, others: band.members.slice(0, at) };
  member.skills.forEach((id, place) => found.push(whyNotSkill({ ...member, skills: member.skills.slice(0, place) }, place, id, before)));
  return found.flatMap((one) => (one ? [{ ...one, at }] : []));
}

/** The band as it is sent: names without blanks around them, nothing of a campaign. */
export const tidy = (band: Band): Band => ({
  name: band.name.trim(),
  era: band.era,
  members: band.members.map(({ id, name, chief, weapons, armour, skills, look, founder }) => ({
    id,
    name: name.trim(),
    chief,
    weapons: [...weapons],
    ...(armour ? { armour } : {}),
    skills: [...skills],
    look,
    health: 'well' as const,
    founder,
  })),
});

/** Whether two bands would be sent alike. */
export const alike = (a: Band, b: Band): boolean => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b));
