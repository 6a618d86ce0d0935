/** Sixth order from Newmark's method with γ = ½ and any β, for linear systems without damping, in rational form.
 *                                                                               [derived in docs/topics/higher-order.md]
 *      K̂ = K − h²/20 K M⁻¹K,     M̂ = M + h²/30 K − β h² K̂
 *      R = F + h² (F''/12 − K M⁻¹F/20) + h⁴/360 F'''',     F̂ = R − β h² R'' + (β² − β/12) h⁴ R''''
 *
 *  Positions are then those of one-factor with c = 1/20, d = 1/30, whatever β is, since M̂ + β h² K̂ = M + h²/30 K is what the scheme
 *  factors: stable for h ω < √20, where the series of the same order grows beyond 2.65 for β = 1/6.
 *
 *  With x = h² M⁻¹K the scheme's modes turn by y = x (1 − x/20)/(1 + x/30) instead of 2 − 2 cos √x, its velocity is the central
 *  difference divided by 1 − βy, and that is sin √x/√x times the motion's. Written as
 *
 *      v = S (1 − βY) v̂ + …,     S = 1 + x/6 + 7x²/360 = √x/sin √x + O(x³),     1 − βY = (M + h²/30 K)⁻¹M̂
 *
 *  it is never singular within the stable range, where the series 1 − n₁x + n₂x² of the same order is. M̂ is positive definite for
 *  β ≤ (4 + √15)/30 = 0.2624. */
import { InputError } from "../../core/failure.js";
import { asMatrix, identity, product, weighted } from "../../linalg/square.js";
import { type Compensation, type Letters, newmarkSeries, solved } from "./compensation.js";

/** 1 − βy > 0 for every h ω < √20: y is largest where x = 10√15 − 30, and 120 − 30√15 there. */
const LARGEST = (4 + Math.sqrt(15)) / 30;

export function rationalCompensation({ n, M, C, K, H, inverse }: Letters, beta: number, h: number): Compensation {
  if (C.some((value) => value !== 0)) {
    throw new InputError(
      "newmark: form: rational is for systems without damping, and this one has it; the default form takes it",
      {
        key: "form",
      },
    );
  }
  if (beta > LARGEST) {
    throw new InputError(
      `newmark: form: rational has a positive mass for beta up to ${LARGEST.toFixed(4)}, found ${beta}; give such a beta`,
      { key: "beta" },
    );
  }
  const x = h * h;
  const KH = product(n, K, H);
  const stiffness = weighted([1, -x / 20], [K, KH]);
  const factored = weighted([1, x / 30], [M, K]);
  const mass = weighted([1, -beta * x], [factored, stiffness]);
  const KM = product(n, K, inverse);
  const one = identity(n);
  // R = L₀ F + h²/12 F'' + h⁴/360 F'''', and what F̂ makes of its derivatives, to order six.
  const quartic = beta * beta - beta / 12;
  const ofR = weighted([1, -x / 20], [one, KM]);
  const second = weighted([x * (1 / 12 - beta), (beta * x * x) / 20], [one, KM]);
  const fourth = weighted([x * x * (1 / 360 - beta / 12 + quartic)], [one]);
  const none = new Float64Array(n * n);
  const S = weighted([1, x / 6, (7 * x * x) / 360], [one, H, product(n, H, H)]);
  const shown = product(n, S, solved(n, factored, mass));
  const {
    velocity: [, n1 = 0, n2 = 0],
  } = newmarkSeries(beta, 3);
  return {
    mass: asMatrix(n, mass),
    damping: null,
    stiffness: asMatrix(n, stiffness),
    loads: [ofR, none, second, none, fourth].map((A) => asMatrix(n, A)),
    velocity: {
      position: none,
      velocity: solved(n, shown, one),
      inverse: shown,
      // v̂ = … + n₁h² M⁻¹F' + n₂h⁴ M⁻¹(F''' − K M⁻¹F').
      loads: [
        none,
        weighted([n1 * x, -n2 * x * x], [inverse, product(n, H, inverse)]),
        none,
        weighted([n2 * x * x], [inverse]),
      ],
    },
  };
}
