import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeStudyCsv, loadStudy, prepareStudy, type Row, studyCsvHead } from "noether/studies";
import { expect, test } from "vitest";
import { lock } from "../../src/lock.js";
import { journalOf, openJournal, otherJournals, removeJournals } from "../../src/study/journal.js";
import { workplace } from "../program.js";
import { MODEL } from "./studies.js";

const { path, folder } = workplace();
const studyOf = (vary: string) => loadStudy(`{ noether: 1, study: { model: ${MODEL}, vary: { ${vary} } } }`);
const study = studyOf("k: [1, 2, 3, 4]");
const rows = (() => {
  const prepared = prepareStudy(study.bundle);
  return [0, 1, 2, 3].map((i) => prepared.run(study.caseAt(i)));
})();

test("rows are there again, to the last bit, and each once", () => {
  const file = path("a.csv.journal");
  const journal = openJournal(study, { path: file });
  journal.keep(rows.slice(0, 2));
  journal.keep(rows.slice(1, 3));
  expect(journal.done).toBe(3);
  journal.close();
  expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(4);
  const again = openJournal(study, { path: file });
  expect([0, 1, 2, 3].map((i) => again.has(i))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 3].map((i) => again.row(i))).toEqual([...rows.slice(0, 3), null]);
  again.close();
});

test("numbers that JSON has not: −0, infinities; and what is missing", () => {
  const file = path("b.csv.journal");
  const width = study.columns.length;
  const odd: Row = {
    ...(rows[0] as Row),
    values: [0, 1, -0, Number.POSITIVE_INFINITY, 5e-324, ...Array(width - 5).fill(null)],
  };
  const journal = openJournal(study, { path: file });
  journal.keep([odd]);
  journal.close();
  expect(openJournal(study, { path: file }).row(0)).toEqual(odd);
});

test("texts with the characters that end lines for some", () => {
  const file = path("lines.csv.journal");
  const text = "a reason with \u2028 and \u2029";
  const row = rows[0] as Row;
  const odd: Row = {
    ...row,
    values: row.values.map((value, j) => (study.columns[j]?.name === "reason" ? text : value)),
  };
  const journal = openJournal(study, { path: file });
  journal.keep([odd]);
  journal.close();
  expect(openJournal(study, { path: file }).row(0)).toEqual(odd);
  const table = decodeStudyCsv(studyCsvHead(study.columns, text, text));
  expect(table.text).toBe(text);
});

test("a line that was cut off anywhere is computed again, and what is appended after it is whole", () => {
  const file = path("c.csv.journal");
  const journal = openJournal(study, { path: file });
  journal.keep(rows);
  journal.close();
  const whole = readFileSync(file);
  const lines = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
  for (const size of [0, 5, ...lines, ...lines.map((end) => end - 1), whole.length - 20]) {
    writeFileSync(file, whole);
    truncateSync(file, size);
    const cut = openJournal(study, { path: file });
    expect(cut.done, `${size} bytes`).toBe(Math.max(0, lines.filter((end) => end <= size).length - 1));
    cut.keep(rows.filter(({ index }) => !cut.has(index)));
    cut.close();
    expect(readFileSync(file, "utf8"), `${size} bytes`).toBe(whole.toString());
  }
});

test("damage is noticed by the checksum; another file is not written to", () => {
  const file = path("d.csv.journal");
  const journal = openJournal(study, { path: file });
  journal.keep(rows);
  journal.close();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/completed/, "complete!"));
  const read = openJournal(study, { path: file });
  expect([read.damaged, read.done, read.has(0)]).toEqual([1, 3, false]);
  read.close();
  writeFileSync(path("e.csv.journal"), "a letter to a friend\n");
  expect(() => openJournal(study, { path: path("e.csv.journal") })).toThrow(/is not the journal of a study/);
  expect(readFileSync(path("e.csv.journal"), "utf8")).toBe("a letter to a friend\n");
});

test("lines with a right checksum that are no rows are damage, too", () => {
  const file = path("odd.csv.journal");
  const journal = openJournal(study, { path: file });
  journal.keep(rows.slice(0, 1));
  journal.close();
  const odd = ["{", '{"key":1,"values":[]', '{"key":"a"', '{"values":[]', '{"key":"a","values":[{}]', "[1"];
  const sum = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);
  appendFileSync(file, odd.map((text) => `${text},"sum":"${sum(text)}"}\n`).join(""));
  const read = openJournal(study, { path: file });
  expect([read.damaged, read.done]).toEqual([odd.length, 1]);
  read.close();
});

test("an edited study finds the cases that it still contains; shards are read beside", () => {
  const table = path("f.csv");
  const first = openJournal(study, { path: journalOf(table) });
  first.keep(rows.slice(0, 1));
  first.close();
  const shard = openJournal(study, { path: journalOf(table, { index: 2, of: 3 }) });
  shard.keep(rows.slice(2, 3));
  shard.close();
  appendFileSync(join(folder, "f.csv.journal.notes"), "not ours");
  const others = otherJournals(table, journalOf(table));
  expect(others).toEqual([`${table}.journal.2-of-3`]);
  const edited = studyOf("k: [5, 3, 2, 1]");
  const journal = openJournal(edited, { path: journalOf(table), others });
  expect([0, 1, 2, 3].map((i) => journal.has(i))).toEqual([false, true, false, true]);
  expect(journal.row(1)?.values.slice(0, 2)).toEqual([1, 3]);
  expect(journal.row(1)?.values.slice(2)).toEqual(rows[2]?.values.slice(2));
  journal.close();
});

test("cases that failed are left out where they are to be tried again", () => {
  const file = path("g.csv.journal");
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const failed = rows.map((row, i) => ({
    ...row,
    values: row.values.map((v, j) => (j === outcome && i === 1 ? "failed" : v)),
  }));
  const journal = openJournal(study, { path: file });
  journal.keep(failed);
  journal.close();
  expect(openJournal(study, { path: file }).done).toBe(4);
  const again = openJournal(study, { path: file, withoutFailed: true });
  expect([again.done, again.row(1)]).toEqual([3, null]);
});

test("where shards are joined, a row that failed replaces none that did not, whichever is read first", () => {
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const failed = rows.map((row) => ({ ...row, values: row.values.map((v, j) => (j === outcome ? "failed" : v)) }));
  const [first, second] = [path("h.csv.journal.1-of-2"), path("h.csv.journal.2-of-2")];
  for (const [file, kept] of [
    [first, [rows[0], failed[1], failed[2]]],
    [second, [failed[0], rows[1], failed[2]]],
  ] as const) {
    const journal = openJournal(study, { path: file });
    journal.keep(kept as readonly Row[]);
    journal.close();
  }
  for (const others of [
    [first, second],
    [second, first],
  ]) {
    const joined = openJournal(study, { path: null, others });
    expect([0, 1, 2, 3].map((i) => joined.row(i))).toEqual([rows[0], rows[1], failed[2], null]);
    expect(openJournal(study, { path: null, others, withoutFailed: true }).done).toBe(2);
  }
});

test("a table is not replaced where the journal has rows of other studies only; nothing is written then", () => {
  const [table, shard] = [path("i.csv"), path("i.csv.journal.1-of-1")];
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const journal = openJournal(study, { path: shard });
  const open = (vary: string, withoutFailed = false) =>
    openJournal(studyOf(vary), { path: journalOf(table), others: [shard], withoutFailed, replaces: table });
  // A journal without rows, as of a run that was killed early, is nobody's.
  open("k: [7]").close();
  rmSync(journalOf(table));
  journal.keep(
    rows.slice(0, 1).map((row) => ({ ...row, values: row.values.map((v, j) => (j === outcome ? "failed" : v)) })),
  );
  journal.close();
  expect(() => open("k: [7]")).toThrow(
    /i\.csv: exists, and its journal has no case of this study; choose another name/,
  );
  expect(existsSync(journalOf(table))).toBe(false);
  // What is to be tried again belongs to the study all the same.
  const again = open("k: [1, 7]", true);
  expect(again.done).toBe(0);
  again.close();
});

test("journals of shards are not removed while one of them is being written", () => {
  const shards = [1, 2].map((index) => path(journalOf("running.csv", { index, of: 2 })));
  for (const file of shards) writeFileSync(file, "");
  const held = lock(shards[1] as string);
  expect(() => removeJournals(shards)).toThrow(/running\.csv\.journal\.2-of-2: is being written by process/);
  expect(shards.map((file) => existsSync(file))).toEqual([true, true]);
  held.release();
  removeJournals(shards);
  expect(otherJournals(path("running.csv"), "")).toEqual([]);
});
