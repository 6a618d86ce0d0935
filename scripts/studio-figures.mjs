/** How quick the studio is here: first picture, slider to curve, pictures a second of solids, a long run, and the sizes of its files.
 *
 *    node scripts/studio-figures.mjs
 *
 *  Needs the built program and site (npm run build) and Chromium, which draws WebGL in software unless it finds a GPU (--gpu). Every time is the
 *  median of five. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "../cli/dist/studio/server.js";
import { siteOf } from "../cli/dist/studio/site.js";

const site = fileURLToPath(new URL("../studio/dist", import.meta.url));
const PROGRAM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const isOnGpu = process.argv.includes("--gpu");
const PATIENCE = { timeout: 300_000 };

const server = await serve(siteOf(site), 0);
const browser = await chromium.launch({
  executablePath: PROGRAM,
  args: ["--no-sandbox", ...(isOnGpu ? ["--use-angle=gl", "--ignore-gpu-blocklist"] : ["--disable-gpu"])],
});

/** With nothing in the cache. */
async function opened(address, before) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (before !== undefined) await page.addInitScript({ content: before });
  await page.goto(`${server.address}#${address}`);
  return page;
}
const leave = (page) => page.context().close();
const ended = (page) => page.waitForSelector('[data-row="status"]', { state: "attached", ...PATIENCE });

async function median(measure) {
  const found = [];
  for (let turn = 0; turn < 5; turn++) found.push(await measure());
  return found.sort((a, b) => a - b)[2];
}

/** Milliseconds from the beginning of the navigation until something is there. */
const until = (address, selector) => async () => {
  const watch = `new MutationObserver(() => {
    if (window.firstSeen === undefined && document.querySelector(${JSON.stringify(selector)})) window.firstSeen = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });`;
  const page = await opened(address, watch);
  await page.waitForFunction(() => window.firstSeen !== undefined, null, PATIENCE);
  const milliseconds = await page.evaluate("window.firstSeen");
  await leave(page);
  return milliseconds;
};

/** In the page: from the event of a slider until the phase portrait has another curve. */
const DRAG = `(name) => new Promise((done) => {
  const slider = document.querySelector('[aria-label="' + name + ', slider"]');
  const panel = document.querySelector('[data-panel="phase"]');
  const curve = () => panel.querySelector("path")?.getAttribute("d");
  const before = curve();
  const began = performance.now();
  const watch = new MutationObserver(() => {
    if (curve() === before) return;
    watch.disconnect();
    done(performance.now() - began);
  });
  watch.observe(panel, { subtree: true, childList: true, attributes: true });
  slider.value = String(Number(slider.value) + 0.03 * (Number(slider.max) - Number(slider.min)));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
})`;

async function sliderToCurve(address, name) {
  const page = await opened(address);
  await ended(page);
  await page.locator('[data-panel="phase"]').scrollIntoViewIfNeeded();
  await page.waitForTimeout(1000);
  const milliseconds = await median(async () => {
    const time = await page.evaluate(`(${DRAG})(${JSON.stringify(name)})`);
    await page.waitForTimeout(500);
    return time;
  });
  await leave(page);
  return milliseconds;
}

async function replaceText(page, model) {
  await page.getByRole("textbox", { name: "Model" }).click(PATIENCE);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(model);
}

/** A block of six tetrahedra a cell, coloured by its stress, drawn anew for every time. */
async function picturesPerSecond(cells) {
  const page = await opened("/model/new");
  await ended(page);
  await replaceText(
    page,
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [${cells}], element: tet4 } }
    material: { model: linear-elastic, E: 1e6, nu: 0.3, density: 1000 }
    mass: lumped
    supports: [ { on: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } }, fix: [x, y, z] } ]
start: { v: [0.1*Z, 0, 0] }
method: central-difference
time: { steps: 20, step: 1e-4 }
`,
  );
  await page.waitForFunction(
    () => document.querySelector('[data-row="steps"] td')?.textContent === "20",
    null,
    PATIENCE,
  );
  await page.waitForSelector(".scene-legend", PATIENCE);
  await page.getByRole("button", { name: "Play" }).click();
  const drawn = async () => Number(await page.locator(".scene canvas").getAttribute("data-drawn"));
  await page.waitForTimeout(1000);
  const before = await drawn();
  const began = Date.now();
  await page.waitForTimeout(6000);
  const rate = (1000 * ((await drawn()) - before)) / (Date.now() - began);
  const worst = await page.evaluate(GAP);
  await leave(page);
  return { rate, worst };
}

/** In the page: the longest time that it did not answer, in three seconds. */
const GAP = `(async () => {
  const end = performance.now() + 3000;
  let [gap, last] = [0, performance.now()];
  while (last < end) {
    await new Promise((done) => setTimeout(done, 5));
    gap = Math.max(gap, performance.now() - last);
    last = performance.now();
  }
  return gap;
})()`;

/** Two runs of 2 × 10⁷ steps: the longest time that the page does not answer, and how long it takes to cancel them. */
async function longRun() {
  const page = await opened("/model/new");
  await ended(page);
  await page.getByLabel("Add a method").selectOption("midpoint");
  await page.locator(".cm-line").first().waitFor();
  const text = (await page.locator(".cm-line").allTextContents()).join("\n");
  await replaceText(page, text.replace("end: 10, step: 0.05", "steps: 20000000, step: 0.001"));
  await page.waitForFunction(
    () => [...document.querySelectorAll(".method-state")].every((each) => / %$/.test(each.textContent)),
    null,
    PATIENCE,
  );
  let gap = 0;
  for (let turn = 0; turn < 5; turn++) gap = Math.max(gap, await page.evaluate(GAP));
  const cancelled = await page.evaluate(`(async () => {
    const began = performance.now();
    document.querySelector(".button.run").click();
    const isDone = () => [...document.querySelectorAll(".method-state")].every((each) => each.textContent === "cancelled");
    while (!isDone()) await new Promise((done) => setTimeout(done, 2));
    return performance.now() - began;
  })()`);
  await leave(page);
  return { gap, cancelled };
}

const round = (value) => Number(value.toPrecision(3));
const figures = {
  machine: `${cpus().length} × ${cpus()[0].model}, Chromium ${browser.version()}, WebGL ${isOnGpu ? "by ANGLE" : "in software"}`,
};
figures["gallery, first picture (ms)"] = round(await median(until("/", ".drawing svg")));
figures["workbench, first picture (ms)"] = round(await median(until("/model/example/kepler", "canvas[data-drawn]")));
figures["slider to curve, pendulum (ms)"] = round(await sliderToCurve("/model/example/pendulum", "step"));
figures["slider to curve, shear building (ms)"] = round(await sliderToCurve("/model/example/shear-building", "m"));
for (const cells of ["12, 12, 12", "26, 26, 25"]) {
  const [a, b, c] = cells.split(",").map(Number);
  const { rate, worst } = await picturesPerSecond(cells);
  figures[`pictures a second, ${(6 * a * b * c).toLocaleString("en")} tetrahedra`] = round(rate);
  figures[`page away meanwhile, at most (ms)${" ".repeat(a > 20 ? 1 : 0)}`] = round(worst);
}
const { gap, cancelled } = await longRun();
figures["two runs of 2e7 steps: page away, at most (ms)"] = round(gap);
figures["two runs of 2e7 steps: cancelled after (ms)"] = round(cancelled);
for (const name of readdirSync(`${site}/assets`)) {
  const known = name.match(/^(index|workbench|editor|view-worker|worker|opened|random|hdf5|learn)-.*\.js$/)?.[1];
  if (known === undefined) continue;
  const size = gzipSync(readFileSync(`${site}/assets/${name}`)).length;
  figures[`${known}.js, gzip (kB)`] = round(size / 1000);
}
for (const [name, value] of Object.entries(figures)) console.log(`${name.trim()}: ${value}`);
await browser.close();
await server.close();
