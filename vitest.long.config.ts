import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.js";

/** The tests that take minutes: `./test --long`. */
export default defineConfig({
  ...common,
  test: {
    include: ["**/*.long.test.ts"],
    exclude: ["**/node_modules/**", ".build/**"],
    testTimeout: 1_800_000,
    passWithNoTests: true,
    maxWorkers: 2,
  },
});
