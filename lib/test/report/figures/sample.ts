/** Columns as a run leaves them, with closed forms for values. */
import type { Column, Columns, Role } from "../../../src/report/figures/columns.js";

export function sampled(name: string, role: Role, value: (t: number) => number, count = 101, unit?: string): Column {
  const values = Float64Array.from({ length: count }, (_, i) => value(i / 10));
  return unit === undefined ? { name, role, values } : { name, role, values, unit };
}

export const time = sampled("t", "time", (t) => t, 101, "s");

export const orbit: Columns = [
  time,
  sampled("x", "position", Math.cos, 101, "m"),
  sampled("y", "position", Math.sin, 101, "m"),
  sampled("vx", "velocity", (t) => -Math.sin(t), 101, "m/s"),
  sampled("vy", "velocity", Math.cos, 101, "m/s"),
  sampled("energy", "energy", (t) => 2 + 1e-6 * Math.sin(t), 101, "J"),
  sampled("kinetic", "ledger", (t) => 1e-6 * Math.sin(t), 101, "J"),
  sampled("work", "ledger", () => 0, 101, "J"),
  sampled("residual", "ledger", (t) => 1e-16 * Math.sin(9 * t), 101, "J"),
];
