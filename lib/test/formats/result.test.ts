import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/formats/json.js";
import { columnOf, noticesIn, quantityOfColumn, type ResultTable } from "../../src/formats/result.js";
import { csvFrame, csvHead, decodeResultCsv, encodeResultCsv } from "../../src/formats/result-csv.js";
import { decodeResultJson, encodeResultJson, jsonFrame, jsonHead, jsonTail } from "../../src/formats/result-json.js";
import { survives } from "./hostile.js";

const header = {
  name: "Pendel: größer, schöner",
  model: { noether: 1, system: { coordinates: ["x"], potential: 'if(x > 0, "x", 1)\n' } },
  method: { name: "newmark", beta: 0.25 },
  version: "0.1.0",
  citations: ["newmark1959"],
  units: { length: "m" },
  labels: ["x"],
  columns: ["t", "q.x", "v.x", "energy", "probe.a, b"],
};
const result = (data: Float64Array[], summary: JsonObject | null = { status: "completed" }): ResultTable => ({
  header,
  data,
  summary,
});
const small = result([0, 1, 2, 3, 4].map((k) => Float64Array.of(k, -0, k / 3)));

const encodings = [
  { name: "CSV", encode: encodeResultCsv, decode: decodeResultCsv },
  { name: "JSON", encode: encodeResultJson, decode: decodeResultJson },
];

describe.each(encodings)("$name", ({ encode, decode }) => {
  test("gives back every bit, NaN and the infinities included", () => {
    const columns = fc.nat(6).chain((rows) =>
      fc.array(
        fc.array(fc.double(), { minLength: rows, maxLength: rows }).map((list) => Float64Array.from(list)),
        { minLength: 5, maxLength: 5 },
      ),
    );
    fc.assert(
      fc.property(columns, (data) => {
        expect(decode(encode(result(data)))).toEqual(result(data));
      }),
      { seed: 5 },
    );
  });

  test("gives back texts of any characters, those that end lines for some included", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(...'\0\r\n\v\u001c\u0085\u2028\u2029\ufeff\uffff",# -') }),
    );
    fc.assert(
      fc.property(texts, texts, (name, description) => {
        const other = { ...small, header: { ...header, name, model: { description } } };
        expect(decode(encode(other))).toEqual(other);
      }),
      { seed: 7, examples: [["a\u2028b", "c\u2029"]] },
    );
  });

  test("keeps notices: those of the start in the header, all of them at the end", () => {
    const [early, late] = ["early", "late"].map((code) => ({ code, message: `${code}: "a", b -- c` }));
    const cut: ResultTable = { header: { ...header, notices: [early] }, data: small.data, summary: null };
    expect(noticesIn(decode(encode(cut)))).toEqual([early]);
    expect(noticesIn(decode(encode({ ...cut, summary: { notices: [early, late] } })))).toEqual([early, late]);
    expect(noticesIn(decode(encode(small)))).toEqual([]);
  });

  test("of a run that did not end has no summary", () => {
    expect(decode(encode(result([...small.data], null))).summary).toBeNull();
  });

  test("refuses foreign files", () => {
    expect(() => decode('{"noether": 2, "columns": ["t"], "frames": []}', { file: "it" })).toThrow(/^it/);
    expect(() => decode("t,x\n0,1\n", { file: "it" })).toThrow(/^it/);
    expect(() => decode("", { file: "it" })).toThrow(/^it/);
  });

  test("refuses damaged files as wrong input", () => {
    survives(encode(small), (text) => decode(text, { file: "it" }), 1500);
  });
});

describe("CSV", () => {
  test("starts with comments that any reader can skip, then the names", () => {
    const lines = encodeResultCsv(small).split("\n");
    expect(lines[0]).toBe("# noether: 1");
    expect(lines[1]).toBe('# name: "Pendel: größer, schöner"');
    expect(lines[8]).toBe('t,q.x,v.x,energy,"probe.a, b"');
    expect(lines[9]).toBe("0,1,2,3,4");
    expect(lines[10]).toBe("-0,-0,-0,-0,-0");
    expect(lines[12]).toBe('# summary: {"status":"completed"}');
  });

  test("of a killed run: a line that was not written to its end does not count", () => {
    const frames = csvHead(header) + csvFrame([0, 1, 2, 3, 4]) + csvFrame([1, 1, 2, 3, 4.25]);
    for (const missing of [1, 2, 5, 9]) {
      const { data, summary } = decodeResultCsv(frames.slice(0, -missing));
      expect([...data[4]]).toEqual([4]);
      expect(summary).toBeNull();
    }
  });

  test("names the line and the column of what is wrong", () => {
    expect(() => decodeResultCsv(`${csvHead(header)}0,1,2,3\n`, { file: "it" })).toThrow(
      /^it:10: found 4 values; .* 5/,
    );
    expect(() => decodeResultCsv(`${csvHead(header)}0,1,2,3,x\n`, { file: "it" })).toThrow(
      /^it:10: column 5: found "x"/,
    );
  });
});

test("JSON in pieces is the whole", () => {
  const rows = [0, 1, 2].map((i) => small.data.map((column) => column[i]));
  const pieces = jsonHead(header) + rows.map((row, i) => jsonFrame(row, i === 0)).join("") + jsonTail(small.summary);
  expect(pieces).toBe(encodeResultJson(small));
});

test("columns are found by name, and their quantity by the part before the dot", () => {
  expect([...columnOf(small, "v.x")]).toEqual([2, -0, 2 / 3]);
  expect(() => columnOf(small, "v.y")).toThrow(/has no column "v.y"; it has t, q.x/);
  expect(header.columns.map(quantityOfColumn)).toEqual(["t", "q", "v", "energy", "probe"]);
});

test("a mistake in JSON has its line, also where the engine tells no position", () => {
  const text = '{\n "a": [\n  1,\n  2,,\n  3\n ]\n}\n';
  expect(() => decodeResultJson(text, { file: "r.json" })).toThrow(/^r\.json:4: is not valid JSON/);
  expect(() => decodeResultJson('{\n "a": "b', { file: "r.json" })).toThrow(/^r\.json:2: /);
  expect(() => decodeResultJson('{\n "a": 1\n}\n}\n', { file: "r.json" })).toThrow(/^r\.json:4: /);
});
