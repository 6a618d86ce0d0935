/** Adds up what outcome-reporter.mjs wrote: the skipped tests by reason, and `N passed, N failed, N skipped` as the last line. Status 1 if
 *  anything failed, nothing passed, or a test was skipped without a reason. */
import { existsSync, readFileSync } from "node:fs";

const SHOWN = 3;

let passed = 0;
let failed = 0;
const skipped = [];
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    console.error(`${path} is missing: the tests did not run to their end`);
    failed++;
    continue;
  }
  const outcome = JSON.parse(readFileSync(path, "utf8"));
  passed += outcome.passed;
  failed += outcome.failed;
  skipped.push(...outcome.skipped);
}

const byReason = new Map();
for (const { test, reason } of skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), test]);
for (const [reason, tests] of [...byReason].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${tests.length} skipped: ${reason ?? "no reason is given, which counts as a failure"}`);
  for (const test of tests.slice(0, SHOWN)) console.log(`    ${test}`);
  if (tests.length > SHOWN) console.log(`    and ${tests.length - SHOWN} more`);
}
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed === 0 && passed > 0 && !byReason.has(null) ? 0 : 1;
