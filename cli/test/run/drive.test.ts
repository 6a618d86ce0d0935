import { afterEach, expect, test, vi } from "vitest";
import { listen, SAME, SIGNALS } from "../../src/run/drive.js";

const before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));

afterEach(() => {
  vi.restoreAllMocks();
  for (const name of SIGNALS)
    for (const listener of process.listeners(name))
      if (!before.get(name)?.includes(listener)) process.off(name, listener);
});

test("a signal that comes twice at once is one, and a later one is taken at its word", () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const signals = listen();
  process.emit("SIGTERM", "SIGTERM");
  process.emit("SIGTERM", "SIGTERM");
  now.mockReturnValue(1000 + SAME);
  process.emit("SIGINT", "SIGINT");
  expect(exit).not.toHaveBeenCalled();
  expect(signals.heard).toBe("SIGTERM");
  now.mockReturnValue(1001 + SAME);
  process.emit("SIGINT", "SIGINT");
  expect(exit).toHaveBeenCalledWith(130);
});

test("while a run that was asked to end writes what it has, the same signal does not end it", () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const signals = listen();
  process.emit("SIGHUP", "SIGHUP");
  signals.ignore();
  expect(process.listenerCount("SIGHUP")).toBe((before.get("SIGHUP")?.length ?? 0) + 1);
  process.emit("SIGHUP", "SIGHUP");
  expect(exit).not.toHaveBeenCalled();
});

test("after a run that nobody stopped nobody listens", () => {
  listen().ignore();
  for (const name of SIGNALS) expect(process.listenerCount(name)).toBe(before.get(name)?.length);
});
