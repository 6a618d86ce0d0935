import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { decodeStudyCsv, loadStudy, prepareStudy, studyCsvRow } from "noether/studies";
import { expect, test } from "vitest";
import { workplace } from "../program.js";
import { studyText } from "../study/studies.js";

const { write, noether, path, start, folder } = workplace();
write(
  "study.yaml",
  studyText(
    "k: { from: 1, to: 2, count: 6 }, step: [0.1, 0.3]",
    "  measure: { end: { final: x }, most: { peak: vx } }\n",
  ),
);

test("a table: typed, with the study inside, failing cases with their reason; repeated, it computes nothing", () => {
  const { status, stdout, stderr } = noether("study", "study.yaml", "--out", "a.csv", "--threads", "1");
  expect(stderr).toMatch(/6 of 12 cases failed, the first of them case 1: step = 0\.3: time\.step: /);
  expect([status, stdout]).toEqual([0, "12 cases in a.csv\n"]);
  const text = readFileSync(path("a.csv"), "utf8");
  const table = decodeStudyCsv(text);
  expect(table.text).toBe(readFileSync(path("study.yaml"), "utf8"));
  expect([...(table.column("k") as Float64Array)].filter((_, i) => i % 2 === 0)).toEqual([1, 1.2, 1.4, 1.6, 1.8, 2]);
  expect(new Set(table.column("outcome") as string[])).toEqual(new Set(["completed", "failed"]));
  expect(noether("study", "study.yaml", "--out", "a.csv", "--threads", "1").status).toBe(0);
  // The seconds too are those of the first time.
  expect(readFileSync(path("a.csv"), "utf8")).toBe(text);
  const edited = noether("study", "study.yaml", "--out", "a.csv", "--vary", "step=0.1", "--threads", "1");
  expect(edited.status).toBe(0);
  const kept = decodeStudyCsv(readFileSync(path("a.csv"), "utf8"));
  const before = [...(table.column("seconds") as Float64Array)].filter((_, i) => i % 2 === 0);
  expect([...(kept.column("seconds") as Float64Array)]).toEqual(before);
});

test("a model file with what is varied beside it, on the screen and as JSON", () => {
  write(
    "model.yaml",
    "{ noether: 1, system: { coordinates: [x], parameters: { k: 1 }, mass: 1, potential: k*x^2/2 }, start: { q: [1] }, method: midpoint, time: { end: 1, step: 0.1 } }",
  );
  const words = [
    "study",
    "model.yaml",
    "--vary",
    "step=0.1:0.025:3:log",
    "-m",
    "midpoint",
    "-m",
    "newmark(beta=1/6)",
    "--set",
    "k=4",
  ];
  const quick = noether(...words, "--measure", "e={ error: x }", "--reference", "method=gauss(stages=3)", "--json");
  expect(quick.stderr).toBe("");
  const { cases, columns, rows } = JSON.parse(quick.stdout);
  expect([cases, columns[1].name, columns[2].name]).toEqual([6, "step", "method"]);
  const errors: number[] = rows.map((row: number[]) => row[3]);
  // Second order: the step is halved from case to case of one method.
  expect(Math.log2((errors[0] ?? 0) / (errors[2] ?? 1))).toBeCloseTo(2, 1);
  expect(Math.log2((errors[1] ?? 0) / (errors[3] ?? 1))).toBeCloseTo(2, 1);
});

test("damaged lines of a journal are told while cases are missing for them", () => {
  write("small.yaml", studyText("k: [1, 2, 3]", "  measure: { end: { final: x } }\n"));
  const words = ["study", "small.yaml", "--out", "d.csv", "--threads", "1", "--quiet"];
  noether(...words);
  const journal = readFileSync(path("d.csv.journal"), "utf8");
  writeFileSync(
    path("d.csv.journal"),
    journal.replace(/"sum":"(.)/, (_, digit) => `"sum":"${digit === "0" ? 1 : 0}`),
  );
  expect(noether(...words).stderr).toBe(
    "noether: d.csv.journal has damaged lines (1); what is missing is computed again\n",
  );
  expect(noether(...words).stderr).toBe("");
});

test("how many cases, how long and how large, before anything is computed", () => {
  const { stdout, status } = noether("study", "study.yaml", "--dry-run", "--threads", "2");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^12 cases \(k: 6, step: 2\)\nabout .* on 2 threads, .* a case \(measured on (?:8|12)\)\na table of about .*B with 15 columns\n/,
  );
  expect(stdout).toMatch(/(?:4 of the 8|6 of the 12) cases that were tried failed: step = 0\.3/);
});

test("killed in the middle, it goes on where it was: nothing lost, nothing twice", async () => {
  write(
    "long.yaml",
    studyText("k: { from: 1, to: 2, count: 150 }", "  measure: { end: { final: x } }\n  set: { step: 0.005 }\n"),
  );
  const journal = () => {
    try {
      return readFileSync(path("long.csv.journal"), "utf8").split("\n").length - 2;
    } catch {
      return 0;
    }
  };
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const before = journal();
    const child = start("study", "long.yaml", "--out", "long.csv");
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    while (journal() < before + 10 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill(signal);
    // Of a signal that asks for it, an orderly end.
    expect(await ended).toBe(signal === "SIGKILL" ? null : 130);
    expect(journal()).toBeLessThan(150);
  }
  expect(noether("study", "long.yaml", "--out", "long.csv").status).toBe(0);
  const lines = readFileSync(path("long.csv.journal"), "utf8").trimEnd().split("\n").slice(1);
  expect(new Set(lines.map((line) => JSON.parse(line).key)).size).toBe(150);
  expect(lines).toHaveLength(150);
  const table = decodeStudyCsv(readFileSync(path("long.csv"), "utf8"));
  expect([...(table.column("case") as Float64Array)]).toEqual(Array.from({ length: 150 }, (_, i) => i));
});

test("shards for batch systems, run here with xargs, and joined; the join computes what a shard left out", async () => {
  const exported = noether(
    "study",
    "study.yaml",
    "--out",
    "s.csv",
    "--vary",
    "step=0.1",
    "--export",
    "slurm",
    "--shards",
    "2",
  );
  expect(exported.stdout).toBe("s.csv.slurm\ns.csv.join.slurm\ns.csv.xargs.sh\n");
  const { spawnSync } = await import("node:child_process");
  const { PROGRAM } = await import("../program.js");
  const env = { ...process.env, NOETHER: `${process.execPath} ${PROGRAM}`, PARALLEL: "2" };
  // One shard as Slurm would run it.
  const array = spawnSync("bash", ["s.csv.slurm"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...env, SLURM_ARRAY_TASK_ID: "2" },
  });
  expect([array.status, array.stderr]).toEqual([0, ""]);
  const second = readFileSync(path("s.csv.journal.2-of-2"), "utf8");
  expect(second.trimEnd().split("\n")).toHaveLength(4);
  const { status, stderr, stdout } = spawnSync("bash", ["s.csv.xargs.sh"], { cwd: folder, encoding: "utf8", env });
  expect([status, stderr, stdout]).toEqual([0, "", "6 cases in s.csv\n"]);
  expect(readFileSync(path("s.csv.journal.2-of-2"), "utf8")).toBe(second);
  const text = readFileSync(path("s.csv"), "utf8");
  const { study, runBatch } = prepareStudy(loadStudy(decodeStudyCsv(text).text).bundle);
  const alone = runBatch(Array.from({ length: study.count }, (_, i) => study.caseAt(i))).map(studyCsvRow);
  const measured = (csv: string) => csv.replace(/,[^,\n]*$/gm, "");
  expect(measured(text).endsWith(`\n${measured(alone.join(""))}`)).toBe(true);
});

test("what cannot be is refused before anything is written", () => {
  const refused = (...words: string[]) => {
    const { status, stderr } = noether("study", ...words);
    expect(status).toBe(2);
    return stderr;
  };
  expect(refused("study.yaml", "--out", "t.txt")).toMatch(/t\.txt: ends in \.txt; accepted for tables: \.csv/);
  writeFileSync(path("mine.csv"), "mine");
  expect(refused("study.yaml", "--out", "mine.csv")).toMatch(/mine\.csv: exists, and has no journal/);
  expect(readFileSync(path("mine.csv"), "utf8")).toBe("mine");

  const axes = ["--vary", "k=1:2:10000", "--vary", "step=0.1:0.2:10000"];
  const before = readdirSync(folder);
  expect(refused("study.yaml", ...axes, "--out", "large.csv")).toMatch(
    /the study has 100000000 cases; accepted: at most 16777216\. Vary fewer values/,
  );
  expect(refused("study.yaml", ...axes)).toMatch(/the study has 100000000 cases/);
  expect(readdirSync(folder)).toEqual(before);
});

test("another study does not replace a table unless it is forced", () => {
  const words = (step: string) => ["study", "study.yaml", "--vary", "k=1", "--vary", step, "--out", "other.csv"];
  expect(noether(...words("step=0.1")).status).toBe(0);
  const text = readFileSync(path("other.csv"), "utf8");
  const { status, stderr } = noether(...words("step=0.05"));
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/other\.csv: exists, and its journal has no case of this/),
  ]);
  expect(readFileSync(path("other.csv"), "utf8")).toBe(text);
  expect(noether(...words("step=0.05"), "--force").status).toBe(0);
  expect(readFileSync(path("other.csv"), "utf8")).not.toBe(text);
});

test("a shard that begins anew computes its cases, whatever other journals have", () => {
  const words = ["study", "study.yaml", "--vary", "step=0.1", "--out", "anew.csv", "--threads", "1"];
  expect(noether(...words).status).toBe(0);
  const lines = () => readFileSync(path("anew.csv.journal.1-of-2"), "utf8").trimEnd().split("\n").length - 1;
  expect(noether(...words, "--shard", "1/2").status).toBe(0);
  expect(lines()).toBe(0);
  expect(noether(...words, "--shard", "1/2", "--force").status).toBe(0);
  expect(lines()).toBe(3);
});
