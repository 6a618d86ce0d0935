/** Takács, Fülöp: Improving the accuracy of the Newmark method through backward error analysis.            [takacs2024] */
import type { Reproduction } from "../reproduction.js";
import { dampingItems } from "./damping.js";
import { distortedItems } from "./distorted.js";
import { eulerItems } from "./euler.js";
import { fourthOrderItems } from "./fourth-order.js";
import { statementItems } from "./statements.js";

export const takacs2024: Reproduction = {
  key: "takacs2024",
  title: "Improving the accuracy of the Newmark method through backward error analysis",
  items: [...eulerItems, ...distortedItems, ...dampingItems, ...fourthOrderItems, ...statementItems],
};
