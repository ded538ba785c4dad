/** How a game of Baston is told on an animator. */
import type { View } from '../../../protocol/baston';
import type { Notice } from '../telling';
import type { Telling } from '../../../surface/follow';
import { beatsFromNotice, sceneFromView } from './baston';
import type { Beat } from './beats';
import type { BoardScene } from './scene';

/** How it is told. */
export const bastonTelling: Telling<View, Notice, BoardScene, Beat> = { scene: sceneFromView, beats: beatsFromNotice };
