import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import type { Crew } from "../../../src/linalg/sparse/wasm-kernels.js";
import { laplacian, noise } from "../matrices.js";

const HELPER = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ module, memory, board }) => {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    exports.help(board);
  });
`;
const workers: Worker[] = [];

/** Helper threads that do as they are asked. */
function crewOf(size: number): Crew {
  const team = Array.from({ length: size }, () => new Worker(HELPER, { eval: true }));
  workers.push(...team);
  return {
    call(work) {
      for (const worker of team) worker.postMessage(work);
    },
  };
}

afterAll(() => Promise.all(workers.map((worker) => worker.terminate())));

test("any number of threads leaves the same bits", () => {
  // Fronts of more than 256 rows, the least that is shared.
  const A = laplacian(18, 18, 17);
  const random = noise(6);
  const b = Float64Array.from({ length: A.pattern.size }, random);
  const results = [0, 1, 2].map((helpers) => {
    const ldlt = sparseLDLT(A.pattern, helpers === 0 ? {} : { crew: crewOf(helpers) });
    const x = new Float64Array(b.length);
    // The second time the helpers have arrived.
    for (let turn = 0; turn < 2; turn++) expect(ldlt.factor(A.values)).toBeNull();
    ldlt.solve(b, x);
    return { pivots: ldlt.pivots(), x };
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
