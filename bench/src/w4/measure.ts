/** node measure.js N STEPS SCHEME: one run of W4 in a process of its own. */
import { begin, energyMomentum, midpoint } from "noether";
import { cpuSeconds } from "../line.js";
import { corner, tossedBlock } from "../tossed-block.js";

export interface Outcome {
  readonly dof: number;
  readonly steps: number;
  readonly setup: number;
  readonly prepare: number;
  /** The mean and the best step. */
  readonly step: number;
  readonly bestStep: number;
  readonly iterations: number;
  readonly corner: readonly number[];
  /** The largest change of each invariant, relative to the largest of its kind at the start. */
  readonly drift: Readonly<Record<string, number>>;
  readonly ok: boolean;
}

export const SCHEMES = {
  midpoint: midpoint(),
  "energy-momentum": energyMomentum({ momentum: "angular" }),
  "energy-momentum to 1e-10": energyMomentum({ momentum: "angular", tolerance: 1e-11 }),
};

const [n = "7", steps = "10", scheme = "midpoint"] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(measured(Number(n), Number(steps), scheme as keyof typeof SCHEMES))}\n`);

function measured(size: number, count: number, name: keyof typeof SCHEMES): Outcome {
  let problem = tossedBlock(1, "consistent");
  const setup = cpuSeconds(() => {
    problem = tossedBlock(size, "consistent");
  });
  const { system } = problem;
  let runner = begin(problem, SCHEMES[name], { time: { step: 0.02, steps: count } });
  const prepare = cpuSeconds(() => {
    runner = begin(problem, SCHEMES[name], { time: { step: 0.02, steps: count } });
  });
  const value = () => system.invariants.map((invariant) => invariant.value(0, runner.state.q, runner.state.v));
  const start = value();
  // A component that is zero is judged by the others.
  const scales = system.invariants.map(({ name: own }) =>
    Math.max(...start.filter((_, k) => kind(system.invariants[k]!.name) === kind(own)).map(Math.abs)),
  );
  const drift = start.map(() => 0);
  const times: number[] = [];
  for (let k = 0; k < count; k++) {
    times.push(cpuSeconds(() => runner.advance(1)));
    value().forEach((now, i) => {
      drift[i] = Math.max(drift[i]!, Math.abs(now - start[i]!) / scales[i]!);
    });
  }
  const { status, last, work } = runner.result();
  return {
    dof: system.dof,
    steps: count,
    setup,
    prepare,
    step: times.reduce((sum, t) => sum + t, 0) / count,
    bestStep: Math.min(...times),
    iterations: work.iterations / count,
    corner: corner(problem, last.q),
    drift: Object.fromEntries(system.invariants.map(({ name: own }, i) => [own, drift[i]!])),
    ok: status === "completed",
  };
}

function kind(name: string): string {
  return name.replace(/-[xyz]$/, "");
}
