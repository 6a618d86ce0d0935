/** The registry of reproductions, in the order in which `noether reproduce` prints them. */
import { gonzalez2010 } from "./gonzalez2010/reproduce.js";
import { kane2000 } from "./kane2000/reproduce.js";
import { krenk2014 } from "./krenk2014/reproduce.js";
import type { Reproduction } from "./reproduction.js";
import { rojas2024 } from "./rojas2024/reproduce.js";
import { takacs2024 } from "./takacs2024/reproduce.js";

export { contents, type Shown } from "./contents.js";
export type { Claim, Item, Outcome, Reproduction, Setting, Variation } from "./reproduction.js";

export const reproductions: readonly Reproduction[] = [kane2000, gonzalez2010, krenk2014, rojas2024, takacs2024];
