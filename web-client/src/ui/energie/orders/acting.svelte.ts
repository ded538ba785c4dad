import type { Act, Advice, Ask, Command, Scope } from '../../../protocol/energie';
import { lang } from '../../../i18n/index.svelte';
import { Advices } from '../../house/advices.svelte';
import type { PageScene } from '../board/scene';
import { forecastsOf, type Heard, type Layer, type Pick, type Session } from '../session.svelte';
import {
  AT_ONCE,
  GRAVE,
  kindOf,
  kindsOf,
  offersAt,
  partsOf,
  pathOf,
  sameSubject,
  SELF,
  subjectOf,
  touched,
  withScope,
  type Kind,
  type Subject,
} from './offers';

type Open = Extract<Ask, { act: unknown }>['act'];

/** The upper bound of the offers of a subject about which the server is asked. */
const ASKED = 8;

/** The next act of an activation: a kind is chosen, or a subject is touched on the page, then one of the offers that are left. */
export class Acting {
  /** The acts that are possible; `null` until the server has sent them. */
  acts = $state.raw<readonly Act[] | null>(null);
  failed = $state(false);
  kind = $state<Kind | null>(null);
  subject = $state.raw<Subject | null>(null);
  /** The index of the chosen offer. */
  taken = $state(0);
  scope = $state<Scope>('tout');
  sure = $state<Kind | null>(null);
  busy = $state(false);
  refusal = $state<string | null>(null);

  /** The advice of the server about each offer, by the offer as it is sent. */
  private readonly advices: Advices<Command, Advice>;
  private readonly session: Session;
  private readonly scene: () => PageScene;
  private number = 0;
  open = $state.raw() as Open;

  constructor(session: Session, scene: () => PageScene, open: Open) {
    this.session = session;
    this.advices = new Advices(session.consult);
    this.scene = scene;
    this.open = open;
  }

  /** Starts with another question, without anything that was chosen before. */
  async begin(open: Open): Promise<void> {
    this.open = open;
    this.advices.forget();
    this.leave();
    this.busy = false;
    this.refusal = null;
    this.acts = null;
    this.failed = false;
    const found = await this.session.acts();
    if (this.open.id !== open.id) return;
    this.acts = found;
    this.failed = found === null;
  }

  get kinds(): Kind[] {
    return kindsOf(this.acts ?? []);
  }

  private get from(): number {
    return this.session.view?.scene.fighters[this.open.who]?.zone ?? 0;
  }

  private about = (act: Act): Subject => subjectOf(act, this.scene(), this.from);

  /** The subjects of the chosen kind, or of all kinds while none is chosen, without the character itself. */
  get subjects(): Subject[] {
    const found: Subject[] = [];
    for (const act of this.acts ?? []) {
      if (this.kind !== null && kindOf(act) !== this.kind) continue;
      const about = this.about(act);
      if (about.is !== 'self' && !found.some((one) => sameSubject(one, about))) found.push(about);
    }
    return found;
  }

  /** The acts that are possible with the subject. */
  get offers(): Act[] {
    const { subject } = this;
    if (subject === null) return [];
    const arms = this.session.view?.scene.fighters[this.open.who]?.arms;
    return offersAt(this.acts ?? [], this.kind, subject, this.scene(), this.from, arms);
  }

  /** The chosen offer as it would be sent. */
  get offer(): Act | null {
    const offer = this.offers[this.taken];
    return offer === undefined ? null : withScope(offer, this.scope);
  }

  get told(): Heard | null {
    return this.offer === null ? null : this.toldOf(this.offer);
  }

  toldOf(act: Act): Heard | null {
    return this.advices.of(JSON.stringify(act)) ?? null;
  }

  /** Chooses a kind, and sends its act at once where it needs nothing more. A grave one is sent at the second choice. */
  choose(kind: Kind): void {
    this.refusal = null;
    if (this.kind === kind) {
      this.leave();
      return;
    }
    if (GRAVE.includes(kind) && this.sure !== kind) {
      this.leave();
      this.sure = kind;
      return;
    }
    const of = (this.acts ?? []).filter((act) => kindOf(act) === kind);
    const only = of[0];
    if (GRAVE.includes(kind) && only === undefined) {
      void this.send(kind as Act);
      return;
    }
    if (only !== undefined && AT_ONCE.includes(kind)) {
      void this.send(only);
      return;
    }
    this.leave();
    this.kind = kind;
    const { subjects } = this;
    if (subjects.length === 1) this.point(subjects[0] as Subject);
    else if (subjects.length === 0) this.point(SELF);
  }

  /** Chooses a subject. */
  point(subject: Subject): void {
    this.subject = subject;
    this.taken = 0;
    this.scope = 'tout';
    this.refusal = null;
    void this.weigh();
  }

  /** Handles a touch on the page: the same subject again sends the chosen offer. Returns whether the touch was used. */
  touch(pick: Pick): boolean {
    if (!this.acts) return false;
    const all = touched(pick, this.open.who);
    const can = all.find((subject) => subject.is !== 'self' && this.subjects.some((one) => sameSubject(one, subject)));
    if (!can) {
      if (this.kind !== null || this.subject !== null) this.leave();
      return false;
    }
    if (this.subject && sameSubject(this.subject, can) && this.offer) void this.confirm();
    else this.point(can);
    return true;
  }

  leave(): void {
    this.kind = null;
    this.subject = null;
    this.taken = 0;
    this.sure = null;
    this.number += 1;
  }

  /** Asks the server about the first `ASKED` offers, and chooses the best attack of them. */
  private async weigh(): Promise<void> {
    const number = (this.number += 1);
    const offers = this.offers.slice(0, ASKED);
    const { id } = this.open;
    await this.advices.ask(offers.map((act) => ({ key: JSON.stringify(act), command: { act: { question: id, act } } })));
    if (number !== this.number || this.taken !== 0) return;
    // Damage counts first, then the chance to hit, then the fewest actions, so that no dominated offer is chosen.
    const worth = (act: Act): readonly number[] => {
      const advice = this.toldOf(act)?.advice;
      const all = forecastsOf(advice);
      const hits = all.reduce(
        (
          sum,
          [
            ,
            {
              hits: [n, of],
            },
          ],
        ) => sum + n / Math.max(1, of),
        0,
      );
      return [all.reduce((sum, [, one]) => sum + one.damage, 0), hits, -(advice?.actions ?? 0)];
    };
    const better = (one: readonly number[], other: readonly number[]): boolean => {
      const at = one.findIndex((n, i) => n !== other[i]);
      return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
    };
    const best = offers.reduce((most, act, n) => (better(worth(act), worth(offers[most] as Act)) ? n : most), 0);
    if ((worth(offers[best] as Act)[0] ?? 0) > 0) this.taken = best;
  }

  confirm(): Promise<void> {
    const { offer } = this;
    return offer === null ? Promise.resolve() : this.send(offer);
  }

  private async send(act: Act): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refusal = await this.session.send({ act: { question: this.open.id, act } });
    if (this.refusal) this.busy = false;
    else this.leave();
  }

  /** Returns the marks of the activation on the page. */
  layer(): Layer {
    const { subjects, subject, offer } = this;
    const at = (is: Subject['is']): number[] => subjects.flatMap((one) => (one.is === is && 'n' in one ? [one.n] : []));
    const path = offer === null ? [] : pathOf(offer);
    void lang();
    return {
      selected: this.open.who,
      people: at('who'),
      aimed: subject?.is === 'who' ? subject.n : null,
      zones: at('zone'),
      zone: subject?.is === 'zone' ? subject.n : null,
      links: at('link'),
      things: subjects.flatMap((one) => (one.is === 'item' || one.is === 'console' || one.is === 'vehicle' ? [`${one.is}${one.n}`] : [])),
      path: path.length > 0 ? { who: this.open.who, links: path } : null,
      pick: (pick) => this.touch(pick),
      leave: () => this.leave(),
    };
  }

  /** Returns whether an act is an attack by dice. */
  static strikes = (act: Act): boolean => ['attack', 'charge', 'fire'].includes(partsOf(act).kind);
}
