import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResultHeader } from "noether/formats";
import { afterAll, describe, expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";

const folder = mkdtempSync(join(tmpdir(), "noether-results-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = (ending: string) => join(folder, `result-${files++}${ending}`);

const header: ResultHeader = {
  name: "Größe",
  model: { noether: 1, system: { coordinates: ["x", "y"] }, time: { end: 1, step: 0.1 } },
  method: { name: "newmark", beta: 0.25 },
  version: "0.1.0",
  citations: [],
  units: {},
  labels: ["x", "y"],
  columns: ["t", "q.x", "q.y", "v.x", "v.y", "energy"],
};
const frameAt = (i: number) => Float64Array.from(header.columns, (_, j) => (j === 0 ? i : Math.sin(i + j) / 3));
const summary = { status: "completed", steps: 20 };

/** A whole run of `count` frames, flushed every `every`. */
async function written(path: string, count: number, every = 3) {
  const writer = (await resultFormat(path)).create(path, header, false);
  for (let i = 0; i < count; i++) {
    writer.frame(frameAt(i));
    if (i % every === 0) writer.flush();
  }
  writer.close(summary);
}

describe.each([".csv", ".json", ".h5"])("%s", (ending) => {
  test("gives back header, frames and summary", async () => {
    const path = fresh(ending);
    await written(path, 20);
    const table = (await resultFormat(path)).read(path);
    expect(table.header).toEqual(header);
    expect(table.summary).toEqual(summary);
    for (let i = 0; i < 20; i++) expect(table.data.map((column) => column[i])).toEqual([...frameAt(i)]);
  });

  test("opens after every flush, without a summary", async () => {
    const path = fresh(ending);
    const format = await resultFormat(path);
    const writer = format.create(path, header, false);
    for (let i = 0; i < 5; i++) {
      const { data, summary: none } = format.read(path);
      expect([data[0]?.length, none]).toEqual([i, null]);
      writer.frame(frameAt(i));
      writer.flush();
    }
    writer.close(summary);
  });

  test("resumed, holds what one uninterrupted run would have written", async () => {
    const whole = fresh(ending);
    await written(whole, 20);
    const path = fresh(ending);
    const format = await resultFormat(path);
    // The run went on for a while after its checkpoint at frame 8, and ended with a summary of its own.
    const before = format.create(path, { ...header, model: { ...header.model, time: { end: 0.5 } } }, false);
    for (let i = 0; i < 11; i++) before.frame(frameAt(i));
    before.close({ status: "interrupted", a: "longer summary than the one that will follow it" });
    const after = format.resume(path, header, 8);
    for (let i = 8; i < 20; i++) {
      after.frame(frameAt(i));
      after.flush();
    }
    after.close(summary);
    expect(format.read(path)).toEqual(format.read(whole));
    if (ending !== ".h5") expect(readFileSync(path, "utf8")).toBe(readFileSync(whole, "utf8"));
  });

  test("is not resumed with another run, or with fewer frames than the checkpoint knows", async () => {
    const path = fresh(ending);
    await written(path, 4);
    const format = await resultFormat(path);
    const other = { ...header, method: { name: "newmark", beta: 0.3 } };
    expect(() => format.resume(path, other, 4)).toThrow(/another run: method.beta is 0.25 in the file and 0.3 here/);
    expect(() => format.resume(path, header, 5)).toThrow(/holds 4 frames, and 5 were written before the checkpoint/);
    expect(format.read(path).summary).toEqual(summary);
  });

  test("is never overwritten but by force", async () => {
    const path = fresh(ending);
    writeFileSync(path, "precious");
    const format = await resultFormat(path);
    expect(() => format.create(path, header, false)).toThrow(`${path}: exists already, and nothing was written`);
    expect(readFileSync(path, "utf8")).toBe("precious");
    format.create(path, header, true).close(summary);
    expect(format.read(path).header).toEqual(header);
  });

  test("needs a folder", async () => {
    const format = await resultFormat(`x${ending}`);
    const missing = join(folder, "none", `x${ending}`);
    expect(() => format.create(missing, header, false)).toThrow(`the folder ${join(folder, "none")} does not exist`);
    const file = fresh("");
    writeFileSync(file, "");
    expect(() => format.create(join(file, `x${ending}`), header, false)).toThrow(/a part of its path is a file/);
    const directory = fresh(ending);
    mkdirSync(directory);
    expect(() => format.create(directory, header, true)).toThrow(/is a folder, and a file is meant/);
  });

  test("refuses to read what it is not", async () => {
    const path = fresh(ending);
    writeFileSync(path, "time,x\n0,1\n");
    const format = await resultFormat(path);
    expect(() => format.read(path)).toThrow(path);
    expect(() => format.read(`${path}.none`)).toThrow(/there is no such file/);
  });
});

test("other endings are refused with the accepted ones", async () => {
  await expect(resultFormat("a.xlsx")).rejects.toThrow(/^a\.xlsx: ends in \.xlsx; accepted: \.csv, \.json, \.h5/);
  await expect(resultFormat("a")).rejects.toThrow(/has no ending/);
});

test("HDF5: a damaged file is refused in words", async () => {
  const path = fresh(".h5");
  await written(path, 20);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 400));
  const format = await resultFormat(path);
  expect(() => format.read(path)).toThrow(/the HDF5 library says ".*"; the file is damaged/);
  expect(existsSync(path)).toBe(true);
});
