import { fileURLToPath } from "node:url";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the tests that take minutes have in common with these (vitest.long.config.ts). */
export const common: UserWorkspaceConfig = {
  resolve: {
    alias: [
      { find: /^noether$/, replacement: source("lib/src/index.ts") },
      { find: /^noether\/(.+)$/, replacement: source("lib/src/$1/index.ts") },
    ],
  },
};
const LONG = ["**/*.long.test.ts", "**/node_modules/**"];
/** Tests of the library leave nothing behind in the modules that they import: files that run one after another in a process share them. To load them
 *  anew for every file took a fifth of the time of all tests. Contracts replace modules, and measure what these do. */
const SHARING = [
  "lib/test/!(contracts|repo)/**/*.test.ts",
  // Which begins as a folder that is left out, and patterns leave it out, too.
  "lib/test/report/**/*.test.ts",
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { ...common, test: { name: "sharing", include: SHARING, exclude: LONG, testTimeout: 180_000, isolate: false } },
      {
        ...common,
        test: {
          name: "apart",
          include: ["{lib,cli,studio}/test/**/*.test.ts", "papers/**/*.test.ts", "docs/**/*.test.ts"],
          exclude: [...LONG, ...SHARING],
          testTimeout: 180_000,
        },
      },
    ],
  },
});
