/** How a game of Baston is told on a stage. */
import type { View } from '../../../protocol/baston';
import type { Notice } from '../telling';
import type { Telling } from '../../../surface/follow';
import { beatsFromNotice, sceneFromView } from './baston';
import type { Beat } from './beats';
import type { BoardScene } from './scene';

/** How it is told; `length` is how long a notice is looked at. */
export const bastonTelling = (length: (notice: Notice) => number): Telling<View, Notice, BoardScene, Beat> => ({
  scene: sceneFromView,
  beats: beatsFromNotice,
  length,
});
