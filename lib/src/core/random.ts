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
