/** Rojas-Quintero, Dubois, Cabrera-Díaz: Simpson's variational integrator for systems with quadratic Lagrangians. [rojas2024] */
import type { Reproduction } from "../reproduction.js";
import { figures } from "./figures.js";
import { structure, variants } from "./statements.js";
import { table2 } from "./table-2.js";

export const rojas2024: Reproduction = {
  key: "rojas2024",
  title: "Simpson's variational integrator for systems with quadratic Lagrangians",
  items: [variants, structure, ...figures, table2],
};
