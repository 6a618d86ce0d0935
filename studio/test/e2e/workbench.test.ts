/** The workbench as a user has it: sliders, errors, cancelling, forecasts, certificates, files, keys. */
import { readFileSync } from "node:fs";
import { beginPlan, buildProblem, loadModel } from "noether/model-file";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();
/** The machine may be busy. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const shown = (page: Page, row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
const ended = (page: Page, ...statuses: string[]) =>
  expect.poll(() => shown(page, "status"), PATIENCE).toEqual(statuses);
const text = async (page: Page) => (await page.locator(".cm-line").allTextContents()).join("\n");

async function replaceText(page: Page, model: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Model" });
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(model);
}

test("a slider changes the text and the curves, the text moves the slider", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await ended(page, "completed");
  expect(await shown(page, "steps")).toEqual(["400"]);
  const curve = () => page.locator('[data-panel="phase"] path').first().getAttribute("d");
  await page.locator('[data-panel="phase"]').scrollIntoViewIfNeeded();
  const before = await curve();
  const slider = page.getByRole("slider", { name: "step, slider" });
  await slider.focus();
  await slider.press("End");
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["40"]);
  expect(await text(page)).toContain("time: { end: 20, step: 0.5 }");
  expect(await text(page)).toContain("# A mass on a linear spring");
  await expect.poll(curve, PATIENCE).not.toBe(before);
  await replaceText(page, (await text(page)).replace("step: 0.5", "step: 0.1"));
  await expect.poll(() => page.getByLabel("step", { exact: true }).inputValue(), PATIENCE).toBe("0.1");
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["200"]);
});

test("what is wrong is said under its line, in the words of the command line, and the last curves stay", async (context) => {
  const page = await open(context, "/model/example/kepler");
  await ended(page, "completed");
  await replaceText(page, (await text(page)).replace("gauss", "gaus"));
  const complaint = page.locator(".editor-complaint");
  await complaint.waitFor();
  expect(await complaint.textContent()).toMatch(/^method\.name: there is no method "gaus"\. Did you mean "gauss"\?/);
  const line = page.locator(".editor-wrong-line");
  expect(await line.textContent()).toContain("method: { name: gaus,");
  expect(await page.locator('[data-panel="drift"]').count()).toBe(1);
  await replaceText(page, (await text(page)).replace("gaus,", "gauss,"));
  await expect.poll(() => complaint.count(), PATIENCE).toBe(0);
});

/** In the page, so that only the page is measured. */
const CANCEL = `(async () => {
  const began = performance.now();
  document.querySelector(".button.run").click();
  const isCancelled = () => [...document.querySelectorAll(".method-state")].every((each) => each.textContent === "cancelled");
  while (!isCancelled() && performance.now() - began < 10_000) await new Promise((done) => setTimeout(done, 5));
  return performance.now() - began;
})()`;

/** The longest time that the page did not answer in a second. */
const GAP = `(async () => {
  const end = performance.now() + 1000;
  let [gap, last] = [0, performance.now()];
  while (last < end) {
    await new Promise((done) => setTimeout(done, 5));
    gap = Math.max(gap, performance.now() - last);
    last = performance.now();
  }
  return gap;
})()`;

/** Counts what the engine sends of its frames. */
const COUNT_REPORTS = `
  let reports = 0;
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.report?.kind === "frames") document.documentElement.dataset.reports = String(++reports);
      });
    }
  };
`;

test("two long runs neither freeze the page nor fill it, and are cancelled at once", async (context) => {
  const page = await open(context, "/model/new", COUNT_REPORTS);
  await ended(page, "completed");
  await page.getByLabel("Add a method").selectOption("midpoint");
  await ended(page, "completed", "completed");
  await replaceText(page, (await text(page)).replace("end: 10, step: 0.05", "steps: 100000000, step: 0.001"));
  const state = page.locator(".method-state");
  await expect
    .poll(() => state.allTextContents(), PATIENCE)
    .toEqual([expect.stringMatching(/ %$/), expect.stringMatching(/ %$/)]);
  const gap = Number(await page.evaluate(GAP));
  // A page that draws nothing, as one in the background, is sent one report of each run that may be on its way, and no more.
  const reports = () => page.evaluate("Number(document.documentElement.dataset.reports)");
  await page.evaluate("window.requestAnimationFrame = () => 0");
  const before = Number(await reports());
  await page.waitForTimeout(1500);
  expect(Number(await reports()) - before).toBeLessThanOrEqual(2);
  // A page that computes itself would not answer.
  const milliseconds = Number(await page.evaluate(CANCEL));
  context.annotate(
    `cancelled after ${Math.round(milliseconds)} ms; the page was away for ${Math.round(gap)} ms at most`,
  );
  // 200 ms is the goal; the bound is for a machine that does other things as well.
  expect(milliseconds).toBeLessThan(10_000);
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
});

test("before the run: the limit of stability, and a marker that sets the step", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await page.getByLabel("Add a method").selectOption("central-difference");
  await page.getByRole("button", { name: "before the run" }).click();
  const table = page.getByRole("region", { name: "Before the run" });
  // ω = 2π: central differences are stable up to 2/ω.
  await expect.poll(() => table.textContent(), PATIENCE).toMatch(/central-differencestable, limit 0\.318/);
  // The average acceleration at twenty steps a period: T̄/T − 1 = (π/20) / atan(π/20) − 1 = 0.82 %.
  expect(await table.textContent()).toMatch(/newmarkstable, no limit0\.82 %0 %/);
  const marker = page.getByRole("slider", { name: "Step, over the errors" });
  await marker.focus();
  await marker.press("ArrowLeft");
  await expect.poll(() => text(page), PATIENCE).toContain("step: 0.04");
});

test("a certificate is measured in the page", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await ended(page, "completed");
  await page.getByRole("button", { name: "certificate" }).click();
  await page.getByRole("button", { name: "Certify" }).click();
  const badge = page.locator(".badge");
  await badge.waitFor({ timeout: 60_000 });
  expect(await badge.textContent()).toMatch(/^\d+ claims hold$/);
  await badge.click();
  await expect.poll(() => page.getByRole("row", { name: /order.*2.*holds/ }).count(), PATIENCE).toBe(1);
});

test("pictures are saved as SVG, PNG and CSV, and read back", async (context) => {
  const page = await open(context, "/model/example/kepler");
  await ended(page, "completed");
  const saved = async (kind: string): Promise<Download> => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: `Save Phase portrait as ${kind}` }).click();
    return waiting;
  };
  const svg = readFileSync(await (await saved("SVG")).path(), "utf8");
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain("Phase portrait");
  expect(svg).not.toContain("var(");
  const csv = await saved("CSV");
  expect(csv.suggestedFilename()).toBe("phase-portrait.csv");
  const [head, first] = readFileSync(await csv.path(), "utf8").split("\n");
  expect(head).toBe("x (gauss),gauss");
  // The start at eccentricity 0.6: x = 1 − e, and no velocity along x.
  expect(first?.split(",").map(Number)).toEqual([0.4, 0]);
  const png = readFileSync(await (await saved("PNG")).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("a mode is animated", async (context) => {
  const page = await open(context, "/model/example/shear-building");
  await page.getByRole("button", { name: "before the run" }).click();
  await page.getByLabel("Of which mode").selectOption("1", { timeout: 30_000 });
  await page.getByRole("button", { name: "Animate the mode" }).click();
  const scene = page.locator('[data-mode="2"]');
  await scene.waitFor({ timeout: 30_000 });
  // k = 3e8, m = 2e5, five storeys: ω₂ = 2 √(k/m) sin(3π/22) = 32.18 rad/s.
  expect(await scene.textContent()).toContain("Mode 2, 32.18 rad/s");
  const time = () => scene.locator("canvas").getAttribute("data-time");
  await expect.poll(time, PATIENCE).not.toBeNull();
  const before = await time();
  await expect.poll(time, PATIENCE).not.toBe(before);
  await page.getByRole("button", { name: "Stop the mode" }).click();
  await expect.poll(() => scene.count(), PATIENCE).toBe(0);
});

const LONG = `noether: 1
name: A long run
system: { coordinates: [x, y], mass: 1, potential: x^2/2 + y^2 + x^2*y }
start: { q: [0.1, 0.2], v: [0.3, 0] }
method: central-difference
time: { steps: 40000, step: 0.01 }
`;

test("a curve of a long run shows the extremes between its frames and, enlarged, every frame with its digits", async (context) => {
  const page = await open(context, "/model/new");
  await ended(page, "completed");
  await replaceText(page, LONG);
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["40000"]);
  await ended(page, "completed");
  const panel = page.locator('[data-panel="motion"]');
  await panel.scrollIntoViewIfNeeded();
  const places = async () => Number(await panel.getAttribute("data-places"));
  await expect.poll(places, PATIENCE).toBeGreaterThan(1000);
  expect(await places()).toBeLessThanOrEqual(4001);
  const plot = panel.locator(".u-over");
  const { x, y, width } = (await plot.boundingBox()) as { x: number; y: number; width: number };
  await page.mouse.move(x + 0.48 * width, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 0.52 * width, y + 20, { steps: 3 });
  await page.mouse.up();
  const whole = await places();
  await expect.poll(places, PATIENCE).toBeGreaterThan(whole + 500);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Motion as CSV" }).click();
  const rows = readFileSync(await (await waiting).path(), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  const frames = rows.map((row) => row.split(",").map(Number) as [number, number, number, number]);
  const near = frames.filter(([t]) => t > 195 && t < 204);
  const { runner } = beginPlan(buildProblem(loadModel(LONG)), {});
  const known = new Map<number, number>();
  while (runner.advance(1)) known.set(runner.state.t, runner.state.q[0] as number);
  // Every step of the window, with the bits of a run that was never interrupted.
  expect(near).toHaveLength(899);
  for (const [t, value, low, high] of near) {
    expect(value).toBe(known.get(t));
    expect([low, high]).toEqual([value, value]);
  }
  // Elsewhere the extremes are those of the steps that are not shown.
  const [first, second] = frames as [(typeof frames)[0], (typeof frames)[0]];
  const between = [...known].filter(([t]) => t > first[0] && t < second[0]).map(([, value]) => value);
  expect(between.length).toBeGreaterThan(5);
  expect(first.slice(2)).toEqual([Math.min(first[1], ...between), Math.max(first[1], ...between)]);
});

test("a run pauses, computes a frame at a time, and goes on to where it would have ended", async (context) => {
  const page = await open(context, "/model/new");
  await ended(page, "completed");
  await replaceText(page, LONG.replace("40000", "3000000").replace("}\n", "}\nrecord: { every: 1000 }\n"));
  await page.getByRole("button", { name: "Pause the runs" }).click({ timeout: 30_000 });
  const onward = page.getByRole("button", { name: "Go on with the runs" });
  await onward.waitFor({ timeout: 30_000 });
  // The first picture is in sight, and drawn at once.
  const panel = page.locator('[data-panel="motion"]');
  const places = async () => Number(await panel.getAttribute("data-places"));
  const before = await places();
  await page.waitForTimeout(400);
  expect(await places()).toBe(before);
  await page.getByRole("button", { name: "Compute one frame" }).click();
  // A state waits until it is known whether it belongs to the motion, and others may come with it.
  await expect.poll(places, PATIENCE).toBeGreaterThan(before);
  await onward.waitFor({ timeout: 30_000 });
  await onward.click();
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["3 × 10⁶"]);
});
