/**
 * The kinds of boards and the components that draw them. Another kind, such as hexagons or a graph of zones, is one line here; for a kind
 * that this build of the client does not know, only the cards are shown.
 */
import type { Component } from 'svelte';
import type { Board } from '../../protocol';
import type { BoardProps } from './board';

type Drawing = () => Promise<{ default: Component<BoardProps> }>;

const laid: Drawing = () => import('./Laid.svelte');

const bare: Drawing = () => import('./Bare.svelte');

const boards: Readonly<Record<Board['is'], Drawing>> = { none: bare, grid: laid, plane: laid };

/** Returns the loader of the component that draws a kind of board. */
export const drawingOf = (kind: string): Drawing => (Object.hasOwn(boards, kind) ? boards[kind as Board['is']] : bare);
