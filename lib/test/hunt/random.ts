/** A seeded source of random numbers (mulberry32): the same hunt on every machine. */
export interface Random {
  /** Evenly in [a, b). */
  between(a: number, b: number): number;
  /** Evenly in the logarithm, in [a, b). */
  magnitude(a: number, b: number): number;
  chance(p: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** n numbers in [−a, a). */
  vector(n: number, a: number): number[];
}

export function random(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let k = 0; k < 4; k++) next();
  const between = (a: number, b: number) => a + (b - a) * next();
  return {
    between,
    magnitude: (a, b) => Math.exp(between(Math.log(a), Math.log(b))),
    chance: (p) => next() < p,
    pick: (from) => from[Math.floor(next() * from.length)],
    vector: (n, a) => Array.from({ length: n }, () => between(-a, a)),
  };
}
