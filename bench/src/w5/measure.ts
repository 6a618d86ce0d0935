/** node measure.js N STEPS MATERIAL ELEMENT: one run of W5 in a process of its own. */
import { begin, centralDifference } from "noether";
import { cpuSeconds } from "../line.js";
import { corner, materials, tossedBlock } from "../tossed-block.js";

export interface Outcome {
  readonly dof: number;
  readonly elements: number;
  readonly steps: number;
  /** Of the whole run, and of the quickest tenth of it. */
  readonly seconds: number;
  readonly best: number;
  readonly corner: readonly number[];
  readonly energyError: number;
  readonly ok: boolean;
}

const PARTS = 10;

const [n = "16", steps = "200", name = "rubber", element = "tet4"] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(measured(Number(n), Number(steps)))}\n`);

function measured(size: number, count: number): Outcome {
  const material = materials[name as keyof typeof materials];
  const problem = tossedBlock(size, "lumped", { material, element: element as "tet4" | "hex8" });
  const { system } = problem;
  const runner = begin(problem, centralDifference(), { time: { step: 0.016 / size, steps: count } });
  const times = Array.from({ length: PARTS }, () => cpuSeconds(() => runner.advance(count / PARTS)));
  const { status, last } = runner.result();
  const [energy] = system.invariants;
  const before = energy!.value(0, problem.q0, problem.v0);
  return {
    dof: system.dof,
    elements: problem.elements,
    steps: count,
    seconds: times.reduce((sum, t) => sum + t, 0),
    best: PARTS * Math.min(...times),
    corner: corner(problem, last.q),
    energyError: Math.abs(energy!.value(0, last.q, last.v) / before - 1),
    ok: status === "completed",
  };
}
