/** x^(−1/3) by multiplications alone, so that vectors of WebAssembly have the same operations and digits; NaN where x ≤ 0.
 *
 *  The exponent is divided by −3 in the high word of the number, which is right to a thirtieth; Newton's iteration y ← y (4 − x y³)/3
 *  squares and doubles the relative error, four times. */
const number = new Float64Array(1);
const words = new Int32Array(number.buffer);

/** The high word of the first guess, less a third of that of x. */
export const GUESS = 1430188287;
export const THIRD = 1 / 3;
export const ITERATIONS = 4;

export function perCubeRoot(x: number): number {
  if (!(x > 0)) return Number.NaN;
  number[0] = x;
  words[1] = Math.trunc(GUESS - words[1] * THIRD);
  words[0] = 0;
  let y = number[0];
  for (let k = 0; k < ITERATIONS; k++) y = y * THIRD * (4 - x * y * (y * y));
  return y;
}
