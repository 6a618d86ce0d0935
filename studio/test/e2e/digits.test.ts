/** The page computes what the command line computes, to the last bit. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { studio } from "../browser.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { open } = studio();

interface Document {
  readonly q: readonly number[];
  readonly v: readonly number[];
}

function commandLine(model: string, ...words: string[]): Document {
  const program = ["cli/bundle/main.js", "run", model, "--json", ...words];
  return JSON.parse(execFileSync(process.execPath, program, { cwd: root, encoding: "utf8" })) as Document;
}

test("an example under two methods ends in the state of the command line", async (context) => {
  const page = await open(context, "/model/example/elastic-pendulum");
  await page.getByLabel("Another method").fill("newmark(beta=1/6)");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Run" }).click();
  const row = (name: string) => page.getByRole("row", { name });
  await row("newmark").waitFor();
  await row("energy-momentum").waitFor();
  const shown = async (name: string, quantity: string) =>
    ((await row(name).locator(`[data-quantity=${quantity}]`).textContent()) ?? "").split(" ").map(Number);
  for (const [name, words] of [
    ["energy-momentum", []],
    ["newmark", ["--method", "newmark(beta=1/6)"]],
  ] as const) {
    const { q, v } = commandLine("examples/elastic-pendulum.yaml", ...words);
    expect(await shown(name, "q")).toEqual(q);
    expect(await shown(name, "v")).toEqual(v);
  }
});
