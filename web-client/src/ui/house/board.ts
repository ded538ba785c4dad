import type { Around } from '../../surface/around';
import type { HouseAnimator, HouseScene } from './scene';

/** What every drawing of a board is given. */
export interface BoardProps {
  scene: HouseScene;
  animator: HouseAnimator;
  /** Our seat, `null` for an onlooker. */
  mine: number | null;
  around?: Around | undefined;
}
