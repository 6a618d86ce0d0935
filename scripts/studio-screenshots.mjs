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

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/** What is shown, and what has to be there before the picture is taken. */
const ended = (page) => page.waitForSelector('[data-row="status"]', { state: "attached" });
/** The part of the motion at which the scene is seen. */
const at = (part) => async (page) => {
  await ended(page);
  await page.getByLabel("Time", { exact: true }).evaluate((bar, share) => {
    bar.value = String(Number(bar.min) + share * (Number(bar.max) - Number(bar.min)));
    bar.dispatchEvent(new Event("input", { bubbles: true }));
  }, part);
};
/** Until the scene, if there is one on the screen, shows what it should, and words have found their places. */
async function atRest(page) {
  const isDrawn = () => {
    const canvas = document.querySelector(".scene canvas");
    return canvas === null || (canvas.dataset.drawn !== undefined && canvas.dataset.waiting === "0");
  };
  for (let turn = 0; turn < 3; turn++) {
    await page.waitForTimeout(400);
    await page.waitForFunction(isDrawn);
  }
}
/** Of the workbench one picture a model is enough, but for one on a phone. */
const SCREENS = {
  kepler: { address: "/model/example/kepler", ready: at(0.35), only: /phone/ },
  pendulum: {
    address: "/model/example/elastic-pendulum",
    async ready(page) {
      await ended(page);
      await page.getByLabel("Add a method").selectOption("newmark");
      await page.waitForFunction(() => document.querySelectorAll('[data-row="status"] td').length === 2);
      await at(0.4)(page);
    },
    only: /desktop-light/,
    // The first picture of the README has room for two methods.
    viewport: { width: 1440, height: 900 },
  },
  bracket: { address: "/model/example/bracket", ready: at(0.94), only: /desktop-dark/ },
  frame: {
    address: "/model/example/frame-earthquake",
    async ready(page) {
      await at(0.225)(page);
      await page.locator(".scene-tools select").selectOption("moment");
    },
    only: /desktop-light/,
  },
  studies: {
    only: /desktop-light/,
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
const folder = words[0] === "--out" ? `${words.splice(0, 2)[1]}/` : file("../docs/screenshots/");
const names = words.length === 0 ? Object.keys(SCREENS) : words;

mkdirSync(folder, { recursive: true });
const server = await serve(siteOf(file("../studio/dist")), 0);
const browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox", "--disable-gpu"] });
for (const name of names) {
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"]) {
      if (SCREENS[name].only?.test(`${size}-${colorScheme}`) === false) continue;
      const page = await browser.newPage({
        viewport: SCREENS[name].viewport ?? viewport,
        colorScheme,
        reducedMotion: "reduce",
      });
      page.on("pageerror", (error) => console.error(error.stack));
      await page.goto(`${server.address}#${SCREENS[name].address}`);
      await SCREENS[name].ready(page);
      await atRest(page);
      const path = `${folder}${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path });
      await page.close();
      console.log(path);
    }
  }
}
await browser.close();
await server.close();
