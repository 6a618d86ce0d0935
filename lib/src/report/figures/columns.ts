/** What figures of runs are made from: recorded quantities side by side, all of one length, each with its role. */
import type { Axis, Figure, Panel } from "../figure.js";

export interface Column {
  readonly name: string;
  readonly role: Role;
  readonly unit?: string;
  readonly values: Float64Array;
}

/** `energy`: kinetic + potential. `ledger`: one part of the energy balance, as the change since the start. */
export type Role = "time" | "position" | "velocity" | "energy" | "ledger" | "probe" | "other";

export type Columns = readonly Column[];

export function ofRole(columns: Columns, role: Role): Columns {
  return columns.filter((column) => column.role === role);
}

/** The times of the records; their numbers, if no time was recorded. */
export function timeOf(columns: Columns): Column {
  const [time] = ofRole(columns, "time");
  if (time !== undefined) return time;
  const length = columns[0]?.values.length ?? 0;
  return { name: "record", role: "time", values: Float64Array.from({ length }, (_, i) => i) };
}

export function linearAxis(label: string, unit: string | undefined): Axis {
  return unit === undefined ? { label, scale: "linear" } : { label, unit, scale: "linear" };
}

export function axisOf({ name, unit }: Column): Axis {
  return linearAxis(name, unit);
}

/** The unit that all of them have, if there is one. */
export function commonUnit(columns: Columns): string | undefined {
  const unit = columns[0]?.unit;
  return columns.every((column) => column.unit === unit) ? unit : undefined;
}

/** The largest absolute value among the finite ones. */
export function peakOf(values: ArrayLike<number>): number {
  let peak = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > peak && size < Number.POSITIVE_INFINITY) peak = size;
  }
  return peak;
}

/** A figure with whatever it has of title and note. */
export function titled(title: string | undefined, panels: readonly Panel[], note?: string): Figure {
  return { ...(title === undefined ? {} : { title }), panels, ...(note === undefined ? {} : { note }) };
}
