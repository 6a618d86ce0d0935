/** Scenes, opened and left again and again. */
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const { open } = studio();

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
