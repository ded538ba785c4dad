import type { Inset } from '../../surface/camera';
import type { HouseAnimator, HouseScene } from './scene';

/** What every drawing of a board is given. */
export interface BoardProps {
  scene: HouseScene;
  animator: HouseAnimator;
  /** Our seat, `null` for an onlooker. */
  mine: number | null;
  inset?: Inset | undefined;
}
