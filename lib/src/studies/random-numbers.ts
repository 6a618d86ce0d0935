/** The random numbers of an axis: from the seed that the study gives, and from the axis's own name, so that two axes with one seed are independent
 *  and an axis that is added changes no other. */
import { uniform } from "../core/random.js";

export function randomNumbers(seed: number, name: string): () => number {
  // FNV-1a, brought into the range of the generator's seeds.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${seed}\n${name}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  const next = uniform(1 + ((hash >>> 0) % 2147483646));
  // Its first numbers still show the seed.
  for (let k = 0; k < 8; k++) next();
  return next;
}

/** The numbers 0 … count − 1 in random order. */
export function permutation(count: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.min(i, Math.floor(random() * (i + 1)));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
