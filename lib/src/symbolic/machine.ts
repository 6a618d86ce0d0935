/** A program ready to run: numbers are put into `input`, a routine is run, its results are in its `output`. */
import type { Vec } from "../core/vec.js";
import type { Parameter } from "./parameters.js";

export interface Machine {
  readonly backEnd: "wasm" | "tape";
  readonly input: Vec;
  readonly parameters: Vec;
  /** Runs when parameters are set, before anything else: the others read its output. */
  readonly prelude: MachineRoutine;
  readonly routines: readonly MachineRoutine[];
}

export interface MachineRoutine {
  readonly output: Vec;
  /** From the inputs to the output; both belong to the machine. */
  run(): void;
}

/** Makes the machine compute with the parameters as they are now. */
export function settle(
  { parameters, prelude }: Pick<Machine, "parameters" | "prelude">,
  values: readonly Parameter[],
): void {
  values.forEach(({ value }, i) => {
    parameters[i] = value;
  });
  prelude.run();
}
