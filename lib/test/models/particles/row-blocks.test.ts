/** Forces of many particles in blocks that threads share: the digits of a run do not depend on how many there are. */
import { expect, test } from "vitest";
import { begin } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { ThreadPool, ThreadTask } from "../../../src/core/threads.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { evenBlocks, triangularBlocks } from "../../../src/models/particles/row-blocks.js";
import { poolOf } from "../../threads.js";

test("few particles are one block; of many, blocks have about as many pairs each", () => {
  expect(evenBlocks(1023)).toEqual([0]);
  expect(evenBlocks(4000)).toEqual([0, 1000, 2000, 3000]);
  const count = 5000;
  const starts = [...triangularBlocks(count), count];
  starts.slice(1).forEach((end, b) => {
    let pairs = 0;
    for (let i = starts[b]; i < end; i++) pairs += count - 1 - i;
    // A quarter, to a row at each end.
    expect(Math.abs(pairs - (count * (count - 1)) / 8)).toBeLessThan(2 * count);
  });
});

const SIDE = 11;
const CELL = 1.6;

/** Atoms on a cubic lattice, in motion. */
function melt(threads?: ThreadPool) {
  const count = SIDE ** 3;
  const q0 = Float64Array.from({ length: 3 * count }, (_, k) => {
    const [i, axis] = [Math.floor(k / 3), k % 3];
    return CELL * (Math.floor(i / SIDE ** axis) % SIDE) + 0.1 * Math.sin(7 * k);
  });
  const system = particles({
    dimension: 3,
    masses: new Float64Array(count).fill(1),
    pair: { lennardJones: { cutoff: 2.5 } },
    box: [SIDE * CELL, SIDE * CELL, SIDE * CELL],
    threads,
  });
  return { system, t0: 0, q0, v0: q0.map((_, k) => Math.cos(5 * k)) };
}

/** The state after so many steps. */
function ended(steps: number, threads?: ThreadPool) {
  const runner = begin(melt(threads), centralDifference(), { time: { step: 0.004, steps } });
  while (runner.advance(steps));
  return { q: [...runner.state.q], v: [...runner.state.v] };
}

test("the digits of a melt do not depend on threads", () => {
  const alone = ended(60);
  for (const size of [1, 3]) {
    const pool = poolOf(size);
    let calls = 0;
    const counted: ThreadPool = {
      call(work: ThreadTask) {
        calls++;
        // The search for neighbours is theirs as well.
        expect(work.other).toBeDefined();
        pool.call(work);
      },
    };
    expect(ended(60, counted)).toEqual(alone);
    expect(calls).toBeGreaterThan(0);
  }
});

test("nor on whether its loops are compiled", () => {
  expect(specialised("never", () => ended(2))).toEqual(ended(2));
});

test("a thread goes when there is nothing to do, and is asked again", () => {
  const pool = poolOf(1);
  let calls = 0;
  const counted: ThreadPool = {
    call(work: ThreadTask) {
      calls++;
      pool.call(work);
    },
  };
  const { system, q0 } = melt(counted);
  const [out, expected] = [new Float64Array(q0.length), new Float64Array(q0.length)];
  melt().system.gradient(q0, expected);
  const deadline = Date.now() + 20_000;
  while (calls < 2 && Date.now() < deadline) {
    system.gradient(q0, out);
    expect(out).toEqual(expected);
    // Longer than it waits.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  }
  expect(calls).toBeGreaterThan(1);
});
