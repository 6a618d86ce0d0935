/** Participation factors and effective masses for the directions in which the ground of a model can move. */
import type { Problem } from "noether";
import { type ModesOfSystem, type Participation, participation } from "noether/analysis";
import { textTable } from "noether/report";

export interface Directed extends Participation {
  /** x, y, z, or `all` where coordinates have no directions. */
  readonly direction: string;
}

/** Solids and frames name the directions of their coordinates; others are moved as their ground motion says, all alike without one. */
export function participations(
  { system }: Problem,
  { modes }: ModesOfSystem,
  given: readonly number[] | null,
): Directed[] {
  const along = (axis: string) =>
    Float64Array.from(system.labels, (label) => (new RegExp(`^u${axis}(?![a-z])`).test(label) ? 1 : 0));
  const influences: [string, Float64Array][] =
    given !== null
      ? [["all", Float64Array.from(given)]]
      : (["x", "y", "z"] as const)
          .map((axis) => [axis, along(axis)] as [string, Float64Array])
          .filter(([, r]) => r.includes(1));
  // Coordinates of a nonlinear model need not be displacements.
  if (influences.length === 0 && system.kind === "linear")
    influences.push(["all", new Float64Array(system.dof).fill(1)]);
  return influences
    .filter(([, influence]) => influence.length === system.dof)
    .map(([direction, influence]) => ({ direction, ...participation(system.mass, modes, influence) }));
}

export function participationTable(all: readonly Directed[]): string {
  if (all.length === 0) return "";
  const named = (name: string, direction: string) => (direction === "all" ? name : `${name} ${direction}`);
  const count = all[0]?.factors.length ?? 0;
  return textTable({
    columns: [
      { head: "mode" },
      ...all.flatMap(({ direction }) => [
        { head: named("participation", direction), digits: 4 },
        { head: named("effective mass", direction), digits: 4 },
        { head: named("%", direction), digits: 3 },
      ]),
    ],
    rows: Array.from({ length: count }, (_, k) => [
      k + 1,
      ...all.flatMap(({ factors, effectiveMasses, total }) => {
        const [factor = 0, mass = 0] = [factors[k], effectiveMasses[k]];
        return [Math.abs(factor), mass, total === 0 ? 0 : (100 * mass) / total];
      }),
    ]),
  });
}
