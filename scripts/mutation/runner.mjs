/** A child process with a vitest that stays: takes `{ files, limit }`, runs these test files one after the other until something fails, and answers
 *  `{ failed, test, file }`. When the tests have used more than `limit` milliseconds of processor time, which a busy machine does not lengthen, it
 *  answers "hung" and is ended by its parent. */
import { createVitest } from "vitest/node";

const [folder, control, bail] = process.argv.slice(2);

/** In the order in which they are asked for. */
class AsGiven {
  sort = (specifications) => specifications;
  shard = (specifications) => specifications;
}

let firstFailure = null;
const reporter = {
  onTestCaseResult(test) {
    if (test.result().state === "failed") firstFailure ??= { test: test.fullName, file: test.module.moduleId };
  },
};

const vitest = await createVitest("test", {
  root: folder,
  config: `${folder}/vitest.long.config.ts`,
  include: ["**/*.test.ts"],
  watch: false,
  setupFiles: [`${folder}/scripts/mutation/switches.mjs`],
  env: { NOETHER_MUTATION: control },
  reporters: [reporter],
  // One worker for all files of a run, which import the sources once; every run has a new one.
  pool: "threads",
  isolate: false,
  maxWorkers: 1,
  sequence: { sequencer: AsGiven },
  bail: Number(bail),
  update: false,
  slowTestThreshold: 1e9,
});
await vitest.standalone();
process.on("message", async ({ files, limit }) => {
  firstFailure = null;
  const began = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(began);
    if ((user + system) / 1000 > limit) process.send("hung");
  }, 200);
  const project = vitest.getRootProject();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(file)),
  );
  clearInterval(watch);
  // Vitest also tells of the modules of earlier runs.
  const broken = testModules.find((module) => files.includes(module.moduleId) && module.state() === "failed");
  const failure = firstFailure ?? (broken && { test: "as a whole", file: broken.moduleId });
  if (failure) process.send({ failed: true, ...failure });
  else process.send({ failed: unhandledErrors.length > 0, test: unhandledErrors[0]?.message, file: files[0] });
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });
