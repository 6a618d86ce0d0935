/** Krenk: Global format for energy–momentum based time integration in nonlinear dynamics.                     [krenk2014] */
import type { Reproduction } from "../reproduction.js";
import { oscillatorItems } from "./oscillators.js";
import { pendulumItems } from "./pendulum.js";
import { statementItems } from "./statements.js";

export const krenk2014: Reproduction = {
  key: "krenk2014",
  title: "Global format for energy–momentum based time integration in nonlinear dynamics",
  items: [...oscillatorItems, ...pendulumItems, ...statementItems],
};
