/** What generated steps accept and when they give up, the same for all of them; as in linalg/nonlinear.ts, where most are explained. */

export const SLOWEST = 0.75;
export const SURE = 0.05;
export const LEAST_RATE = 1 / 64;
export const BIAS = 2 ** -16;
export const ALIKE = 16;
export const NOISY = 16;
export const UNFELT = 1 / 16;
export const UNDERFLOW = 2 ** -970;
/** What is accepted of a bound on rounding errors. */
export const ACCEPTED = 4;
/** Of the work that forces do in a step, what a residual may do; as in methods/energy-momentum/step.ts. */
export const LOST = 1e-7;
/** Of what V jumps by from one place to the next beyond its slope, so much is uncertain of ΔV: it is measured once, and may be small by chance. */
export const NOISE = 8;
/** A kept factor must contract at least this much: a new one of few unknowns costs little more than an iteration. */
export const FAST = 0.02;
/** More corrections than this are not ordinary. */
export const MOST = 16;
/** A pivot this small beside the diagonal is near zero. */
export const NEAR_SINGULAR = 1e-6;
