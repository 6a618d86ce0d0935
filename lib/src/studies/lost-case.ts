/** The row of a case that brings down whatever computes it, a thread or a worker, so that the others have rows and this one a reason. */
import { valueText } from "./load.js";
import type { Case, Cell, Column, Row, Study } from "./study.js";

export function lostRow({ columns }: Study, { index, key, settings }: Case, reason: string): Row {
  const value = ({ name, type, role }: Column): Cell => {
    if (role === "case") return index;
    if (role === "varied") return type === "text" ? valueText(settings[name]) : (settings[name] as Cell);
    return name === "outcome" ? "failed" : name === "reason" ? reason : null;
  };
  return { index, key, values: columns.map(value) };
}
