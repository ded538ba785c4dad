/** The table of GeneriK: u are tenths of a millimetre, and millimetres are drawn. */
import { Sheet } from '../../../surface/plane/sheet';

/** 120 cm a side, bases of 25 mm (GEN-SCA-05), in contact up to 1 mm (GEN-GEO-05), zones of 10 cm (GEN-SET-08). */
export const SHEET = new Sheet({ side: 12000, base: 125, contact: 260, depth: 1000 });
/** Side of the table, in u and in mm; radius of a base in u. */
export const TABLE_U = SHEET.u.side;
export const TABLE = SHEET.side;
export const BASE_U = SHEET.u.base;
export const { mm, toPt } = SHEET;
