/** Participation factors and effective masses for the directions in which the ground of a model can move. */
import { type ModesOfSystem, type Participation, participation, participationOf } from "noether/analysis";
import type { BuiltSystem } from "noether/model-file";
import { textTable } from "noether/report";

export interface Directed extends Participation {
  /** x, y, z, or `all` where coordinates have no directions. */
  readonly direction: string;
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Of solids and frames along the axes; others are moved as their ground motion says, all coordinates alike without one. */
export function participations(
  { problem: { system }, groundInertia }: Pick<BuiltSystem, "problem" | "groundInertia">,
  { modes }: ModesOfSystem,
  given: readonly number[] | null,
): Directed[] {
  if (groundInertia !== undefined) {
    return Object.entries(AXES)
      .map(([direction, axis]) => ({ direction, ...participationOf(system.mass, modes, groundInertia(axis)) }))
      .filter(({ total }) => total > 0);
  }
  // Coordinates of a nonlinear model need not be displacements.
  const influence = given ?? (system.kind === "linear" ? new Float64Array(system.dof).fill(1) : []);
  if (influence.length !== system.dof) return [];
  return [{ direction: "all", ...participation(system.mass, modes, Float64Array.from(influence)) }];
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
