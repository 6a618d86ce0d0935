/** Two hundred kills over all formats and methods: docs/topics/robustness.md has the counts. */
import { methods, standard } from "noether";
import { afterAll, describe, expect, test } from "vitest";
import { uniform } from "../../../lib/src/core/random.js";
import { workplace } from "../program.js";
import { BLOCK, CENTRAL, LINEAR, POINT, survive } from "./kills.js";

const at = workplace();
const random = uniform(2026);
const total = { trials: 0, kills: 0, resumes: 0 };

/** Seconds that an undisturbed run should take: long enough to be killed in its middle. */
const SECONDS = 1.5;
const TRIED = 400;
const MOST = 1e7;

/** So many steps of 0.02, or the end of a method with its own clock, as take about that long here: a few say nothing of many, since most of
 *  their time is that of the start. */
function timeFor(model: string, method: string, isOwn: boolean): { readonly time: string; readonly steps: number } {
  const time = (steps: number) => (isOwn ? `{ end: ${steps / 50}, step: 0.02 }` : `{ steps: ${steps}, step: 0.02 }`);
  for (let tried = TRIED; ; tried *= 4) {
    at.write("try.yaml", `${model}method: ${method}\ntime: ${time(tried)}\n`);
    const { status, stdout, stderr } = at.noether("run", "try.yaml", "--quiet", "--json");
    expect(status, stderr).toBe(0);
    const { seconds, steps } = JSON.parse(stdout);
    if (seconds < SECONDS / 3 && tried < MOST) continue;
    const more = Math.max(1, Math.round(SECONDS / seconds));
    return { time: time(more * tried), steps: more * steps };
  }
}

async function trial(name: string, model: string, method: string, isOwn: boolean, out: string): Promise<void> {
  const { time, steps } = timeFor(model, method, isOwn);
  const every = Math.max(1, Math.round(steps / 1000));
  const checkpoint = Math.max(1, Math.round(steps / 20));
  const { kills, resumes } = await survive(at, name, { model, method, time, every, checkpoint, out, kills: 5, random });
  total.trials++;
  total.kills += kills;
  total.resumes += resumes;
}

const chosen = methods.map(standard);
const text = (id: string, parameters: object) => JSON.stringify({ name: id, ...parameters });

describe("tables", () => {
  // Every method with one of the formats, and every format with several methods.
  const tables = chosen.map((method, i) => ({ method, ending: ["csv", "json", "h5"][i % 3] as string }));
  test.each(tables.map(({ method, ending }) => [method.id, ending, method] as const))(
    "%s, .%s",
    async (id, ending, method) => {
      const model = id === "labudde-greenspan" ? CENTRAL : id === "one-factor" ? LINEAR : POINT;
      await trial(`t-${id}`, model, text(id, method.parameters), method.clock === "own", `t-${id}.${ending}`);
    },
  );
});

describe("bodies", () => {
  const some = chosen.filter(({ id }) =>
    ["newmark", "midpoint", "central-difference", "generalized-alpha"].includes(id),
  );
  const bodies = some.flatMap((method) =>
    ["pvd", "vtkhdf", "vtu"].map((ending) => [method.id, ending, method] as const),
  );
  test.each(bodies)("%s, .%s", async (id, ending, method) => {
    await trial(`b-${id}-${ending}`, BLOCK, text(id, method.parameters), false, `b-${id}.${ending}`);
  });
});

test("most kills came after a checkpoint", () => {
  // The first round of a trial has none to go on from, nor has what is killed before its first checkpoint.
  expect(total.resumes).toBeGreaterThan(total.kills / 2);
});

afterAll(() => {
  console.log(`${total.trials} trials, ${total.kills} kills, ${total.resumes} resumes: all results equal to the bit`);
});
