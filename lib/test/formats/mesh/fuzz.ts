/** Damages to files of every format, binary ones too: whatever the bytes, a reader understands them or refuses them as wrong input, in
 *  little time and with memory in proportion to the file. */
import fc from "fast-check";
import { expect } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { elementType } from "../../../src/mesh/element-types.js";
import { type Mesh, nodeCount } from "../../../src/mesh/mesh.js";

const text = (letters: string) => new TextEncoder().encode(letters);

/** What is put in the place of something else. */
const SCRAPS: readonly Uint8Array[] = [
  ...["", " ", "\n", "\r", "-", ".", "e", "NaN", "inf", "1e999", "-1", "0", "1000000000000", "9".repeat(30)].map(text),
  ...[",", '"', "<", ">", "*", "$", "=", "\u0000", "é", "99999999"].map(text),
  Uint8Array.of(0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf0, 0x7f),
  Uint8Array.of(0xff, 0xff, 0xff, 0x7f),
  Uint8Array.of(0, 0x10, 0xa5, 0xd4, 0xe8, 0, 0, 0),
];

const joined = (...parts: Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
};

export function damagedBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(bytes.length);
  const cut = place.map((at) => bytes.subarray(0, at));
  const edit = fc
    .tuple(place, fc.nat(12), fc.constantFrom(...SCRAPS))
    .map(([at, length, scrap]) => joined(bytes.subarray(0, at), scrap, bytes.subarray(at + length)));
  const flip = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = bytes.slice();
    for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
    return copy;
  });
  const move = fc.tuple(place, place).map(([a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return joined(bytes.subarray(0, low), bytes.subarray(high), bytes.subarray(low, high));
  });
  const repeat = fc
    .tuple(place, fc.nat(200))
    .map(([at, length]) => joined(bytes.subarray(0, at + length), bytes.subarray(at)));
  return fc.oneof(
    { weight: 2, arbitrary: cut },
    { weight: 4, arbitrary: edit },
    { weight: 3, arbitrary: flip },
    move,
    repeat,
  );
}

/** Is it a mesh that everything else can rely on? */
function expectSound(mesh: Mesh, size: number): void {
  const nodes = nodeCount(mesh);
  expect(Number.isInteger(nodes)).toBe(true);
  // Every node takes a byte at least, compressed grids apart.
  expect(nodes).toBeLessThanOrEqual(1032 * size);
  expect(mesh.points.every(Number.isFinite)).toBe(true);
  let elements = 0;
  for (const { type, nodes: list, numbers } of mesh.blocks) {
    const { nodes: width } = elementType(type);
    expect(list.length % width).toBe(0);
    expect(list.every((node) => node >= 0 && node < nodes)).toBe(true);
    if (numbers !== null) expect(numbers.length).toBe(list.length / width);
    elements += list.length / width;
  }
  for (const group of mesh.groups) {
    const [members, most] = group.of === "nodes" ? [group.nodes, nodes] : [group.elements, elements];
    expect(members.every((member) => member >= 0 && member < most)).toBe(true);
  }
}

export interface FuzzedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  read(bytes: Uint8Array, name: string): { readonly mesh: Mesh };
}

/** Returns how many of the damaged files were refused. */
export function fuzz({ name, bytes, read }: FuzzedFile, runs: number, seed: number): number {
  let refused = 0;
  fc.assert(
    fc.property(damagedBytes(bytes), (damaged) => {
      try {
        expectSound(read(damaged, name).mesh, damaged.length);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refused++;
        expect(error.place.file).toBe(name);
        expect(error.reason).not.toBe("");
        expect(error.message.length).toBeLessThan(600);
      }
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  return refused;
}
