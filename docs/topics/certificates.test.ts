/** What the page says of the exit status: 1 for a violated claim and for nothing else, 2 for wrong input. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { root } from "../pages.js";

const folder = mkdtempSync(join(tmpdir(), "noether-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

function certified(potential: string, q: number[], v: number[], method: string) {
  const model = join(folder, "model.yaml");
  writeFileSync(
    model,
    `noether: 1
system: { coordinates: [x, y], mass: 1, potential: "${potential}" }
start: { q: [${q}], v: [${v}] }
method: ${method}
time: { step: 0.01, steps: 400 }
`,
  );
  const { status, stdout } = spawnSync(process.execPath, [`${root}cli/dist/main.js`, "certify", model, "--json"], {
    encoding: "utf8",
  });
  const findings: { property: string; verdict: string }[] = status === 2 ? [] : JSON.parse(stdout).findings;
  return { status, verdicts: findings.map(({ property, verdict }) => `${property}: ${verdict}`) };
}

// The comet of the page, from where it is far away.
const comet = ["-1/sqrt(x^2 + y^2)", [1.999, 0], [0, 0.02236627204212922]] as const;

it.each([
  { name: "a claim that is violated", given: comet, method: "yoshida", status: 1, says: "energy: violated" },
  {
    name: "nothing that moves",
    given: ["x^2 + y^2", [0, 0], [0, 0]] as const,
    method: "yoshida",
    status: 0,
    says: "order: not measured",
  },
  {
    name: "an energy that is lost, and not claimed",
    given: ["x^2 + y^4", [1, 0.3], [0, 0.2]] as const,
    method: "bathe",
    status: 0,
    says: "energy: not claimed",
  },
])("$name: $status", ({ given: [potential, q, v], method, status, says }) => {
  const certificate = certified(potential, [...q], [...v], method);
  expect(certificate.verdicts).toContain(says);
  expect(certificate.status).toBe(status);
});

it("wrong input: 2", () => {
  expect(certified("x^2 + y^2", [1, 0], [0, 1], "midpiont").status).toBe(2);
});
