/** The stage of a table. */
import { Stage } from '../../../surface/stage.svelte';
import { posesOf, type Beat, type Pose } from './beats';
import type { TableScene } from './model';

export type TableStage = Stage<TableScene, Beat, Pose>;

/** A stage that shows a scene. */
export const tableStage = (scene: TableScene): TableStage => new Stage(scene, posesOf);
