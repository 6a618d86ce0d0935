/** Numbers in (0, 1) from a seed, a whole number from 1 on: a multiplicative generator of period 2³¹ − 2. */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
