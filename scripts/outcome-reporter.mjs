/** A reporter of vitest that writes `{ passed, failed, skipped: [{ test, reason }] }` into the file that NOETHER_OUTCOME names: vitest's own JSON leaves
 *  out why a test was skipped. */
import { writeFileSync } from "node:fs";

export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      let failures = 0;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === "passed") outcome.passed++;
        else if (state === "failed") failures++;
        else outcome.skipped.push({ test: `${module.relativeModuleId} > ${test.fullName}`, reason: note ?? null });
      }
      // A file that could not even be loaded has no tests to fail.
      outcome.failed += failures === 0 && module.state() === "failed" ? 1 : failures;
    }
    writeFileSync(process.env.NOETHER_OUTCOME, JSON.stringify(outcome));
  }
}
