/** The compiled code, beside the tape: the same bits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Vec } from "../../src/core/vec.js";
import { compile } from "../../src/symbolic/compile.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { STRIDE } from "../../src/symbolic/program.js";
import { wasmMachine } from "../../src/symbolic/wasm.js";
import { EVERYTHING, print, trees } from "./tree.js";

const coordinates = ["x", "y", "z"];
// Signed zeros and infinities too.
const anyNumber = fc.double({ noNaN: false });
const moderate = fc.double({ min: -3, max: 3, noNaN: true });

test("values, gradients and Hessians of random expressions agree bit for bit", () => {
  let same = 0;
  fc.assert(
    fc.property(
      trees(EVERYTHING).map(print),
      fc.tuple(...coordinates.map(() => fc.oneof(moderate, anyNumber))),
      (text, at) => {
        const results = (["wasm", "tape"] as const).map((backEnd) => {
          let formula: ReturnType<typeof potentialOf>;
          try {
            formula = potentialOf({ coordinates, potential: text, backEnd });
          } catch {
            return null;
          }
          expect(formula.backEnd).toBe(backEnd);
          const q = Float64Array.from(at);
          const [g, h] = [new Float64Array(3), new Float64Array(9)];
          formula.gradient(q, g);
          formula.tangent.values(q, h);
          return [formula.potential(q), ...g, ...h];
        });
        // Vitest's toEqual is Object.is for numbers: -0 differs from 0, NaN equals NaN.
        expect(results[0], text).toEqual(results[1]);
        if (results[0] !== null) same++;
      },
    ),
    { seed: 6, numRuns: 600 },
  );
  expect(same).toBeGreaterThan(400);
});

test("truth values that are read as numbers, and what is chosen from them", () => {
  // x > 0 is a factor, and so a number; then the inner choice is one, and then the outer.
  const potential = "3*(x > 0) + if(if(z > 0, if(y > 0, x > 0, 0), 0), x^2, y^2)";
  const [wasm, tape] = (["wasm", "tape"] as const).map((backEnd) => potentialOf({ coordinates, potential, backEnd }));
  for (const at of [1, -1, 2].flatMap((x) => [1, -2].flatMap((y) => [3, -1].map((z) => Float64Array.of(x, y, z))))) {
    const [x, y, z] = at;
    expect(wasm.potential(at)).toBe((x > 0 ? 3 : 0) + (x > 0 && y > 0 && z > 0 ? x * x : y * y));
    expect(tape.potential(at)).toBe(wasm.potential(at));
  }
});

test("large numbers of inputs, constants and temporaries have long encodings", () => {
  const inputs = Array.from({ length: 300 }, (_, i) => `a${i}`);
  const outputs = inputs.map((name, i) => `sin(${name} + ${i}/7)/(1.5 + ${inputs[299 - i]}^2)`);
  const input = Float64Array.from(inputs, (_, i) => Math.cos(i));
  const evaluate = (backEnd: "wasm" | "tape"): Vec => {
    const out = new Float64Array(outputs.length);
    compile({ inputs, outputs, backEnd })(input, out);
    return out;
  };
  expect(evaluate("wasm")).toEqual(evaluate("tape"));
});

test("a routine that is too long for one function is left to the tape", () => {
  const routine = { code: new Int32Array(STRIDE * 200_001), results: Int32Array.of(0) };
  const nothing = { code: new Int32Array(), results: new Int32Array() };
  const empty = { inputs: 1, parameters: [], prelude: nothing, constants: new Float64Array(), temporaries: 1 };
  expect(wasmMachine({ ...empty, routines: [routine] })).toBeNull();
});

test("without WebAssembly the tape takes over", () => {
  const host = globalThis as { WebAssembly?: unknown };
  const kept = host.WebAssembly;
  const square = () => potentialOf({ coordinates: ["x"], potential: "x^2" });
  try {
    host.WebAssembly = undefined;
    expect(square().backEnd).toBe("tape");
    // What a content-security policy does.
    host.WebAssembly = {
      Module: class {
        constructor() {
          throw new Error("refused");
        }
      },
    };
    expect(square().backEnd).toBe("tape");
    expect(square().potential(Float64Array.of(3))).toBe(9);
  } finally {
    host.WebAssembly = kept;
  }
  expect(square().backEnd).toBe("wasm");
});
