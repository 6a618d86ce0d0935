/** The columns of a motion that was observed in memory. */
import type { Problem } from "../../core/system.js";
import type { Trajectory } from "../../observers/trajectory.js";
import type { Column, Columns, Role } from "./columns.js";

/** Time, positions, velocities, and the energy at every frame. */
export function trajectoryColumns({ system }: Problem, { t, q, v }: Trajectory): Columns {
  const column = (role: Role, name: string, value: (frame: number) => number): Column => ({
    name,
    role,
    values: Float64Array.from(t, (_, frame) => value(frame)),
  });
  const energy = system.invariants.find(({ name }) => name === "energy");
  return [
    { name: "t", role: "time", values: t },
    ...system.labels.map((label, i) => column("position", label, (frame) => q[frame][i])),
    ...system.labels.map((label, i) => column("velocity", `v${label}`, (frame) => v[frame][i])),
    ...(energy === undefined
      ? []
      : [column("energy", "energy", (frame) => energy.value(t[frame], q[frame], v[frame]))]),
  ];
}
