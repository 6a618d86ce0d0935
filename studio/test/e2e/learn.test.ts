/** The gallery and the pages of Learn, as somebody uses them. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe-core finds that is serious or worse, in a part of the page where it is long and repeats itself. */
async function serious(page: Page, part: string, rules: object): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ["violations"], ...rules });
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) => violations)`,
  );
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Nothing sticks out to the right. */
const overflow = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

async function looksRight(page: Page, part = "body"): Promise<void> {
  await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(page, part, {})).toEqual([]);
  // Colours are all that is different in the dark.
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await serious(page, part, { runOnly: ["color-contrast"] }), "dark").toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  expect(await overflow(page)).toBe(0);
}

test("the gallery is searched by the keyboard, and a card opens its model", async (context) => {
  const page = await open(context, "/");
  await page.getByRole("heading", { name: "Solids" }).waitFor();
  await page.locator(".drawing svg").first().waitFor();
  await looksRight(page);
  await page.getByLabel("Search the gallery").fill("nothing is called that");
  await page.getByText("Nothing here is called").waitFor();
  await page.getByLabel("Search the gallery").fill("henon");
  const cards = page.locator(".card");
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByLabel("Search the gallery").focus();
  for (const _ of ["Open a file", "New model", "card"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("#/model/example/henon-heiles");
});

test("a file is opened from the gallery, and one that is no model is refused", async (context) => {
  const page = await open(context, "/");
  const file = join(tmpdir(), `noether-gallery-${process.pid}.yaml`);
  writeFileSync(file, readFileSync(new URL("../../../examples/harmonic.yaml", import.meta.url)));
  const input = page.getByLabel("A model file, and the files that it names");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no model") });
  await page.getByRole("alert").waitFor();
  await input.setInputFiles(file);
  await expect.poll(() => page.url()).toContain("#/model/");
  await page.getByText("Harmonic oscillator").first().waitFor();
});

test("a card of a paper opens its page, where the figure is recomputed and varied", async (context) => {
  const page = await open(context, "/");
  await page.getByLabel("Search the gallery").fill("krenk2014 decay");
  await page.locator(".card").first().click();
  const item = page.locator("#item-figure-10");
  const curve = item.locator("svg.chart path").first();
  await curve.waitFor();
  const claims = await item.locator("tbody").textContent();
  await item.getByRole("button", { name: "Recompute" }).click();
  await item.getByText("Recomputed in this page in").waitFor();
  const before = await curve.getAttribute("d");
  // The same code, the same numbers, here and when the site was built.
  expect(await item.locator("tbody").textContent()).toBe(claims);
  const slider = item.getByLabel("damping α");
  await slider.focus();
  await slider.press("Home");
  await expect.poll(() => curve.getAttribute("d")).not.toBe(before);
  await item.getByRole("button", { name: "As in the paper" }).click();
  await expect.poll(() => curve.getAttribute("d")).toBe(before);
  await looksRight(page, "#item-figure-10");
});

test("a method's page has its formulas set, and an experiment that follows its slider", async (context) => {
  const page = await open(context, "/learn/");
  await page.getByRole("heading", { name: "Methods" }).waitFor();
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole("link", { name: "Energy–momentum", exact: true }).click();
  await page.locator(".formula .katex-html").first().waitFor();
  await expect.poll(() => page.evaluate("document.fonts.check('16px KaTeX_Main')")).toBe(true);
  const experiment = page.locator(".experiment");
  await page.locator(".experiment[data-done=true]").waitFor();
  // Exact to rounding, whatever the step; Newmark's is off by percents.
  const measured = () => experiment.locator(".measured > span").allTextContents();
  const [own = "", newmark = ""] = await measured();
  expect(own).toMatch(/energy-momentum changes the energy by up to .*10⁻¹[³⁴⁵⁶]/);
  expect(newmark).toMatch(/newmark changes the energy by up to 0\.\d+$/);
  const curve = experiment.locator("svg.chart path").nth(1);
  const before = await curve.getAttribute("d");
  await experiment.getByLabel("step h").press("Home");
  await expect.poll(() => curve.getAttribute("d")).not.toBe(before);
  await page.locator(".experiment[data-done=true]").waitFor();
  await looksRight(page);
});
