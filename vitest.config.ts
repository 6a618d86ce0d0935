import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^noether$/, replacement: source("lib/src/index.ts") },
      { find: /^noether\/(.+)$/, replacement: source("lib/src/$1/index.ts") },
    ],
  },
  test: {
    include: ["{lib,cli,studio}/test/**/*.test.ts", "papers/**/*.test.ts", "docs/**/*.test.ts"],
    exclude: ["**/*.long.test.ts", "**/node_modules/**"],
    testTimeout: 180_000,
    maxWorkers: 2,
  },
});
