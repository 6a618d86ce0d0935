import { vi } from "vitest";
import { whole } from "./cases.js";
import { work } from "./work.js";

vi.mock(import("../../src/linalg/factorization.js"), async (original) => {
  const { analyze } = await original();
  const { counted } = await import("./factored.js");
  return { analyze: (...of) => counted(analyze(...of)) };
});
vi.mock(import("../../src/linalg/sparse/cholesky.js"), async (original) => {
  const { sparseCholesky } = await original();
  const { counted } = await import("./factored.js");
  return { sparseCholesky: (...of) => counted(sparseCholesky(...of)) };
});

whole("work", work);
