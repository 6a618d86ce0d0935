/** The formats that hold a body in motion: what is written opens at any time, and says what the body did. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { File } from "h5wasm/node";
import { type ResultHeader, readVtu } from "noether/formats";
import type { Body } from "noether/mesh";
import { afterAll, describe, expect, test } from "vitest";
import { type Moment, resultFormat } from "../../src/results/writer.js";

const folder = mkdtempSync(join(tmpdir(), "noether-bodies-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = (ending: string) => join(folder, `body-${files++}${ending}`);

/** A tetrahedron of which the unknowns are the heights of its nodes. */
const body: Body = {
  linear: true,
  mesh: {
    points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    nodeNumbers: null,
    blocks: [{ type: "tet4", nodes: Int32Array.of(0, 1, 2, 3), numbers: null }],
    groups: [{ name: "foot/left", of: "nodes", nodes: Int32Array.of(0, 2) }],
  },
  fields: [
    {
      name: "displacement",
      on: "nodes",
      components: ["x", "y", "z"],
      evaluate(_t, q, _v, out) {
        for (let k = 0; k < 4; k++) out[3 * k + 2] = q[k] as number;
      },
    },
    {
      name: "lift",
      on: "elements",
      components: [],
      evaluate(t, q, _v, out) {
        out[0] = t + (q[0] as number);
      },
    },
  ],
};

const header: ResultHeader = {
  name: "a -- b",
  model: { noether: 1, system: {}, time: {} },
  method: { name: "newmark" },
  version: "0.1.0",
  citations: [],
  units: {},
  labels: ["a", "b", "c", "d"],
  columns: ["t", "q.a", "q.b", "q.c", "q.d", "energy"],
};
const kept = { ...header, labels: [], columns: ["t", "energy"] };
const moment = (i: number): Moment => ({ t: i / 10, q: Float64Array.of(i, i / 3, 0, -i), v: new Float64Array(4) });
const frame = (i: number) => Float64Array.of(i / 10, ...moment(i).q, 5 * i);

async function written(path: string, count: number) {
  const writer = (await resultFormat(path)).create(path, header, false, body);
  for (let i = 0; i < count; i++) {
    writer.frame(frame(i), moment(i));
    if (i % 3 === 0) writer.flush();
  }
  writer.close({ status: "completed" });
}

describe.each([".pvd", ".vtkhdf"])("%s", (ending) => {
  test("gives back header, numbers and summary, without the unknowns", async () => {
    const path = fresh(ending);
    await written(path, 7);
    const table = (await resultFormat(path)).read(path);
    expect(table.header).toEqual(kept);
    expect(table.summary).toEqual({ status: "completed" });
    expect([...(table.data[1] ?? [])]).toEqual([0, 5, 10, 15, 20, 25, 30]);
  });

  test("opens after every flush", async () => {
    const path = fresh(ending);
    const format = await resultFormat(path);
    const writer = format.create(path, header, false, body);
    for (let i = 0; i < 4; i++) {
      expect(format.read(path).data[0]?.length).toBe(i);
      writer.frame(frame(i), moment(i));
      writer.flush();
    }
    writer.close(null);
  });

  test("resumed, holds what one uninterrupted run would have written", async () => {
    const [whole, cut] = [fresh(ending), fresh(ending)];
    await written(whole, 9);
    await written(cut, 7);
    const format = await resultFormat(cut);
    const writer = format.resume(cut, header, 5, body);
    for (let i = 5; i < 9; i++) writer.frame(frame(i), moment(i));
    writer.close({ status: "completed" });
    expect(format.read(cut)).toEqual(format.read(whole));
  });

  test("refuses a model without a body", async () => {
    const path = fresh(ending);
    const format = await resultFormat(path);
    expect(() => format.create(path, header, false, null)).toThrow(/holds a body in motion, and this model has none/);
  });
});

test("a collection lists a grid for every frame", async () => {
  const path = fresh(".pvd");
  await written(path, 3);
  const list = [...readFileSync(path, "utf8").matchAll(/timestep="([^"]*)" .* file="([^"]*)"/g)];
  expect(list.map(([, time]) => time)).toEqual(["0", "0.1", "0.2"]);
  for (const [, , name] of list) {
    const { mesh, notices } = readVtu(readFileSync(join(folder, name ?? "")), name);
    expect(mesh).toEqual(body.mesh);
    expect(notices).toEqual(["not read, because a mesh has no place for it: displacement, lift"]);
  }
});

test("a collection does not mix its frames with those of an older run", async () => {
  const path = fresh(".pvd");
  await written(path, 3);
  rmSync(path);
  await expect(written(path, 3)).rejects.toThrow(/holds frames of an older run/);
});

test("one file holds the grid once and the fields frame after frame", async () => {
  const path = fresh(".vtkhdf");
  await written(path, 3);
  const file = new File(path, "r");
  const dataset = (name: string) =>
    file.get(`VTKHDF/${name}`) as unknown as { value: ArrayLike<number>; shape: number[] };
  expect(dataset("Points").shape).toEqual([4, 3]);
  expect(dataset("PointData/displacement").shape).toEqual([12, 3]);
  expect(Array.from(dataset("CellData/lift").value)).toEqual([0, 1.1, 2.2]);
  expect(Array.from(dataset("Steps/PointDataOffsets/displacement").value, Number)).toEqual([0, 4, 8]);
  expect(Array.from(dataset("Steps/Values").value)).toEqual([0, 0.1, 0.2]);
  expect(Array.from(dataset("PointData/group: foot_left").value)).toEqual([1, 0, 1, 0]);
  file.close();
});

test("a .vtu holds the last frame, whole at any time", async () => {
  const path = fresh(".vtu");
  await written(path, 5);
  expect(readVtu(readFileSync(path), path).mesh).toEqual(body.mesh);
  // The bytes of the last height, which no other frame has.
  const bytes = readFileSync(path);
  expect(bytes.includes(Buffer.from(Float64Array.of(-4).buffer))).toBe(true);
  expect(bytes.includes(Buffer.from(Float64Array.of(-3).buffer))).toBe(false);
});
