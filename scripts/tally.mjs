/** Adds up the JSON reports of vitest: `N passed, N failed` as the last line, status 1 if anything failed. */
import { existsSync, readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    console.error(`${path} is missing: the tests did not run to their end`);
    failed++;
    continue;
  }
  const report = JSON.parse(readFileSync(path, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // A file that could not even be loaded has no tests to fail.
  failed += report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
