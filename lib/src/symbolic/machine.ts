/** A program ready to run: numbers are put into `input`, a routine is run, its results are in its `output`. */
import type { Vec } from "../core/vec.js";

export interface Machine {
  readonly backEnd: "wasm" | "tape";
  readonly input: Vec;
  readonly routines: readonly MachineRoutine[];
}

export interface MachineRoutine {
  readonly output: Vec;
  /** From the inputs to the output; both belong to the machine. */
  run(): void;
}
