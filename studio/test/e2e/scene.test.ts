/** The scene: pictures that move with the time, colours that mean something, and nothing drawn when nothing changes. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();

/** In the page: how many pixels of a picture are close to a colour of the design. */
const COUNT = `async ([bytes, wanted]) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const text = getComputedStyle(document.documentElement).getPropertyValue("--" + wanted).trim();
  const colour = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (colour.every((channel, c) => Math.abs(channel - data[i + c]) < 40)) count++;
  return count;
}`;

async function pixelsLike(page: Page, name: string): Promise<number> {
  const picture = await page.locator(".scene-picture").screenshot();
  return Number(await page.evaluate(`(${COUNT})(${JSON.stringify([[...picture], name])})`));
}

const drawn = async (page: Page) => Number(await page.locator(".scene canvas").getAttribute("data-drawn"));

/** The run has ended and its picture stands still. */
async function atRest(page: Page): Promise<void> {
  await page.locator(".scene canvas[data-drawn]").waitFor();
  const states = async () => (await page.locator(".method-state").allTextContents()).join();
  await expect.poll(states, { timeout: 60_000 }).not.toContain("%");
  const waiting = () => page.locator(".scene canvas").getAttribute("data-waiting");
  let before = -1;
  while (before !== (await drawn(page))) {
    before = await drawn(page);
    await page.waitForTimeout(500);
    await expect.poll(waiting, { timeout: 60_000 }).toBe("0");
  }
}

/** The browser shows a picture some time after it has been drawn. */
const changed = (page: Page, before: Buffer) =>
  expect
    .poll(async () => before.equals(await page.locator(".scene-picture").screenshot()), { timeout: 30_000 })
    .toBe(false);

const goTo = (page: Page, part: number) =>
  page.evaluate(`{
    const bar = document.querySelector("input[aria-label=Time]");
    bar.value = String(Number(bar.min) + ${part} * (Number(bar.max) - Number(bar.min)));
    bar.dispatchEvent(new Event("input", { bubbles: true }));
  }`);

test("a planet moves with the time, a second method beside it, and the picture rests when nothing changes", async (context) => {
  const page = await open(context, "/model/example/kepler");
  await atRest(page);
  const before = await page.locator(".scene-picture").screenshot();
  const count = await drawn(page);
  await page.waitForTimeout(400);
  expect(await drawn(page)).toBe(count);
  await goTo(page, 0.37);
  await expect.poll(() => drawn(page), { timeout: 30_000 }).toBeGreaterThan(count);
  await changed(page, before);
  // A ball and its trail, in the colour that the method has everywhere.
  expect(await pixelsLike(page, "method-0")).toBeGreaterThan(150);
  // The sun.
  expect(await pixelsLike(page, "ledger-kinetic")).toBeGreaterThan(150);

  // Another method beside it, in its own colour.
  await page.getByLabel("Add a method").selectOption("central-difference");
  await page.getByRole("button", { name: "Side by side" }).click();
  await expect.poll(() => pixelsLike(page, "method-1"), { timeout: 60_000 }).toBeGreaterThan(100);

  // Keys zoom: the scale bar tells.
  const bar = page.locator(".scene-bar");
  const width = async () => (await bar.boundingBox())?.width;
  const [wide, length] = [await width(), await bar.textContent()];
  await page.locator(".scene canvas").press("+");
  await expect
    .poll(async () => (await width()) !== wide || (await bar.textContent()) !== length, { timeout: 30_000 })
    .toBe(true);
});

test("a solid is coloured by its stress, with a legend, and its displacements are magnified as the picture says", async (context) => {
  const page = await open(context, "/model/example/released-cantilever");
  await atRest(page);
  expect(await page.locator(".scene-factor").textContent()).toBe("displacements × 100");
  await page.getByLabel("Colour").selectOption("von-mises");
  const legend = page.locator(".scene-legend");
  await legend.waitFor();
  expect(await legend.textContent()).toContain("Von Mises stress");
  // The middle of the picture is on the bar: the point there has a curve.
  await page.locator(".scene canvas").click();
  await page.getByRole("figure", { name: /^Displacement of node \d+$/ }).waitFor();
  await page.getByLabel("Close the curve").click();
  const plain = await page.locator(".scene-picture").screenshot();
  await page.getByLabel("Magnification of displacements").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.getByText("displacements × 0.1").waitFor();
  await changed(page, plain);
});
