/** Scenes, opened and left again and again. */
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();

test("a model that is opened is seen to move, once; not where the system asks for less motion", async (context) => {
  const page = await open(context, "/model/example/kepler");
  const time = async () => Number(await page.getByLabel("Time", { exact: true }).inputValue());
  await page.locator('[data-row="status"]').waitFor({ timeout: 30_000 });
  await page.waitForTimeout(500);
  expect(await time()).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.evaluate(`location.hash = "/model/example/harmonic"`);
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0);
  // It stays at the end.
  await expect.poll(time, { timeout: 60_000 }).toBe(20);
  await page.getByRole("button", { name: "Play" }).waitFor();
});

test("scenes that are left leave nothing behind", async (context) => {
  const page = await open(context, "/");
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (/context/i.test(message.text())) warnings.push(message.text());
  });
  // A browser has sixteen contexts of WebGL and takes the oldest away from whoever holds more.
  for (let k = 0; k < 18; k++) {
    await page.evaluate(`location.hash = "/model/example/kepler"`);
    await page.locator(".scene canvas[data-drawn]").waitFor();
    await page.evaluate(`location.hash = "/"`);
    await page.locator(".scene").waitFor({ state: "detached" });
  }
  expect(warnings.filter((text) => /too many/i.test(text))).toEqual([]);
});
