/** An attack: damaged inputs, one after another, at random and the same every time. Each is understood, or refused as wrong input that names
 *  the file, soon and in few words; whatever else happens is reported with the input. */
import { InputError } from "../../src/core/failure.js";
import { random } from "../hunt/random.js";
import { damaged } from "./damage.js";
import type { AttackedInput } from "./inputs.js";

export interface Outcome {
  readonly read: number;
  readonly refused: number;
  /** Milliseconds. */
  readonly slowest: number;
}

/** Longer than that is taken for a hang; a machine with other work needs some of it. */
const LONGEST = 20_000;

export function attack({ name, bytes, use }: AttackedInput, count: number, seed: number): Outcome {
  const source = random(seed);
  let [read, refused, slowest] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const input = damaged(bytes, source);
    const before = performance.now();
    try {
      use(input, name);
      read++;
    } catch (error) {
      if (!(error instanceof InputError)) throw found(name, k, seed, input, error);
      if (error.message.length > 800)
        throw found(name, k, seed, input, `a message of ${error.message.length} characters`);
      refused++;
    }
    const took = performance.now() - before;
    if (took > LONGEST) throw found(name, k, seed, input, `${Math.round(took)} ms`);
    slowest = Math.max(slowest, took);
  }
  return { read, refused, slowest };
}

function found(name: string, k: number, seed: number, input: Uint8Array, what: unknown): Error {
  const trace = what instanceof Error ? (what.stack ?? what.message) : String(what);
  const shown = Buffer.from(input.subarray(0, 3000)).toString("base64");
  return new Error(`${name}, input ${k} of seed ${seed}: ${trace}\ninput in base64: ${shown}`);
}
