/** Everybody can use it: readers of screens, keyboards, small and dark screens. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open, stopServer } = studio();
const PATIENCE = { timeout: 30_000, interval: 50 };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What is wrong seriously, with the first place of each. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)",
  )) as Finding[];
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes: [first] }) => `${id}: ${first?.html.slice(0, 200)} ${first?.failureSummary}`);
}

const shown = (page: Page, row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
const ended = (page: Page, ...statuses: string[]) =>
  expect.poll(() => shown(page, "status"), PATIENCE).toEqual(statuses);

test("the workbench has no serious findings of axe, in light and in dark", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await page.getByLabel("Add a method").selectOption("hht");
  await ended(page, "completed", "completed");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "before the run" }).click();
  await page.getByRole("region", { name: "Before the run" }).waitFor({ timeout: 30_000 });
  expect(await seriousFindings(page)).toEqual([]);
});

/** In the page: how far to the right things reach that are pressed. */
const RIGHTMOST = `Math.max(...[...document.querySelectorAll("button, select, input")].map((each) => each.getBoundingClientRect().right))`;

test("a phone shows one pane at a time, and nothing is cut off at the side", async (context) => {
  // With a name that is longer than the screen is wide.
  const page = await open(context, "/model/example/force-stepping");
  await page.setViewportSize({ width: 360, height: 740 });
  await ended(page, "completed");
  for (const pane of ["model", "curves", "motion"]) {
    await page.getByRole("button", { name: pane, exact: true }).click();
    const wide = Number(await page.evaluate(RIGHTMOST));
    expect(wide, pane).toBeGreaterThan(200);
    expect(wide, pane).toBeLessThanOrEqual(360);
  }
  expect(await seriousFindings(page)).toEqual([]);
});

test("keys alone open an example, change a slider, play and stop", async (context) => {
  const page = await open(context, "/");
  const link = page.getByRole("link", { name: /harmonic/i }).first();
  await link.focus();
  await page.keyboard.press("Enter");
  await ended(page, "completed");
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
  const tabTo = async (name: string) => {
    for (let i = 0; i < 60 && (await focused()) !== name; i++) await page.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("step, slider");
  await page.keyboard.press("Home");
  await expect.poll(() => shown(page, "steps"), PATIENCE).toEqual(["4000"]);
  await tabTo("Play");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Pause");
  await page.keyboard.press("Enter");
  const before = Number(await page.getByLabel("Time", { exact: true }).inputValue());
  await tabTo("One frame on");
  await page.keyboard.press("Enter");
  expect(Number(await page.getByLabel("Time", { exact: true }).inputValue())).toBeGreaterThan(before);
});

test("keys point at a time in all pictures, enlarge them, pick a point of the scene and move a border, which stays", async (context) => {
  const page = await open(context, "/model/example/harmonic");
  await ended(page, "completed");
  const value = (panel: string) => page.locator(`[data-panel="${panel}"] .legend output`).first().textContent();
  await page.locator('[data-panel="motion"] .plot-place').focus();
  await page.keyboard.press("ArrowRight");
  // The phase portrait shows the same coordinate at the same time, and its velocity.
  await expect.poll(() => value("motion"), PATIENCE).toMatch(/\d/);
  const x = await value("motion");
  await expect.poll(() => value("phase"), PATIENCE).toMatch(new RegExp(`^\\(${x?.replace(".", "\\.")}, [^,]+\\)$`));
  const phase = page.locator('[data-panel="phase"] .plot-place');
  await phase.focus();
  await expect.poll(() => phase.locator(".chart-dots circle").count(), PATIENCE).toBe(1);
  const curve = () => phase.locator("path").first().getAttribute("d");
  const whole = await curve();
  await page.keyboard.press("+");
  await expect.poll(curve, PATIENCE).not.toBe(whole);
  await page.keyboard.press("0");
  await expect.poll(curve, PATIENCE).toBe(whole);

  await page.locator(".scene canvas[data-drawn]").focus();
  await page.keyboard.press("n");
  await expect.poll(() => page.locator(".scene-hint").textContent(), PATIENCE).toBe("q0");
  await page.keyboard.press("Enter");
  await page.getByRole("figure", { name: "Displacement of q0" }).waitFor();

  const border = page.getByRole("separator", { name: "Border of model" });
  await border.focus();
  await page.keyboard.press("ArrowRight");
  const share = await border.getAttribute("aria-valuenow");
  expect(share).toBe("30");
  await page.reload();
  await expect.poll(() => border.getAttribute("aria-valuenow"), PATIENCE).toBe(share);
});

test("works without its server after a visit", async (context) => {
  const page = await open(context, "/");
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  const isolated = await page.evaluate("crossOriginIsolated");
  await stopServer();
  await page.goto(`${page.url().split("#")[0]}?offline#/model/example/harmonic`);
  await ended(page, "completed");
  expect(await shown(page, "steps")).toEqual(["400"]);
  expect(await page.evaluate("crossOriginIsolated")).toBe(isolated);
  await page.goto(`${page.url().split("#")[0]}#/learn/method/newmark`);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
