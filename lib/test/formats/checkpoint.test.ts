import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/core/run.js";
import { decodeCheckpoint, differences, encodeCheckpoint } from "../../src/formats/checkpoint.js";

const vector = fc.array(fc.double({ noNaN: true }), { maxLength: 5 }).map((list) => Float64Array.from(list));
const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  state: fc
    .record({ n: fc.nat(), t: fc.double({ noNaN: true }), q: vector, memory: fc.array(vector, { maxLength: 3 }) })
    .map((state) => ({ ...state, v: state.q.map((x) => x / 3) })),
  frames: fc.nat(),
  work: fc.record({ gradients: fc.nat(), tangents: fc.nat(), factorizations: fc.nat(), iterations: fc.nat() }),
  ledger: fc.option(vector),
  observers: fc.dictionary(fc.stringMatching(/^[a-zé ]{1,8}$/), vector, { noNullPrototype: true }),
});

const example = encodeCheckpoint({
  run: { system: { coordinates: ["x"], potential: "x²/2" }, method: { name: "newmark", beta: 0.25 }, step: 0.1 },
  notes: { version: "0.1.0" },
  snapshot: {
    state: { n: 7, t: 0.7, q: Float64Array.of(1), v: Float64Array.of(-0), memory: [Float64Array.of(3)] },
    frames: 7,
    ledger: new Float64Array(8),
    observers: {},
    work: { gradients: 1, tangents: 2, factorizations: 3, iterations: 4 },
  },
});

test("what is written is read back bit for bit", () => {
  fc.assert(
    fc.property(snapshot, (given) => {
      const checkpoint = { run: { name: "Größe", step: 0.1 }, notes: {}, snapshot: given };
      // toEqual tells −0 from 0.
      expect(decodeCheckpoint(encodeCheckpoint(checkpoint))).toEqual(checkpoint);
    }),
    { seed: 4 },
  );
});

describe("refuses", () => {
  const refusal = (bytes: Uint8Array) => () => decodeCheckpoint(bytes, { file: "it" });

  test("a foreign file", () => {
    expect(refusal(new TextEncoder().encode("time,x\n0,1\n"))).toThrow(/^it: is not a checkpoint/);
    expect(refusal(new Uint8Array(0))).toThrow(/^it: is not a checkpoint/);
  });

  test("another format: what methods remembered then is not what they remember now", () => {
    const older = example.slice();
    older.set(new TextEncoder().encode("noether checkpoint 1\n"));
    expect(refusal(older)).toThrow(
      /^it: is a checkpoint of format 1, and this version reads format 2: .*or start again without --resume$/,
    );
  });

  test("a file cut short anywhere", () => {
    for (let length = 0; length < example.length; length++) {
      expect(refusal(example.slice(0, length))).toThrow(/^it: is (not a checkpoint|cut short|damaged or cut short)/);
    }
  });

  test("a file with one wrong bit anywhere", () => {
    for (let bit = 0; bit < 8 * example.length; bit++) {
      const wrong = example.slice();
      wrong[bit >> 3] ^= 1 << (bit & 7);
      expect(refusal(wrong)).toThrow(/^it: is (not a checkpoint|a checkpoint of format \d|cut short|damaged)/);
    }
  });

  test("a description that announces more numbers than there are", () => {
    const text = new TextDecoder("latin1").decode(example);
    // The checksum hides behind nothing: a well-formed file with wrong lengths must not be believed either.
    expect(text).toContain('"dof":1');
    const forged = forge(text.replace('"dof":1', '"dof":9'));
    expect(refusal(forged)).toThrow(/^it: is damaged: it holds fewer numbers than it announces/);
    expect(refusal(forge(text.replace('"dof":1', '"dof":0')))).toThrow(/more numbers than it announces/);
    expect(refusal(forge(text.replace('"dof":1', '"d0f":1')))).toThrow(/its description cannot be read/);
  });
});

/** The same text with the checksum made right again. */
function forge(text: string): Uint8Array {
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  let crc = -1;
  for (const byte of bytes.subarray(0, -4)) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  new DataView(bytes.buffer).setInt32(bytes.length - 4, ~crc, true);
  return bytes;
}

describe("differences", () => {
  const run = { system: { mass: [1, 2] }, method: { name: "newmark", beta: 0.25 }, step: 0.1 };

  test("are none between equal runs", () => {
    expect(differences(run, structuredClone(run))).toEqual([]);
  });

  test("are named by key, with both values", () => {
    const other = { ...run, system: { mass: [1, 3] }, method: { name: "newmark" }, step: 0.2 };
    expect(differences(run, other)).toEqual([
      "system.mass[1] is 2 in the checkpoint and 3 here",
      "method.beta is 0.25 in the checkpoint and missing here",
      "step is 0.1 in the checkpoint and 0.2 here",
    ]);
  });

  test("of lists say their lengths", () => {
    expect(differences(run, { ...run, system: { mass: [1] } })).toEqual([
      "system.mass has 2 values in the checkpoint and 1 here",
    ]);
  });
});
