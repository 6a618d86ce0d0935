/** The parent's side of runner.mjs: orders, answers, and an end to what hangs. */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export function testRunner(folder, { bail = 1 } = {}) {
  const control = join(folder, "mutation.json");
  let child = null;

  const message = () =>
    new Promise((resolve) => {
      const done = (answer) => {
        child?.off("message", done);
        child?.off("exit", gone);
        resolve(answer);
      };
      const gone = () => {
        child = null;
        done({ failed: true, test: "the test runner ended", file: null });
      };
      child.on("message", done);
      child.on("exit", gone);
    });

  /** A group of its own, so that the workers of vitest end with it. */
  async function start() {
    const options = { cwd: folder, detached: true, stdio: ["ignore", "ignore", "ignore", "ipc"] };
    child = fork(join(folder, "scripts/mutation/runner.mjs"), [folder, control, String(bail)], options);
    await message();
  }
  function stop() {
    if (child === null) return;
    const { pid } = child;
    child.removeAllListeners();
    child = null;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {} // it ended by itself
  }

  return {
    stop,
    set: (orders) => writeFileSync(control, JSON.stringify(orders)),
    /** `{ failed, test, file }`, or "hung" after `limit` milliseconds of processor time; or ten times as long where tests wait for something. */
    async run(files, limit) {
      if (child === null) await start();
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve("hung"), 10 * limit);
      });
      const answer = message();
      child.send({ files, limit });
      const outcome = await Promise.race([answer, late]);
      clearTimeout(timer);
      if (outcome === "hung") stop();
      return outcome;
    },
  };
}
