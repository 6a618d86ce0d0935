/** Kane, Marsden, Ortiz, West: Variational integrators and the Newmark algorithm for conservative and dissipative mechanical
 *  systems.                                                                                                   [kane2000] */
import type { Reproduction } from "../reproduction.js";
import { conservativeItems } from "./conservative.js";
import { dissipativeItems } from "./dissipative.js";
import { orderItems } from "./orders.js";
import { theoryItems } from "./theory.js";

export const kane2000: Reproduction = {
  key: "kane2000",
  title: "Variational integrators and the Newmark algorithm",
  items: [...conservativeItems, ...dissipativeItems, ...theoryItems, ...orderItems],
};
