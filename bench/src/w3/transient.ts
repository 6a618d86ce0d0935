/** W3 as a user runs it: the block from `solid`, average acceleration with h = 1/2 from `newmark`. */
import { begin, newmark } from "noether";
import { cpuSeconds } from "../line.js";
import { type ElasticBlock, elasticBlock } from "./elastic-block.js";
import { median, peakMemory, sorted } from "./measured.js";

const STEP = 0.5;

export interface Swing {
  readonly dof: number;
  readonly steps: number;
  readonly assembly: number;
  /** What the method takes before its first step: analysis, factor, the first acceleration. */
  readonly prepare: number;
  readonly bestStep: number;
  readonly step: number;
  readonly energyError: number;
  /** After 1 and 20 steps. */
  readonly tip: readonly number[];
  /** The most memory that the process had, in MB. */
  readonly peak: number;
}

export function transient(n: number, steps: number): Swing {
  let block!: ElasticBlock;
  const assembly = cpuSeconds(() => {
    block = elasticBlock(n);
  });
  const { system, problem } = block;
  const energy = system.invariants[0]!;
  let runner!: ReturnType<typeof begin>;
  const prepare = cpuSeconds(() => {
    runner = begin(problem, newmark(), { time: { step: STEP, steps } });
  });
  const { t, q, v } = runner.state;
  const start = energy.value(t, q, v);
  const times: number[] = [];
  const tip: number[] = [];
  for (let k = 1; k <= steps; k++) {
    times.push(cpuSeconds(() => runner.advance(1)));
    if (k === 1 || k === 20) tip.push(q[system.dof - 1]!);
  }
  return {
    dof: system.dof,
    steps,
    assembly,
    prepare,
    bestStep: sorted(times)[0]!,
    step: median(times),
    energyError: Math.abs(energy.value(t, q, v) - start) / start,
    tip,
    peak: peakMemory(),
  };
}
