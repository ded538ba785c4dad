/**
 * What can be fought on, and what draws it. A kind that comes, such as hexagons or a graph of zones, is one line here; one that this
 * build of the client does not know yet is played from the cards alone.
 */
import type { Component } from 'svelte';
import type { Board } from '../../protocol';
import type { Inset } from '../../surface/camera';
import type { HouseScene, HouseStage } from './scene';

/** What every drawing of a board is given. */
export interface BoardProps {
  scene: HouseScene;
  stage: HouseStage;
  /** Our seat, `null` for an onlooker. */
  mine: number | null;
  inset?: Inset | undefined;
}

type Drawing = () => Promise<{ default: Component<BoardProps> }>;

const laid: Drawing = () => import('./Laid.svelte');

const bare: Drawing = () => import('./Bare.svelte');

const boards: Readonly<Record<Board['is'], Drawing>> = { none: bare, grid: laid, plane: laid };

/** What draws a board of a kind. */
export const drawingOf = (kind: string): Drawing => (Object.hasOwn(boards, kind) ? boards[kind as Board['is']] : bare);
