/** The page computes what the command line computes, to the last bit. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { open } = studio();

interface Document {
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly invariants: readonly { readonly name: string; readonly min: number; readonly max: number }[];
}

function commandLine(model: string, ...words: string[]): Document {
  const program = ["cli/bundle/main.js", "run", model, "--json", ...words];
  return JSON.parse(execFileSync(process.execPath, program, { cwd: root, encoding: "utf8" })) as Document;
}

test("an example under two methods ends in the state of the command line", async (context) => {
  const page = await open(context, "/model/example/elastic-pendulum");
  await page.getByLabel("Add a method").selectOption("newmark");
  const words = page.getByLabel("Settings of newmark");
  await words.fill("newmark(beta=1/6)");
  await words.press("Enter");
  await page.getByLabel("all digits").check();
  const done = page.locator('[data-row="status"] td');
  await expect.poll(() => done.allTextContents(), { timeout: 20_000 }).toEqual(["completed", "completed"]);
  const shown = (row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
  const own = commandLine("examples/elastic-pendulum.yaml");
  const other = commandLine("examples/elastic-pendulum.yaml", "--method", "newmark(beta=1/6)");
  for (const [i, label] of ["x", "y"].entries()) {
    expect((await shown(`q ${label}`)).map(Number)).toEqual([own.q[i], other.q[i]]);
    expect((await shown(`v ${label}`)).map(Number)).toEqual([own.v[i], other.v[i]]);
  }
  const drift = ({ invariants }: Document) => {
    const { min, max } = invariants.find(({ name }) => name === "energy") as Document["invariants"][number];
    return max - min;
  };
  expect((await shown("drift energy")).map(Number)).toEqual([drift(own), drift(other)]);
});

/** Engines compute sin and cos differently; a motion has those of the library. */
for (const [example, label] of [
  ["pendulum", "angle"],
  ["duffing", "x"],
]) {
  test(`${example}: the digits of the command line, with elementary functions`, async (context) => {
    const page = await open(context, `/model/example/${example}`);
    await page.getByLabel("all digits").check();
    const shown = (row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
    await expect.poll(() => shown("status"), { timeout: 20_000 }).toEqual(["completed"]);
    const { q, v } = commandLine(`examples/${example}.yaml`);
    expect((await shown(`q ${label}`)).map(Number)).toEqual([...q]);
    expect((await shown(`v ${label}`)).map(Number)).toEqual([...v]);
  });
}
