/** The stage of a board. */
import { Stage } from '../../../surface/stage.svelte';
import { posesOf, type Beat, type Pose } from './beats';
import type { BoardScene } from './scene';

export type BoardStage = Stage<BoardScene, Beat, Pose>;

/** A stage that shows a scene. */
export const boardStage = (scene: BoardScene): BoardStage => new Stage(scene, posesOf);
