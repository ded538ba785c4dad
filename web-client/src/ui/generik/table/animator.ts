/** The animator of a table. */
import { Animator } from '../../../surface/animator.svelte';
import { posesOf, type Beat, type Pose } from './beats';
import type { TableScene } from './model';

export type TableAnimator = Animator<TableScene, Beat, Pose>;

/** An animator that shows a scene. */
export const tableAnimator = (scene: TableScene): TableAnimator => new Animator(scene, posesOf);
