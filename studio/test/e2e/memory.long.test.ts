/** The studio does not grow while it is used. */
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();
const PATIENCE = { timeout: 60_000, interval: 50 };

interface HeapUsage {
  readonly usedSize: number;
  /** Of arrays. */
  readonly backingStorageSize?: number;
}

/** In the page: a slider that is dragged to and fro. */
const DRAG = (times: number) => `(async () => {
  const slider = document.querySelector('[aria-label="m, slider"]');
  for (let i = 0; i < ${times}; i++) {
    slider.value = i % 2 === 0 ? "0.6" : "0.4";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 40));
  }
})()`;

test("fifty runs leave the memory of the page as it was", async (context) => {
  const page = await open(context, "/model/new");
  await page.locator('[data-row="status"]').waitFor({ timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await expect.poll(() => page.locator(".method-state").textContent(), PATIENCE).toMatch(/s$/);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = (await session.send("Runtime.getHeapUsage")) as HeapUsage;
    return usedSize + backingStorageSize;
  };
  // What is loaded and compiled once is there after the first of them.
  await page.evaluate(DRAG(25));
  const before = await used();
  await page.evaluate(DRAG(50));
  const grown = (await used()) - before;
  context.annotate(`grown by ${Math.round(grown / 1000)} kB`);
  // A run of 200 frames has 16 kB of columns and 80 kB of scene: fifty that were kept would be 5 MB.
  expect(grown).toBeLessThan(2.5e6);
});
