/** Studies of the model in the page: sections, orders, spectra, steps. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { poincareSection, run } from "noether";
import { buildProblem, loadModel } from "noether/model-file";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { open } = studio();
/** The machine may be busy. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const ended = (page: Page) =>
  expect
    .poll(() => page.locator('[data-row="status"] td').allTextContents(), PATIENCE)
    .toEqual(expect.arrayContaining(["completed"]));

async function shown(page: Page, title: string, id: string) {
  await page.getByRole("button", { name: title, exact: true }).click();
  const panel = page.locator(`[data-panel="${id}"]`);
  await panel.scrollIntoViewIfNeeded();
  return panel;
}

test("a Poincaré section has the crossings that the library locates, on the plane that is chosen", async (context) => {
  const page = await open(context, "/model/example/henon-heiles");
  await ended(page);
  const panel = await shown(page, "Poincaré section", "section");
  await expect.poll(() => panel.textContent(), PATIENCE).toMatch(/\d crossings/);
  await page.getByLabel("Value on the plane", { exact: true }).fill("0.1");
  await page.getByLabel("Value on the plane", { exact: true }).press("Enter");
  const { problem, method, time } = buildProblem(
    loadModel(readFileSync(`${root}/examples/henon-heiles.yaml`, "utf8"), { file: "henon-heiles.yaml" }),
  );
  const { observed } = run(problem, method, {
    time,
    observe: () => ({
      section: poincareSection(problem, { surface: ({ q }) => q[0] - 0.1, order: method.claims.order }),
    }),
  });
  const { t, q, v } = observed.section;
  expect(t.length).toBeGreaterThan(3);
  await expect.poll(() => panel.textContent(), PATIENCE).toContain(`${t.length} crossings`);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Poincaré section as CSV" }).click();
  const rows = readFileSync(await (await waiting).path(), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  expect(rows.map((row) => row.split(",").map(Number))).toEqual(Array.from(t, (_, k) => [q[k]?.[1], v[k]?.[1]]));
  // The plane is dragged over the motion.
  const chooser = page.getByRole("slider", { name: "Plane of the section, over the motion" });
  const { x, y, width, height } = (await chooser.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  const before = await panel.textContent();
  await page.mouse.move(x + width / 2, y + height / 3);
  await page.mouse.down();
  await page.mouse.move(x + 0.7 * width, y + height / 3, { steps: 4 });
  await page.mouse.up();
  const value = Number(await page.getByLabel("Value on the plane", { exact: true }).inputValue());
  expect(value).toBeGreaterThan(0.1);
  await expect.poll(() => panel.textContent(), PATIENCE).not.toBe(before);
  await chooser.press("ArrowLeft");
  expect(Number(await page.getByLabel("Value on the plane", { exact: true }).inputValue())).toBeLessThan(value);
});

test("steps of force-stepping are short where the force is large", async (context) => {
  const page = await open(context, "/model/example/force-stepping");
  await ended(page);
  const panel = page.locator('[data-panel="step-places"]');
  await panel.scrollIntoViewIfNeeded();
  await expect.poll(() => panel.locator(".legend li").count(), PATIENCE).toBe(5);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Step sizes in space as CSV" }).click();
  const rows = readFileSync(await (await waiting).path(), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(",").map((cell) => (cell === "" ? Number.NaN : Number(cell))));
  // The mean distance from the sun of each class, two columns each, from the shortest steps to the longest.
  const distances = [0, 2, 4, 6, 8].map((column) => {
    const known = rows
      .map((row) => Math.hypot(row[column] as number, row[column + 1] as number))
      .filter(Number.isFinite);
    return known.reduce((sum, distance) => sum + distance, 0) / known.length;
  });
  expect(distances[4]).toBeGreaterThan(distances[0] as number);
});

test("errors over step and work, with the orders that they show", async (context) => {
  const page = await open(context, "/model/example/pendulum");
  await ended(page);
  await page.getByLabel("Add a method").selectOption("yoshida");
  const panel = await shown(page, "Convergence, work and precision", "precision");
  await expect.poll(() => panel.locator(".legend li").allTextContents(), PATIENCE).toHaveLength(2);
  const orders = (await panel.locator(".legend li").allTextContents()).map((each) =>
    Number(/order ([\d.]+)/.exec(each)?.[1]),
  );
  // Central differences, and their composition to order four.
  expect(orders[0]).toBeCloseTo(2, 1);
  expect(Math.abs((orders[1] as number) - 4)).toBeLessThan(0.15);
  const curve = () => panel.locator("path").first().getAttribute("d");
  const before = await curve();
  await page.getByLabel("Errors over what").selectOption("work");
  await expect.poll(curve, PATIENCE).not.toBe(before);
});

test("a record has its response spectra, a method that chooses its steps their histogram", async (context) => {
  const page = await open(context, "/model/new");
  await page.getByLabel("Files to open").setInputFiles(`${root}/examples/records/synthetic.at2`);
  const spectra = page.locator('[data-panel="spectra"]');
  await spectra.scrollIntoViewIfNeeded({ timeout: 30_000 });
  await expect
    .poll(() => spectra.locator(".legend li").allTextContents(), PATIENCE)
    .toEqual(["synthetic.at2, 2 %", "synthetic.at2, 5 %", "synthetic.at2, 10 %"]);
  await page.goto(`${page.url().split("#")[0]}#/model/example/kepler`);
  await ended(page);
  await page.getByLabel("Add a method").selectOption("dop853");
  await expect.poll(() => page.locator('[data-panel="step-histogram"] path').count(), PATIENCE).toBe(1);
});

test("a wrong value is said at its field", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await ended(page);
  const field = page.getByLabel("step", { exact: true });
  await field.fill("-1");
  await field.press("Enter");
  await expect.poll(() => field.getAttribute("aria-invalid"), PATIENCE).toBe("true");
  const said = await page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`).textContent();
  expect(said).toMatch(/accepted/);
  await field.fill("0.1");
  await field.press("Enter");
  await expect.poll(() => field.getAttribute("aria-invalid"), PATIENCE).toBeNull();
});
