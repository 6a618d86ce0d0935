/** HDF5 files are read by a process of their own first: what crashes, hangs or leads elsewhere is refused in words that name the file. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "h5wasm/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complain } from "../../src/complaint.js";
import { openH5 } from "../../src/results/h5.js";
import { datasetIn, openFile } from "../../src/results/h5-file.js";
import { wrongIn } from "../../src/results/h5-wall.js";
import { folder, made, refusal, removeFolder, table, whole, withByte } from "./h5-files.js";

// What links lead to, so that they could be followed.
beforeAll(() => made("target.h5", whole));
afterAll(removeFolder);

test("a file as it is written here is read", async () => {
  expect(refusal(await made("whole.h5", whole))).toBeNull();
});

test.each([
  ["whole numbers where doubles are expected", "not of doubles", (file) => table(file, "t", 1, { dtype: "<q" })],
  [
    "data that is not in chunks, as external storage",
    "not stored in chunks",
    (file) => table(file, "t", 1, { chunks: false }),
  ],
  ["other columns than it names", "has 2 columns, and names others", (file) => table(file, "q", 2, { columns: 1 })],
  [
    "a link within the file",
    "is a link or no dataset",
    (file) => {
      whole(file);
      file.create_soft_link("/q", "v");
    },
  ],
  [
    "a link to another file, which is there",
    "is a link or no dataset",
    (file) => {
      whole(file);
      file.create_external_link("target.h5", "/q", "v");
    },
  ],
  [
    "a link below VTKHDF",
    'its part "VTKHDF/PointData/displacement" is a link',
    (file) => {
      whole(file);
      file.create_group("VTKHDF");
      file.create_group("VTKHDF/PointData");
      (file.get("VTKHDF/PointData") as Group).create_external_link("target.h5", "/q", "displacement");
    },
  ],
  [
    "VTKHDF as a link to the table",
    'its part "VTKHDF" is a link',
    (file) => {
      whole(file);
      file.create_soft_link("/", "VTKHDF");
    },
  ],
  [
    "a group that holds itself",
    "is a group in too many others",
    (file) => {
      whole(file);
      file.create_group("VTKHDF");
      (file.get("VTKHDF") as Group).create_hard_link("/VTKHDF", "again");
    },
  ],
  [
    "rows below VTKHDF that are only announced",
    'its part "VTKHDF/Values" has 30000000 rows, for which the file is too short',
    (file) => {
      whole(file);
      file.create_group("VTKHDF");
      table(file, "VTKHDF/Values", 1);
      (file.get("VTKHDF/Values") as unknown as { resize(shape: number[]): void }).resize([30_000_000, 1]);
    },
  ],
  [
    "frames that are only announced",
    "has 30000000 rows, for which the file is too short",
    (file) => {
      table(file, "t", 1);
      (file.get("t") as unknown as { resize(shape: number[]): void }).resize([30_000_000, 1]);
    },
  ],
] as readonly [string, string, Parameters<typeof made>[1]][])("%s", async (what, reason, build) => {
  const path = await made(`${what.replaceAll(" ", "-")}.h5`, build);
  const said = refusal(path);
  expect(said).toContain(reason);
  expect(said).toContain(path);
});

test("text, a file cut short, and single bytes changed are refused or read, never more", async () => {
  const text = join(folder, "text.h5");
  writeFileSync(text, "t,x\n0,1\n");
  expect(refusal(text)).not.toBeNull();
  const path = await made("cut.h5", whole);
  truncateSync(path, 3000);
  expect(refusal(path)).not.toBeNull();
  const base = await made("base.h5", whole);
  for (const [at, byte] of [
    [96, 0xff],
    [2100, 0xff],
  ] as const) {
    const said = refusal(withByte(base, at, byte));
    if (said !== null) expect(said.length).toBeLessThan(20_100);
  }
});

test("columns of other quantities than there are open no dataset", async () => {
  const path = await made("columns.h5", (file) => {
    whole(file);
    file.delete_attribute("columns");
    file.create_attribute("columns", JSON.stringify(["t", "/VTKHDF/Points.x"]));
  });
  const { head } = await openH5();
  expect(() => head(path)).toThrow(/names the column "\/VTKHDF\/Points\.x"; accepted: t, q, v/);
});

test("a dataset of fixed size is not written to", async () => {
  const path = await made("fixed.h5", (file) => {
    whole(file);
    file.create_group("VTKHDF");
    table(file, "VTKHDF/Points", 3, { chunks: false });
  });
  const file = openFile(path, "r");
  expect(() => datasetIn(file, "VTKHDF/Points")).toThrow(/"VTKHDF\/Points" is not stored in chunks/);
  file.close();
});

test("a signal is an interruption, a limit is named, and only what the library fails on is damaged", () => {
  const ended = { stdout: "", status: null, signal: null };
  const wrong = (outcome: Partial<Parameters<typeof wrongIn>[0]>) => wrongIn({ ...ended, ...outcome }, "a.h5", 10);
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    const error = wrong({ signal });
    expect(error?.message).toBe(`interrupted (${signal}) while a.h5 was read`);
    expect(complain(error, false)).toBe(status);
  }
  const limits = [
    [{ stdout: '{"limit":"memory"}\n', signal: "SIGKILL" }, "more than 1000 MB"],
    [{ stdout: '{"limit":"time"}\n', signal: "SIGKILL" }, "in 10 s of the processor"],
    [{ signal: "SIGKILL", error: Object.assign(new Error(), { code: "ETIMEDOUT" }) }, "in 100 s"],
    [{ signal: "SIGKILL" }, "was killed"],
    [{ error: Object.assign(new Error(), { code: "EAGAIN" }) }, "cannot be started (EAGAIN)"],
  ] as const;
  for (const [outcome, words] of limits) {
    expect(wrong(outcome)?.message).toContain(words);
    expect(wrong(outcome)?.message).not.toContain("damaged");
  }
  expect(wrong({ signal: "SIGSEGV" })?.message).toContain("crashed (SIGSEGV); the file is damaged");
  expect(wrong({ stdout: '{"failed":"out of bounds"}\n', status: 0 })?.message).toContain("; the file is damaged");
});
