import type { Around } from '../../surface/around';
import type { HouseAnimator, HouseScene } from './scene';

/** The props of every component that draws a board. */
export interface BoardProps {
  scene: HouseScene;
  animator: HouseAnimator;
  /** Our seat; `null` for a spectator. */
  mine: number | null;
  around?: Around | undefined;
}
