/** How a game of Baston is told on a stage. */
import type { View } from '../../../protocol/baston';
import type { Notice } from '../../../store/baston';
import { bastonFold } from '../../../store/baston';
import type { Telling } from '../../../surface/follow';
import { beatsFromNotice, sceneFromView } from './baston';
import type { Beat } from './beats';
import type { BoardScene } from './scene';

export const bastonTelling: Telling<View, Notice, BoardScene, Beat> = { scene: sceneFromView, beats: beatsFromNotice, length: bastonFold.beat };
