/** Files of every kind, and links. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { studio } from "../browser.js";
import { cubeDeck } from "../decks.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "noether-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { open } = studio();
const PATIENCE = { timeout: 30_000, interval: 50 };

const shown = (page: Page, row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
const give = (page: Page, ...paths: string[]) => page.getByLabel("Files to open").setInputFiles(paths);
const text = async (page: Page) => (await page.locator(".cm-line").allTextContents()).join("\n");
const wrong = (page: Page) => page.getByRole("alert");

function run(model: string, out: string): Record<string, unknown> {
  const words = ["cli/bundle/main.js", "run", model, "--json", "--out", out, "--force"];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" }));
}

test("results of the command line are shown with its digits: JSON, CSV, HDF5", async (context) => {
  const page = await open(context, "/model/new");
  await page.getByLabel("all digits").check();
  for (const ending of ["json", "csv", "h5"]) {
    const path = join(folder, `harmonic.${ending}`);
    const { invariants } = run("examples/harmonic.yaml", path) as { invariants: { min: number; max: number }[] };
    await give(page, path);
    await expect.poll(() => page.locator(".bench-title").textContent(), PATIENCE).toBe("Harmonic oscillator");
    await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["400"]);
    const [energy] = invariants;
    expect((await shown(page, "drift energy")).map(Number)).toEqual([(energy?.max ?? 0) - (energy?.min ?? 0)]);
    await page.locator('[data-panel="motion"]').waitFor();
    // It is drawn from the states of the file: nothing has been run.
    await page.locator(".scene canvas[data-drawn]").waitFor();
    expect(await page.getByRole("button", { name: /^Save the run/ }).count()).toBe(0);
    await page.goto(`${page.url().split("#")[0]}#/model/example/kepler`);
    await expect.poll(() => page.locator(".bench-title").textContent(), PATIENCE).toBe("Kepler problem");
    await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["600"]);
  }
});

test("a run is saved as the file that the command line writes: JSON and CSV byte for byte, HDF5 in every number", async (context) => {
  const page = await open(context, "/model/example/duffing");
  await expect.poll(() => shown(page, "status"), PATIENCE).toEqual(["completed"]);
  const own = page.getByRole("button", { name: /^Save the run of .* as JSON$/ });
  const name = (await own.getAttribute("aria-label"))?.replace(/ as JSON$/, "");
  const saved = async (kind: string) => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: `${name} as ${kind}`, exact: true }).click();
    return (await waiting).path();
  };
  for (const [kind, ending] of [
    ["JSON", "json"],
    ["CSV", "csv"],
  ] as const) {
    const path = join(folder, `duffing.${ending}`);
    run("examples/duffing.yaml", path);
    expect(readFileSync(await saved(kind), "utf8")).toBe(readFileSync(path, "utf8"));
  }
  const [h5, back] = [join(folder, "saved.h5"), join(folder, "back.csv")];
  copyFileSync(await saved("HDF5"), h5);
  execFileSync(process.execPath, ["cli/bundle/main.js", "convert", h5, back], { cwd: root });
  expect(readFileSync(back, "utf8")).toBe(readFileSync(join(folder, "duffing.csv"), "utf8"));
});

test("a record becomes an oscillator on shaken ground, a mesh a solid, a deck its model", async (context) => {
  const page = await open(context, "/model/new");
  await give(page, join(root, "examples/records/synthetic.at2"));
  await expect.poll(() => text(page), PATIENCE).toContain('groundMotion: { file: "synthetic.at2"');
  await expect.poll(() => shown(page, "status"), PATIENCE).toEqual(["completed"]);
  const deck = join(folder, "bar.inp");
  writeFileSync(deck, cubeDeck("C3D8"));
  await give(page, deck);
  await expect.poll(() => page.locator(".bench-title").textContent(), PATIENCE).toMatch(/bar/);
  await expect.poll(() => shown(page, "status"), PATIENCE).toEqual(["completed"]);
  // A line that is not honoured has to be accepted; the model says what it was.
  writeFileSync(deck, cubeDeck("C3D8R"));
  await give(page, deck);
  await expect.poll(() => wrong(page).textContent(), PATIENCE).toMatch(/line 12: .*C3D8R/);
  await page.getByRole("button", { name: "Compute it without them" }).click();
  await expect.poll(() => text(page), PATIENCE).toMatch(/^# Made from the deck bar\.inp\.\n# line 12: /);
  expect(await wrong(page).count()).toBe(0);
  await give(page, join(root, "examples/meshes/bracket.msh"));
  await expect.poll(() => text(page), PATIENCE).toContain('mesh: "bracket.msh"');
});

/** In the page: a file falls on it. */
const DROP = `{
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["no HDF5"], "damaged.h5"));
  dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
}`;

test("a malformed file that is dropped is refused in words, and what was there stays", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await expect.poll(() => shown(page, "status"), PATIENCE).toEqual(["completed"]);
  await page.evaluate(DROP);
  await expect.poll(() => wrong(page).textContent(), PATIENCE).toMatch(/damaged\.h5: is no HDF5 file/);
  expect(await page.locator(".bench-title").textContent()).toBe("Harmonic oscillator");
  await page.getByRole("button", { name: "Close" }).click();
  expect(await wrong(page).count()).toBe(0);
});

test("a model with a file beside it runs when the file is given", async (context) => {
  const page = await open(context, "/model/new");
  const model = join(folder, "shear.yaml");
  writeFileSync(model, readFileSync(join(root, "examples/shear-building.yaml")));
  await give(page, model);
  await page.locator(".editor-complaint").waitFor();
  expect(await page.locator(".editor-complaint").textContent()).toMatch(/records\/synthetic\.at2.*cannot be read/);
  await give(page, join(root, "examples/records/synthetic.at2"));
  await expect.poll(() => page.locator(".editor-complaint").count(), PATIENCE).toBe(0);
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["2500"]);
});

test("a link carries the model and its methods, and the model is saved as it was written", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await page.getByLabel("Add a method").selectOption("hht");
  await expect.poll(() => shown(page, "status"), PATIENCE).toEqual(["completed", "completed"]);
  // A page without the permission to write to the clipboard has the link in its address.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.url(), PATIENCE).toContain("#/model/m=");
  const other = await open(context, `/${page.url().split("#/")[1]}`);
  await expect.poll(() => shown(other, "status"), PATIENCE).toEqual(["completed", "completed"]);
  expect(await other.locator(".bench-title").textContent()).toBe("Harmonic oscillator");
  expect(await other.getByLabel("Settings of hht").inputValue()).toBe("hht");
  const waiting = other.waitForEvent("download");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  const saved = readFileSync(await (await waiting).path(), "utf8");
  expect(saved).toBe(readFileSync(join(root, "examples/harmonic.yaml"), "utf8"));
  const broken = await open(context, "/model/m=nonsense");
  await expect.poll(() => broken.locator(".missing").textContent(), PATIENCE).toMatch(/link is damaged/);
});
