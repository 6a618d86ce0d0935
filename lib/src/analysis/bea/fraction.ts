/** Exact fractions: series coefficients are compared, not approximated. */
export interface Fraction {
  readonly above: bigint;
  /** Positive, without a common factor. */
  readonly below: bigint;
}

export function fraction(above: bigint | number, below: bigint | number = 1n): Fraction {
  const [n, d] = [BigInt(above), BigInt(below)];
  if (d === 0n) throw new RangeError("a fraction has no zero below");
  const common = divisor(n < 0n ? -n : n, d < 0n ? -d : d);
  const sign = d < 0n ? -1n : 1n;
  return { above: (sign * n) / common, below: (sign * d) / common };
}

export const ZERO = fraction(0);
export const ONE = fraction(1);

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.above * b.below + b.above * a.below, a.below * b.below);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.above * b.above, a.below * b.below);
export const minus = (a: Fraction): Fraction => ({ above: -a.above, below: a.below });
export const isZero = (a: Fraction): boolean => a.above === 0n;
export const numberOf = ({ above, below }: Fraction): number => Number(above) / Number(below);

/** `3`, `-1/12`. */
export const fractionText = ({ above, below }: Fraction): string => (below === 1n ? `${above}` : `${above}/${below}`);

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a || 1n : divisor(b, a % b);
}
