/** Supports that move: what the free coordinates feel of them is −(M_fs s̈ + C_fs ṡ + K_fs s), a load that depends on time alone. */
import { kinksOfAll } from "../../core/kinks.js";
import type { Matrix } from "../../core/matrix.js";
import type { TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiplyBlockAdd, submatrix } from "../../linalg/matrix.js";
import { smoothLoad } from "../loads.js";
import type { Partition } from "./coordinates.js";

export function supportLoad(
  { free, led, motions }: Partition,
  matrices: { readonly mass: Matrix; readonly damping: Matrix | null; readonly stiffness: Matrix },
): TimeLoad | null {
  if (led.length === 0) return null;
  const blocks = [matrices.stiffness, matrices.damping, matrices.mass].map((matrix) =>
    matrix === null ? null : submatrix(matrix, free, led),
  );
  const now = new Float64Array(led.length);
  // Where a path has a corner, its acceleration jumps: all kinks may be jumps.
  const { jumps: _, ...times } = kinksOfAll(motions);
  const load = smoothLoad((k: number, t: number, side: -1 | 1, out: Vec) => {
    blocks.forEach((block, order) => {
      if (block === null) return;
      motions.forEach((motion, i) => {
        now[i] = motion.derivative(k + order, t, side);
      });
      multiplyBlockAdd(block, now, -1, out);
    });
  });
  return { ...load, ...times };
}
