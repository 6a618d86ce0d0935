/** Random numbers that are the same at every run, in two streams. `congruence` is the quick one: starting vectors, orderings of sparse matrices, artificial
 *  records. `uniform` is that of samples and directions in studies and analyses, whose results its sequence is a part of. */
import type { Vec } from "./vec.js";

/** Numbers in (0, 1) from a seed, a whole number from 1 on: a multiplicative generator of period 2³¹ − 2. */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Numbers in [0, 1) from a seed: a linear congruence modulo 2³². Its first values still show the seed, and its lowest bits repeat soon. */
export function congruence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Numbers in [−1, 1): a vector for an iteration to start from, or a system to be tried on, that no symmetry makes orthogonal to what is looked for. */
export function startingVector(size: number, seed = 1): Vec {
  const random = congruence(seed);
  const x = new Float64Array(size);
  for (let i = 0; i < size; i++) x[i] = 2 * random() - 1;
  return x;
}

/** The numbers 0 … count − 1 in random order. */
export function permutation(count: number, random: () => number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  for (let i = count - 1; i > 0; i--) {
    const j = Math.min(i, Math.floor(random() * (i + 1)));
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
