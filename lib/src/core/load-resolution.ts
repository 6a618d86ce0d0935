/** Does a run see its load? A method of order p, which looks at it about p/2 times a step, does if it is, within a step, nearly a polynomial of degree p/2. Of
 *  one that is not, as a pulse that is narrower than a step or a record with several samples in each, it sees what it happens to meet. */
import { SLACK } from "./load-kinks.js";
import { type Notice, noticesOf } from "./notice.js";
import type { Force, Problem } from "./system.js";
import type { Vec } from "./vec.js";

/** Of the largest value of the load, of second order and of higher: a sine with four steps a period differs by 0.29 from its chords, one with two and a half by
 *  0.13 from its parabolas. */
const COARSE = { second: 0.25, higher: 0.1 };
/** Where the load is looked at within a step, beside the nodes of the polynomial. */
const LOOKS = 4;
/** Numbers that are evaluated at most, and steps that are looked at, evenly chosen. */
const [BUDGET, MOST_STEPS] = [1_000_000, 512];

/** A load, as steps see it where they begin and where they end. */
export interface SeenLoad {
  readonly load: Force;
  readonly opening: Force;
  readonly closing: Force;
  /** Steps with one of them inside are spoken of elsewhere. */
  readonly jumps: readonly number[];
}

export function noticeOfResolution(
  { load, opening, closing, jumps }: SeenLoad,
  { system: { dof }, t0 }: Problem,
  { h, steps, order }: { readonly h: number; readonly steps: number; readonly order: number },
): Notice[] {
  const nodes = Math.max(2, Math.ceil(order / 2) + 1);
  const chosen = Math.min(steps, MOST_STEPS, Math.max(8, Math.floor(BUDGET / (dof * (nodes + LOOKS)))));
  const weights = Array.from({ length: LOOKS }, (_, j) => lagrange((j + 0.5) / LOOKS, nodes));
  const values = Array.from({ length: nodes }, () => new Float64Array(dof));
  const [looked, nowhere, size, miss, missedAt] = Array.from({ length: 5 }, () => new Float64Array(dof));
  const at = (force: Force, t: number, out: Vec) => {
    out.fill(0);
    force.addTo(t, nowhere, nowhere, out);
    for (let i = 0; i < dof; i++) size[i] = Math.max(size[i], Math.abs(out[i]));
  };
  for (let k = 0; k < chosen; k++) {
    const from = t0 + Math.floor((k * steps) / chosen) * h;
    if (jumps.some((t) => (t - from) / h > SLACK && (t - from) / h < 1 - SLACK)) continue;
    for (let m = 0; m < nodes; m++) {
      const force = m === 0 ? opening : m === nodes - 1 ? closing : load;
      at(force, from + (m / (nodes - 1)) * h, values[m]);
    }
    for (let j = 0; j < LOOKS; j++) {
      const t = from + ((j + 0.5) / LOOKS) * h;
      at(load, t, looked);
      for (let i = 0; i < dof; i++) {
        let expected = 0;
        for (let m = 0; m < nodes; m++) expected += weights[j][m] * values[m][i];
        const difference = Math.abs(looked[i] - expected);
        if (difference <= miss[i]) continue;
        miss[i] = difference;
        missedAt[i] = t;
      }
    }
  }
  const largest = size.reduce((most, each) => Math.max(most, each), 0);
  // A component that is the rounding of others is none.
  const share = miss.map((each, i) => (size[i] > 1e-12 * largest ? each / size[i] : 0));
  const worst = share.indexOf(share.reduce((most, each) => Math.max(most, each), 0));
  if (!(share[worst] > (order > 2 ? COARSE.higher : COARSE.second))) return [];
  return noticesOf("load-unresolved", [
    `the load changes too much within a step to be seen by it: at t = ${short(missedAt[worst])} it differs by ${Math.round(100 * share[worst])} % of its ` +
      "largest value from what its values around there tell; take a shorter step",
  ]);
}

/** The weights at x of the values at 0, 1/(n − 1), …, 1. */
function lagrange(x: number, n: number): number[] {
  const node = (m: number) => m / (n - 1);
  return Array.from({ length: n }, (_, m) => {
    let weight = 1;
    for (let k = 0; k < n; k++) if (k !== m) weight *= (x - node(k)) / (node(m) - node(k));
    return weight;
  });
}

const short = (value: number) => String(Number(value.toPrecision(6)));
