/** W6: what one step of one oscillator costs when thousands run side by side, beside plain loops in JavaScript. */
import { responseSpectra } from "noether/analysis";
import type { Workload } from "../index.js";
import { cpuSeconds, type Line } from "../line.js";
import { DAMPING, groundMotion, POINTS, periods, RUNS, STEP, SUM_OF_PEAKS } from "./problem.js";

const ROUNDS = 3;

interface Peer {
  readonly name: string;
  readonly runs: number;
  /** Returns the sum of the largest displacements. */
  work(): number;
  /** What the sum should be; null where only the time is told. */
  readonly expected: number | null;
}

export const w6: Workload = {
  id: "w6",
  title: "ensembles: thousands of oscillators under one motion of the ground",
  remark:
    "CPU time of one thread. Noether finds velocity and acceleration peaks as well, the loops displacements alone.",
  async *lines() {
    const values = groundMotion();
    const record = { step: STEP, values };
    const sum = (spectra: ReturnType<typeof responseSpectra>) =>
      spectra.flatMap(({ displacement }) => [...displacement]).reduce((a, b) => a + b, 0);
    const many = { periods: periods(1000), dampings: [0.01, 0.02, 0.05, 0.1, 0.2] };
    const peers: Peer[] = [
      {
        name: "noether, average acceleration",
        runs: RUNS,
        work: () =>
          sum(
            responseSpectra(record, {
              periods: periods(RUNS),
              dampings: [DAMPING],
              recurrence: "average-acceleration",
              freeVibration: false,
            }),
          ),
        expected: SUM_OF_PEAKS,
      },
      {
        name: "noether, exact, 1000 periods × 5 dampings",
        runs: 5000,
        work: () => sum(responseSpectra(record, many)),
        expected: null,
      },
      { name: "JavaScript, one at a time", runs: RUNS, work: () => oneAtATime(values), expected: SUM_OF_PEAKS },
    ];
    const best = new Map<Peer, { seconds: number; total: number }>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of peers) {
        let total = 0;
        const seconds = cpuSeconds(() => {
          total = peer.work();
        });
        if (seconds < (best.get(peer)?.seconds ?? Infinity)) best.set(peer, { seconds, total });
      }
    }
    for (const [{ name, runs, expected }, { seconds, total }] of best)
      yield lineOf(name, runs, seconds, total, expected);
  },
};

function lineOf(peer: string, runs: number, seconds: number, total: number, expected: number | null): Line {
  const error = expected === null ? 0 : Math.abs(total / expected - 1);
  return {
    workload: "w6-oscillator",
    peer,
    n: 1,
    steps: POINTS,
    seconds,
    seconds_per_step: seconds / POINTS,
    measure: expected === null ? "not compared" : "sum of peaks, relative",
    error,
    ok: error < 1e-9,
    runs,
    ns_per_run_step: Number(((seconds / runs / POINTS) * 1e9).toFixed(3)),
    sum_of_peaks: total,
  };
}

/** Newmark's method in local numbers, as one would write it by hand. */
function oneAtATime(ground: Float64Array): number {
  let sum = 0;
  for (const period of periods(RUNS)) {
    const omega = (2 * Math.PI) / period;
    const [k, c] = [omega * omega, 2 * DAMPING * omega];
    const inverse = 1 / (1 + (STEP * c) / 2 + (STEP * STEP * k) / 4);
    let [u, v, a, peak] = [0, 0, -(ground[0] ?? 0), 0];
    for (let n = 1; n < ground.length; n++) {
      u += STEP * v + (STEP * STEP * a) / 4;
      v += (STEP * a) / 2;
      a = inverse * (-(ground[n] ?? 0) - c * v - k * u);
      u += (STEP * STEP * a) / 4;
      v += (STEP * a) / 2;
      const size = Math.abs(u);
      if (size > peak) peak = size;
    }
    sum += peak;
  }
  return sum;
}
