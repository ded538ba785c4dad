/** The animator of a board. */
import { Animator } from '../../../surface/animator.svelte';
import { posesOf, type Beat, type Pose } from './beats';
import type { BoardScene } from './scene';

export type BoardAnimator = Animator<BoardScene, Beat, Pose>;

/** An animator that shows a scene. */
export const boardAnimator = (scene: BoardScene): BoardAnimator => new Animator(scene, posesOf);
