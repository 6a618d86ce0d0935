/** States on the way of a run, from which parts of it are computed again: equally spaced, as many as fit. */
import type { Runner, Snapshot } from "noether";

const [MOST, BYTES] = [64, 16e6];
/** Steps; what is shorter is computed from the start. */
const LEAST_SPACING = 2_000;

export interface Marks {
  observe(runner: Pick<Runner, "state" | "snapshot">): void;
  all(): readonly Snapshot[];
}

export function marksOf(dof: number): Marks {
  // Positions, velocities and, of most methods, an acceleration or two.
  const most = Math.min(MOST, Math.floor(BYTES / (8 * 4 * dof)));
  let marks: Snapshot[] = [];
  let spacing = LEAST_SPACING;
  return {
    observe(runner) {
      if (most < 2 || runner.state.n < (marks.at(-1)?.state.n ?? 0) + spacing) return;
      marks.push(runner.snapshot());
      if (marks.length <= most) return;
      marks = marks.filter((_, i) => i % 2 === 1);
      spacing *= 2;
    },
    all: () => marks,
  };
}
