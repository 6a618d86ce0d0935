/** Results that are read line by line, as those are which are larger than one text may be. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collected, type ResultHeader } from "noether/formats";
import { afterAll, expect, test } from "vitest";
import { eachLine } from "../../src/results/lines.js";
import { csv, growing, json, jsonPieces } from "../../src/results/text.js";
import { isResultText, type ResultFile } from "../../src/results/writer.js";

const folder = mkdtempSync(join(tmpdir(), "noether-streams-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = (ending: string) => join(folder, `${files++}${ending}`);

const header: ResultHeader = {
  name: 'Größe, "quoted"',
  model: { noether: 1, time: { end: 1 } },
  method: { name: "newmark" },
  version: "0.1.0",
  citations: [],
  units: {},
  labels: ["x"],
  columns: ["t", "q.x", "v.x"],
};
const values = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e-320, Math.PI, -1.5e300];
const frameAt = (i: number) => Float64Array.of(i, values[i % 7] as number, Math.sin(i));
/** Every file is a large one. */
const streamed: Readonly<Record<string, ResultFile>> = { ".csv": csv, ".json": growing(jsonPieces, 0) };

function written(path: string, count: number, format: ResultFile): void {
  const writer = format.create(path, header, false);
  for (let i = 0; i < count; i++) {
    writer.frame(frameAt(i));
    if (i % 5 === 0) writer.flush();
  }
  writer.close({ status: "completed" });
}

const read = (path: string, format: ResultFile) => collected((open) => format.scan(path, open));

test.each(Object.entries(streamed))("a %s gives back what was written, and what one text gives", (ending, format) => {
  const path = fresh(ending);
  written(path, 100, format);
  const table = read(path, format);
  expect(table).toMatchObject({ header, summary: { status: "completed" } });
  for (let i = 0; i < 100; i++) expect(table.data.map((column) => column[i])).toEqual([...frameAt(i)]);
  expect(format.head(path)).toEqual(header);
  if (ending === ".json") expect(table).toEqual(read(path, json));
});

test.each(Object.entries(streamed))("a %s goes on from any of its frames, to the byte", (ending, format) => {
  const whole = fresh(ending);
  written(whole, 20, format);
  for (const frames of [0, 1, 7, 19, 20]) {
    const path = fresh(ending);
    written(path, 20, format);
    const writer = format.resume(path, header, frames);
    writer.flush();
    expect(read(path, format).data[0]).toHaveLength(frames);
    for (let i = frames; i < 20; i++) writer.frame(frameAt(i));
    writer.sync();
    writer.close({ status: "completed" });
    expect(readFileSync(path, "utf8")).toBe(readFileSync(whole, "utf8"));
  }
  expect(() => format.resume(whole, header, 21)).toThrow(/holds 20 frames, and 21 were written before the checkpoint/);
  const other = { ...header, method: { name: "rk4" } };
  expect(() => format.resume(whole, other, 3)).toThrow(/is the result of another run: method\.name/);
});

test("JSON in another layout is read and gone on with where it is one text, and refused where it is not", () => {
  const path = fresh(".json");
  written(path, 20, json);
  const table = read(path, json);
  // NaN is null in it, and infinities are numbers beyond the range of doubles.
  const text = readFileSync(path, "utf8").replaceAll("\n", "").replaceAll("  ", " ");
  writeFileSync(path, `${text}\n`);
  expect(read(path, json)).toEqual(table);
  expect(() => read(path, growing(jsonPieces, 0))).toThrow(/in another layout than the one noether writes/);
  const writer = json.resume(path, header, 12);
  for (let i = 12; i < 20; i++) writer.frame(frameAt(i));
  writer.close({ status: "completed" });
  expect(read(path, json)).toEqual(table);
});

test("a JSON that is cut short and one with a damaged line are refused, with the line", () => {
  const path = fresh(".json");
  written(path, 20, json);
  const text = readFileSync(path, "utf8");
  const large = growing(jsonPieces, 0);
  writeFileSync(path, text.slice(0, -20));
  expect(() => read(path, large)).toThrow(/is not valid JSON: it is cut short/);
  writeFileSync(path, text.replace("[5, 3.14", "[5, 3,14"));
  expect(() => read(path, large)).toThrow(/:\d+: frames: accepted: 3 numbers, one a column/);
  expect(() => large.resume(path, header, 10)).toThrow(/frame 5 has 4 values; accepted: 3/);
  writeFileSync(path, text.replace("[5, 3.14", "[5, 3.1.4"));
  expect(() => read(path, large)).toThrow(/frames: is not valid JSON: the file is damaged/);
});

test("lines of any length and ending, complete ones only", () => {
  const path = fresh(".txt");
  const long = "x".repeat(9_000_001);
  writeFileSync(path, `\uFEFFone\r\n${long}\n\nÄ\nnot finished`);
  const lines: [string, number][] = [];
  eachLine(path, (text, number) => lines.push([text, number]) > 0);
  expect(lines.map(([text, number]) => [text.length, number])).toEqual([
    [3, 1],
    [9_000_001, 2],
    [0, 3],
    [1, 4],
  ]);
  expect(lines[3]).toEqual(["Ä", 4]);
});

test.each(Object.entries(streamed))(
  "a %s with a byte-order mark and line endings of two characters is known, and gone on with",
  (ending, format) => {
    const [whole, path] = [fresh(ending), fresh(ending)];
    written(whole, 20, format);
    writeFileSync(path, `\uFEFF${readFileSync(whole, "utf8").replaceAll("\n", "\r\n")}`);
    expect(isResultText(path)).toBe(true);
    expect(format.head(path)).toEqual(header);
    const writer = format.resume(path, header, 7);
    for (let i = 7; i < 20; i++) writer.frame(frameAt(i));
    writer.close({ status: "completed" });
    expect(read(path, format)).toEqual(read(whole, format));
    expect(readFileSync(path, "utf8").replaceAll("\r", "")).toBe(readFileSync(whole, "utf8"));
  },
);
