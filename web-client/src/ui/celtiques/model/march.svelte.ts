/** A march that is drawn on the map: its goal, its pace, and the advice of the server. */
import type { Hex } from '../../../protocol';
import type { Advice, Command, Go, March, View, Who } from '../../../protocol/celtiques';
import type { Heard } from '../../house/table.svelte';
import { sameHex } from '../board/hex';
import type { Marks, Tap } from '../board/marks';
import type { Session } from '../session.svelte';

/** A walk off the map. */
export const OFF: Go = { march: { pace: 'walk', evasive: false, charge: false, to: 'off' } };

/** Returns the march of a move; `null` for another move. */
export const marchOf = (go: Go | null | undefined): March | null => (go != null && 'march' in go ? go.march : null);

/** Returns the hexagon to which a march leads; `null` for a march off the map. */
export function goalOf(view: View, march: March | null): Hex | null {
  if (!march || march.to === 'off') return null;
  return 'hex' in march.to ? march.to.hex : (view.scene.fighters[march.to.who]?.pose.at ?? null);
}

export class MarchPlan {
  /** The answer of the server about the current move. */
  heard = $state.raw<Heard<Advice> | null>(null);
  private whose: Who | null = null;
  private asked = 0;
  private readonly session: Session;
  private readonly put: (go: Go | null) => void;
  private readonly draft: (who: Who, go: Go | null) => Command;

  /** `draft` makes the command that gives a fighter a move, or none; `put` takes the move that was tapped. */
  constructor(session: Session, put: (go: Go | null) => void, draft: (who: Who, go: Go | null) => Command) {
    this.session = session;
    this.put = put;
    this.draft = draft;
  }

  /** Asks the server about a move. */
  look(who: Who, go: Go | null): void {
    const mine = ++this.asked;
    if (this.whose !== who) this.heard = null;
    this.whose = who;
    void this.session.consult(this.draft(who, go)).then((heard) => {
      if (mine === this.asked) this.heard = heard;
    });
  }

  /** Returns the marks of a move on the map. */
  marks(view: View, who: Who | null, go: Go | null): Marks {
    const march = marchOf(go);
    const { advice } = this.heard ?? { advice: null };
    return { selected: who, reach: advice?.reach ?? [], goal: goalOf(view, march), path: march ? (advice?.path ?? []) : [] };
  }

  /** Handles a tap: it sets the goal of a march; on the goal or on the fighter, it removes the march. Returns whether it was used. */
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
