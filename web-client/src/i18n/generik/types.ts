import type {
  Ao,
  Beaten,
  Edge,
  Mark,
  PhaseEnd,
  Skill,
  Stage,
  Stance,
  Status,
  Step,
  Terrain,
  Throw,
  Verdict,
  Way,
  Weapon,
  Why,
  Wound,
} from '../../protocol/generik';
import type { ActName, DecId } from './ids';

/** A weapon: its name, and how one fights with it (`au Colt`, `with a Colt`). */
export interface Arm {
  readonly name: string;
  readonly by: string;
}

/** A decision: its short name, what is asked, and what its default does. */
export interface DecWords {
  readonly name: string;
  /** `{fig}` and `{about}` are figures, `{die}` is the die or total it is about. */
  readonly ask: string;
  readonly standing: string;
}

/** The words of GeneriK in one language. DA, AO and CC are the same in both. */
export interface Vocabulary {
  readonly weapon: Readonly<Record<Weapon, Arm>>;
  readonly skill: Readonly<Record<Skill, string>>;
  readonly terrain: Readonly<Record<Terrain, string>>;
  /** `le bord nord`, `the north edge`. */
  readonly edge: Readonly<Record<Edge, string>>;
  /** The eight winds from the north, clockwise: `vers le nord`. */
  readonly towards: readonly [string, string, string, string, string, string, string, string];
  readonly stage: Readonly<Record<Stage, string>>;
  readonly phaseEnd: Readonly<Record<PhaseEnd, string>>;
  readonly beaten: Readonly<Record<Beaten, string>>;
  /** What somebody who comes to another place that way does: `court`. */
  readonly way: Readonly<Record<Way, string>>;
  readonly throw: Readonly<Record<Throw, string>>;
  readonly verdict: Readonly<Record<Verdict, string>>;
  readonly wound: Readonly<Record<Wound, string>>;
  readonly mark: Readonly<Record<Mark, string>>;
  readonly why: Readonly<Record<Why, string>>;
  readonly status: Readonly<Record<Status, string>>;
  readonly step: Readonly<Record<Step, string>>;
  /** Actions, as a button calls them. */
  readonly act: Readonly<Record<ActName, string>>;
  readonly ao: Readonly<Record<Ao['ao'], string>>;
  readonly stance: Readonly<Record<Stance, string>>;
  readonly dec: Readonly<Record<DecId, DecWords>>;
  /** What a modifier is for, by its rule. Skills and weapons have their own names. */
  readonly mod: Readonly<Record<string, string>>;
  /** Why points were scored, by code. */
  readonly score: Readonly<Record<string, string>>;
  /** Why the fight ended, by code. */
  readonly end: Readonly<Record<string, string>>;
}
