import { actName, type ActName } from '../../../i18n/generik/ids';
import type { Act, Charger, Command, Fig, Look } from '../../../protocol/generik';
import type { Query, Heard } from '../query.svelte';
import type { Session } from '../session.svelte';
import { minus } from '../../../surface/plane/geometry';
import { turnedFacing } from '../../../surface/plane/hand';
import type { Pt } from '../table/types';

/** Actions of which a path is drawn. */
export const PATHS: readonly ActName[] = ['move', 'run', 'exit'];
/** Actions of which everything there is to choose is listed by the server. */
export const LISTED: readonly ActName[] = [
  'shoot',
  'powerful_shot',
  'multi_shot',
  'pair_volley',
  'cc_attack',
  'powerful_attack',
  'multi_attack',
  'reload',
  'sack_objective',
  'distract',
  'hook',
  'drink',
  'insult',
  'heroic',
  'heroic_reload',
  'stand_up',
];

/** The figure an action is aimed at. */
export function targetOf(act: Act): Fig | null {
  return 'target' in act && typeof act.target === 'number' ? act.target : null;
}

/** An action in the making: what is chosen so far, and what the server says of it. */
export class Plan {
  /** What is being prepared; `null` while nothing is. */
  doing: ActName | null = $state(null);
  points = $state.raw<readonly Pt[]>([]);
  facing = $state.raw<Pt | null>(null);
  /** The way out is run, not walked (GEN-SCN-50). */
  hurried = $state(false);
  /** The one chosen of what is listed. */
  chosen = $state.raw<Act | null>(null);
  /** The friend who is dragged, or who charges next. */
  friend = $state<Fig | null>(null);
  moves = $state.raw<readonly Charger[]>([]);
  /** What is pointed at among the choices: a piece, and places. */
  hint = $state.raw<{ piece: number; spots: readonly Pt[] } | null>(null);
  busy = $state(false);
  refusal = $state<string | null>(null);

  private readonly session: Session;
  private readonly query: Query;

  constructor(session: Session) {
    this.session = session;
    this.query = session.query();
    $effect(() => {
      const { fig, act } = this;
      // What is true of a draft changes with the game.
      void session.room.timeline?.length;
      this.query.ask(fig === null || !act ? null : { draft: 'try', command: this.command(fig, act) });
    });
    $effect(() => {
      this.session.running = this.doing === 'run' || (this.doing === 'exit' && this.hurried);
      this.session.facing = this.doing === 'take_cover' ? this.facing : null;
    });
  }

  get fig(): Fig | null {
    return this.session.picked;
  }

  get look(): Look | null {
    return this.session.look;
  }

  /** What the server lists under a name. */
  listed(name: ActName): Act[] {
    return this.look?.acts.filter((act) => actName(act) === name) ?? [];
  }

  /** The action as it stands; `null` while something is missing. */
  get act(): Act | null {
    const { doing, points, facing } = this;
    const last = points[points.length - 1];
    switch (doing) {
      case null:
        return null;
      case 'move':
      case 'run':
      case 'exit':
        if (!last) return null;
        return {
          act: 'move',
          path: [...points],
          run: doing === 'run' || (doing === 'exit' && this.hurried),
          exit: doing === 'exit',
          ...(facing ? { facing } : {}),
        };
      case 'climb':
        return last ? { act: 'climb', to: last, ...(facing ? { facing } : {}) } : null;
      case 'take_cover':
        return { act: 'cover', ...(facing ? { facing } : {}) };
      case 'pivot':
        return facing ? { act: 'pivot', facing } : null;
      case 'drag':
        return last && this.friend !== null ? { act: 'drag', friend: this.friend, to: last, ...(facing ? { facing } : {}) } : null;
      case 'charge':
        return this.moves.length > 0 ? { act: 'charge', moves: [...this.moves] } : null;
      case 'stand_up':
        return { act: 'stand_up', ...(facing ? { facing } : {}) };
      default:
        return this.chosen;
    }
  }

  /** What the server says of it. */
  get heard(): Heard | null {
    const { heard } = this.query;
    return this.act ? heard : null;
  }

  get waiting(): boolean {
    return this.query.waiting;
  }

  /** It can be done as it stands. */
  get ready(): boolean {
    return this.act !== null && !this.waiting && this.heard !== null && this.heard.refusal === null && !this.busy;
  }

  /** Begins to prepare an action. */
  begin(name: ActName): void {
    this.stop();
    this.doing = name;
    const listed = this.listed(name);
    if (LISTED.includes(name)) this.chosen = listed[0] ?? null;
    if (name === 'drag') {
      const first = listed[0];
      this.friend = first?.act === 'drag' ? first.friend : null;
    }
    if (name === 'charge') {
      const first = listed[0];
      this.friend = first?.act === 'charge' ? (first.moves[0]?.fig ?? null) : null;
    }
    if (name === 'take_cover') this.facing = this.look?.cover[0] ?? null;
  }

  /** Leaves it. */
  stop(): void {
    this.doing = null;
    this.points = [];
    this.facing = null;
    this.hurried = false;
    this.chosen = null;
    this.friend = null;
    this.moves = [];
    this.hint = null;
    this.refusal = null;
  }

  /** Turns whoever walks, by steps of 15 degrees clockwise from where the path leads. */
  turn(steps: number): void {
    const { points, fig } = this;
    const end = points[points.length - 1];
    const before = points[points.length - 2] ?? (fig === null ? undefined : this.session.view?.scene.figures[fig]?.at);
    if (end && before) this.facing = turnedFacing(this.facing ?? minus(end, before), steps);
  }

  private command(fig: Fig, what: Act): Command {
    return { do: 'act', question: this.session.mine?.ask === 'phase' ? this.session.mine.id : 0, fig, what };
  }

  /** Does it. */
  async confirm(): Promise<void> {
    const { fig, act } = this;
    if (fig === null || !act || this.busy) return;
    this.busy = true;
    this.refusal = null;
    this.refusal = await this.session.send(this.command(fig, act));
    this.busy = false;
    if (!this.refusal) this.stop();
  }

  /** Why something cannot be done now, in the words of the server; `null` if it can. */
  async whyNot(fig: Fig, act: Act): Promise<string | null> {
    const { refusal } = await this.session.consult({ draft: 'try', command: this.command(fig, act) });
    return refusal?.words ?? null;
  }
}
