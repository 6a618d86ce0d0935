import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.js";

/** The tests that take minutes: `./test --long`. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["**/*.long.test.ts"],
      exclude: ["**/node_modules/**", ".build/**"],
      testTimeout: 1_800_000,
      passWithNoTests: true,
    },
  }),
);
