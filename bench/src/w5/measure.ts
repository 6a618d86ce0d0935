/** node measure.js N STEPS plain|simd: one run of W5 in a process of its own. */
import { begin, centralDifference } from "noether";
import { cpuSeconds } from "../line.js";
import { anonymous, corner, rubber, tossedBlock } from "../tossed-block.js";

export interface Outcome {
  readonly dof: number;
  readonly tetrahedra: number;
  readonly steps: number;
  /** Of the whole run, and of the quickest tenth of it. */
  readonly seconds: number;
  readonly best: number;
  readonly corner: readonly number[];
  readonly energyError: number;
  readonly ok: boolean;
}

const PARTS = 10;

const [n = "16", steps = "200", how = "simd"] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(measured(Number(n), Number(steps), how === "simd"))}\n`);

function measured(size: number, count: number, simd: boolean): Outcome {
  const problem = tossedBlock(size, "lumped", simd ? rubber : anonymous(rubber));
  const { system } = problem;
  const runner = begin(problem, centralDifference(), { time: { step: 0.016 / size, steps: count } });
  const times = Array.from({ length: PARTS }, () => cpuSeconds(() => runner.advance(count / PARTS)));
  const { status, last } = runner.result();
  const [energy] = system.invariants;
  const before = energy!.value(0, problem.q0, problem.v0);
  return {
    dof: system.dof,
    tetrahedra: problem.tetrahedra,
    steps: count,
    seconds: times.reduce((sum, t) => sum + t, 0),
    best: PARTS * Math.min(...times),
    corner: corner(problem, last.q),
    energyError: Math.abs(energy!.value(0, last.q, last.v) / before - 1),
    ok: status === "completed",
  };
}
