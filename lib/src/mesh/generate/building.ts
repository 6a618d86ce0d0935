/** Frames of buildings: columns and beams over bays and storeys; in the plane (x, y up) or, with rows, in space (x, y, and z up).
 *
 *  Groups: the elements `columns` and `beams`; the nodes `base`, `floor-1`, `floor-2`, …, and `roof` for the last. */
import { InputError } from "../../core/failure.js";
import type { Group, Mesh } from "../mesh.js";

export interface Building {
  /** Widths of the bays along x. */
  readonly bays: readonly number[];
  /** Depths of the rows along y; none: a frame in the plane. */
  readonly rows?: readonly number[];
  /** Heights of the storeys. */
  readonly storeys: readonly number[];
}

export function building({ bays, rows = [], storeys }: Building): Mesh {
  for (const [key, lengths] of Object.entries({ bays, rows, storeys })) {
    if (key !== "rows" && lengths.length === 0)
      throw new InputError("the list is empty; accepted: one length each", { key });
    for (const length of lengths)
      if (!(length > 0 && length < Number.POSITIVE_INFINITY))
        throw new InputError(`found ${length}; accepted: lengths > 0`, { key });
  }
  const [xs, ys, zs] = [bays, rows, storeys].map(edgesOf);
  const [across, deep] = [xs.length, ys.length];
  const node = (i: number, j: number, k: number) => i + across * (j + deep * k);
  const planar = rows.length === 0;
  const points = zs.flatMap((z) => ys.flatMap((y) => xs.flatMap((x) => (planar ? [x, z, 0] : [x, y, z]))));
  const columns: number[] = [];
  const beams: number[] = [];
  zs.forEach((_, k) => {
    ys.forEach((_, j) => {
      xs.forEach((_, i) => {
        const here = node(i, j, k);
        if (k > 0) columns.push(node(i, j, k - 1), here);
        if (k > 0 && i > 0) beams.push(node(i - 1, j, k), here);
        if (k > 0 && j > 0) beams.push(node(i, j - 1, k), here);
      });
    });
  });
  const standing = columns.length / 2;
  const range = (from: number, count: number) => Int32Array.from({ length: count }, (_, i) => from + i);
  const level = (k: number) => range(node(0, 0, k), across * deep);
  const top = zs.length - 1;
  const groups: Group[] = [
    { name: "columns", of: "elements", elements: range(0, standing) },
    { name: "beams", of: "elements", elements: range(standing, beams.length / 2) },
    { name: "base", of: "nodes", nodes: level(0) },
    ...storeys.map((_, k): Group => ({ name: `floor-${k + 1}`, of: "nodes", nodes: level(k + 1) })),
    { name: "roof", of: "nodes", nodes: level(top) },
  ];
  return {
    points: Float64Array.from(points),
    nodeNumbers: null,
    blocks: [{ type: "line2", nodes: Int32Array.from([...columns, ...beams]), numbers: null }],
    groups,
  };
}

/** From lengths to where they begin and end. */
function edgesOf(lengths: readonly number[]): number[] {
  const edges = [0];
  for (const length of lengths) edges.push(edges[edges.length - 1] + length);
  return edges;
}
