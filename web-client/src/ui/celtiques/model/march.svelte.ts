/** A march as it is drawn with a finger on the map: the goal, how fast, and what the server says of it. */
import type { Hex } from '../../../protocol';
import type { Advice, Command, Go, March, View, Who } from '../../../protocol/celtiques';
import type { Heard } from '../../house/table.svelte';
import { sameHex } from '../board/hex';
import type { Marks, Tap } from '../board/marks';
import type { Session } from '../session.svelte';

/** A walk off the map. */
export const OFF: Go = { march: { pace: 'walk', evasive: false, charge: false, to: 'off' } };

/** The march of a move, if it is one. */
export const marchOf = (go: Go | null | undefined): March | null => (go != null && 'march' in go ? go.march : null);

/** Where a march leads, as a hexagon. */
export function goalOf(view: View, march: March | null): Hex | null {
  if (!march || march.to === 'off') return null;
  return 'hex' in march.to ? march.to.hex : (view.scene.fighters[march.to.who]?.pose.at ?? null);
}

export class MarchPlan {
  /** What the server says of the move of the moment. */
  heard = $state.raw<Heard<Advice> | null>(null);
  private whose: Who | null = null;
  private asked = 0;
  private readonly session: Session;
  private readonly put: (go: Go | null) => void;
  private readonly draft: (who: Who, go: Go | null) => Command;

  /** `draft` is the command that gives somebody a move, or none; `put` takes what a finger has chosen. */
  constructor(session: Session, put: (go: Go | null) => void, draft: (who: Who, go: Go | null) => Command) {
    this.session = session;
    this.put = put;
    this.draft = draft;
  }

  /** Asks what becomes of a move. */
  look(who: Who, go: Go | null): void {
    const mine = ++this.asked;
    if (this.whose !== who) this.heard = null;
    this.whose = who;
    void this.session.consult(this.draft(who, go)).then((heard) => {
      if (mine === this.asked) this.heard = heard;
    });
  }

  /** What is laid over the map. */
  marks(view: View, who: Who | null, go: Go | null): Marks {
    const march = marchOf(go);
    const { advice } = this.heard ?? { advice: null };
    return { selected: who, reach: advice?.reach ?? [], goal: goalOf(view, march), path: march ? (advice?.path ?? []) : [] };
  }

  /** A finger on the map: the goal of a march; on the goal again, no march. */
  tap(view: View, who: Who, { at, who: other }: Tap, go: Go | null, engaged: boolean): boolean {
    const march = marchOf(go);
    const here = view.scene.fighters[who]?.pose.at ?? [0, 0];
    if (sameHex(at, here)) {
      if (march) this.put(null);
      return march !== null;
    }
    const goal = goalOf(view, march);
    if (goal && sameHex(goal, at)) {
      this.put(null);
      return true;
    }
    const foe = other !== undefined && view.known[other]?.side !== view.known[who]?.side;
    if (engaged && foe) return false;
    this.put({
      march: {
        pace: march?.pace ?? 'walk',
        evasive: march?.evasive ?? false,
        charge: march?.charge ?? false,
        to: foe && other !== undefined ? { who: other } : { hex: at },
      },
    });
    return true;
  }
}
