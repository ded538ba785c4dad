/** A plane as it is drawn: ten units of the plane are one drawn unit, and north is up. */
import type { Pt } from '../../protocol';
import type { XY } from '../camera';
import type { Edge, Zone } from './scene';

/** The measures of a plane, in its units. */
export interface Measures {
  /** Its side. */
  readonly side: number;
  /** Radius of a base. */
  readonly base: number;
  /** Centres of two bases in contact are at most this far apart. */
  readonly contact: number;
  /** Depth of the strip along an edge that belongs to a seat. */
  readonly depth: number;
}

/** Units of the plane in one drawn unit. */
const SCALE = 10;

export class Sheet {
  readonly u: Measures;
  /** Its side, and the radius of a base, as drawn. */
  readonly side: number;
  readonly base: number;

  constructor(measures: Measures) {
    this.u = measures;
    this.side = measures.side / SCALE;
    this.base = measures.base / SCALE;
  }

  /** Returns a place of the plane as drawn. */
  readonly mm = ([x, y]: Pt): XY => ({ x: x / SCALE, y: (this.u.side - y) / SCALE });
  /** Returns a drawn place on the plane, to the nearest unit. */
  readonly toPt = ({ x, y }: XY): Pt => [Math.round(x * SCALE), Math.round(this.u.side - y * SCALE)];
  /** Returns places of the plane as the path of an open line. */
  readonly line = (places: readonly Pt[]): string =>
    `M${places
      .map(this.mm)
      .map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`)
      .join('L')}`;

  /** Returns the strip along an edge, as drawn. */
  zone(edge: Edge): Zone['box'] {
    const [side, deep] = [this.side, this.u.depth / SCALE];
    switch (edge) {
      case 's':
        return { x: 0, y: side - deep, w: side, h: deep };
      case 'n':
        return { x: 0, y: 0, w: side, h: deep };
      case 'e':
        return { x: side - deep, y: 0, w: deep, h: side };
      case 'w':
        return { x: 0, y: 0, w: deep, h: side };
    }
  }
}
