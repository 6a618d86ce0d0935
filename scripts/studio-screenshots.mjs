/** Screenshots of the studio's screens, light and dark, for a desktop and for a phone: docs/screenshots/*.png.
 *
 *    node scripts/studio-screenshots.mjs [--out FOLDER] [NAME…]
 *
 *  Needs the built program and site (npm run build) and Chromium. */
import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../cli/dist/studio/server.js";
import { siteOf } from "../cli/dist/studio/site.js";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/** What is shown, and what has to be there before the picture is taken. */
const ended = (page) => page.waitForSelector('[data-row="status"]', { state: "attached" });
const SCREENS = {
  kepler: { address: "/model/example/kepler", ready: ended },
  studies: {
    address: "/model/example/henon-heiles",
    async ready(page) {
      await ended(page);
      const found = page.getByRole("button", { name: "Poincaré section", exact: true });
      if (!(await found.isVisible())) return;
      await found.click();
      await page.locator("[data-panel=section]").scrollIntoViewIfNeeded();
      await page.waitForSelector("[data-panel=section] path");
    },
  },
  gallery: { address: "/", ready: (page) => page.waitForSelector(".drawing svg") },
  learn: { address: "/learn/", ready: (page) => page.waitForSelector("h2") },
  method: { address: "/learn/method/energy-momentum", ready: (page) => page.waitForSelector("[data-done=true]") },
  paper: { address: "/learn/paper/kane2000", ready: (page) => page.waitForSelector("svg.chart") },
};
const WINDOWS = { desktop: { width: 1200, height: 760 }, phone: { width: 390, height: 720 } };

const words = process.argv.slice(2);
const folder = words[0] === "--out" ? `${words.splice(0, 2)[1]}/` : at("../docs/screenshots/");
const names = words.length === 0 ? Object.keys(SCREENS) : words;

mkdirSync(folder, { recursive: true });
const server = await serve(siteOf(at("../studio/dist")), 0);
const browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox", "--disable-gpu"] });
for (const name of names) {
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
      page.on("pageerror", (error) => console.error(error.stack));
      await page.goto(`${server.address}#${SCREENS[name].address}`);
      await SCREENS[name].ready(page);
      await page.waitForTimeout(800);
      const path = `${folder}${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path });
      await page.close();
      console.log(path);
    }
  }
}
await browser.close();
await server.close();
