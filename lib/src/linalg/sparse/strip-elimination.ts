/** Elimination of a front strip by strip: the loops, for entries of any kind. A panel of columns is eliminated, first in its
 *  own triangle and then below it, and what is right of it is updated. */
import { type KernelMemory, PANEL_STRIPS, stripAt } from "./kernels.js";

/** What happens to tiles of four rows by four columns. */
export interface Tiles {
  /** Doubles of an entry. */
  readonly parts: number;
  /** tile −= Σ_p a_p b_pᵀ with a_p, b_p of four entries each: the loop in which nearly all time is spent. */
  subtractProduct(tile: number, a: number, b: number, count: number): void;
  /** The tile on the diagonal becomes L with unit diagonal. Returns the column of a pivot that is too small, or −1. */
  eliminateDiagonal(tile: number, inverse: number, least: number, substitute: number): number;
  /** A tile below the diagonal one: `scaled` receives L D, the tile L. */
  eliminateBelow(tile: number, diagonal: number, inverse: number, scaled: number): void;
}

export function eliminationWith(tiles: Tiles): KernelMemory["eliminate"] {
  const { parts } = tiles;
  const column = 4 * parts;
  const tileSize = 4 * column;
  const workStrip = PANEL_STRIPS * tileSize;
  const strip = (front: number, i: number) => front + parts * stripAt(i);

  /** Columns begin … end − 1 (in strips) of strip i, below the diagonal. */
  const eliminateStrip = (front: number, work: number, inverse: number, begin: number, end: number, i: number) => {
    const scaled = work + i * workStrip;
    for (let j = begin; j < end; j++) {
      const row = strip(front, j) + tileSize * begin;
      const tile = strip(front, i) + tileSize * j;
      const count = 4 * (j - begin);
      tiles.subtractProduct(tile, scaled, row, count);
      tiles.eliminateBelow(tile, row + column * count, inverse + column * j, scaled + column * count);
    }
  };

  return (front, strips, pivots, work, inverse, least, substitute) => {
    for (let begin = 0; begin < pivots; begin += PANEL_STRIPS) {
      const end = Math.min(pivots, begin + PANEL_STRIPS);
      for (let i = begin; i < end; i++) {
        eliminateStrip(front, work, inverse, begin, i, i);
        const tile = strip(front, i) + tileSize * i;
        tiles.subtractProduct(tile, work + i * workStrip, tile - tileSize * (i - begin), 4 * (i - begin));
        const failed = tiles.eliminateDiagonal(tile, inverse + column * i, least + 4 * i, substitute);
        if (failed >= 0) return 4 * i + failed;
      }
      for (let i = end; i < strips; i++) eliminateStrip(front, work, inverse, begin, end, i);
      for (let i = end; i < strips; i++) {
        const rows = strip(front, i) + tileSize * begin;
        for (let j = end; j <= i; j++) {
          tiles.subtractProduct(strip(front, i) + tileSize * j, rows, work + j * workStrip, 4 * (end - begin));
        }
      }
    }
    return -1;
  };
}
