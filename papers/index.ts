/** The registry of reproductions, in the order in which `noether reproduce` prints them. */
import type { Reproduction } from "./reproduction.js";

export type { Claim, Item, Outcome, Reproduction } from "./reproduction.js";

export const reproductions: readonly Reproduction[] = [];
