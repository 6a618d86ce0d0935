import { vi } from "vitest";
import { whole } from "./cases.js";
import { work } from "./work.js";

vi.mock(import("../../src/linalg/factorization.js"), async (original) =>
  (await import("./factored.js")).countedAnalyze(await original()),
);
vi.mock(import("../../src/linalg/sparse/cholesky.js"), async (original) =>
  (await import("./factored.js")).countedCholesky(await original()),
);

whole("work", work);
