/** Threads change the time of a computation and none of its digits. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { beginPlan, buildProblem, loadModel } from "noether/model-file";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteOf } from "../../../cli/src/studio/site.js";
import { studio } from "../browser.js";

const { open } = studio();
const PATIENCE = { timeout: 120_000, interval: 100 };

/** Any file server: no header isolates the page from others. */
let plain: Server;
beforeAll(() => {
  const site = siteOf(fileURLToPath(new URL("../../dist", import.meta.url)));
  plain = createServer(({ url = "" }, response) => {
    const found = site.get(url.split(/[?#]/, 1)[0] as string);
    response.writeHead(found === undefined ? 404 : 200, { "content-type": found?.type ?? "text/plain" });
    response.end(found?.bytes());
  });
  return new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void plain.close());

/** Its factor has more than two million numbers: from there on threads are called. */
const MODEL = `noether: 1
system:
  solid:
    mesh: { box: { size: [4, 1, 1], cells: [18, 13, 13], element: hex8 } }
    material: { model: linear-elastic, E: 1e7, nu: 0.3, density: 1000 }
    supports: [ { on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, fix: [x, y, z] } ]
    loads: [ { gravity: [0, 0, -9.81] } ]
method: newmark
time: { steps: 20, step: 0.01 }
record: { quantities: [energy] }
`;

/** The work of the loads to all digits, and how many threads have been started. */
async function run(page: Page): Promise<{ readonly work: number; readonly threads: number }> {
  let threads = 0;
  page.on("worker", (worker) => {
    if (worker.url().includes("/thread-")) threads++;
  });
  await page.getByLabel("all digits").check({ timeout: 60_000 });
  await page.getByRole("textbox", { name: "Model" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(MODEL);
  const shown = (row: string) => page.locator(`[data-row="${row}"] td`).allTextContents();
  await expect.poll(() => shown("steps"), PATIENCE).toEqual(["20"]);
  const [work] = await shown("ledger work");
  return { work: Number(work), threads };
}

test("a page that shares memory with threads, one that may not, and Node alone give the same digits", async (context) => {
  const page = await open(context, "/model/new");
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
  const processors = Number(await page.evaluate("navigator.hardwareConcurrency"));
  const together = await run(page);
  expect(together.threads).toBe(Math.min(3, processors - 1));
  await page.goto(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/#/model/new`);
  expect(await page.evaluate("crossOriginIsolated")).toBe(false);
  const alone = await run(page);
  expect(alone.threads).toBe(0);
  const { runner } = beginPlan(buildProblem(loadModel(MODEL)), {});
  while (runner.advance(100));
  const { ledger } = runner.result();
  expect(together.work).toBe(ledger?.work);
  expect(alone.work).toBe(ledger?.work);
});
