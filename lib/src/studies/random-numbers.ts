/** The random numbers of an axis: from the seed that the study gives, and from the axis's own name, so that two axes with one seed are independent
 *  and an axis that is added changes no other. */
import { uniform } from "../core/random.js";
import { sha256OfText } from "./sha256.js";

export function randomNumbers(seed: number, name: string): () => number {
  // The generator is multiplicative: seeds in proportions of small whole numbers would have streams that depend on each other.
  const hash = Number.parseInt(sha256OfText(`${seed}\n${name}`).slice(0, 13), 16);
  const next = uniform(1 + (hash % 2147483646));
  // Its first numbers still show the seed.
  for (let k = 0; k < 8; k++) next();
  return next;
}
