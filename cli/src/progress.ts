/** A bar with the time left, on a terminal only: a pipe gets results and nothing else. */
import { onError } from "./colour.js";
import { printable, raw } from "./terminal.js";

export interface Progress {
  /** The part that is done, from 0 to 1. */
  show(done: number): void;
  clear(): void;
}

export function progressBar(label: string, quiet: boolean): Progress {
  const { stderr, stdout } = process;
  if (quiet || !stderr.isTTY || !stdout.isTTY) return { show() {}, clear() {} };
  const began = performance.now();
  let shown = began;
  let visible = false;
  return {
    show(done) {
      const now = performance.now();
      // The first bar after half a second: short runs need none.
      if (now - began < 500 || now - shown < 100) return;
      shown = now;
      visible = true;
      const left = duration(((now - began) / 1000) * (1 / Math.max(done, 1e-9) - 1));
      const width = Math.max(10, Math.min(40, (stderr.columns ?? 80) - label.length - 24));
      const full = Math.round(width * done);
      const bar = `${"█".repeat(full)}${onError.dim("░".repeat(width - full))}`;
      raw(stderr, `\r\x1b[K${printable(label)} ${bar} ${Math.floor(100 * done)} %  ${left} left`);
    },
    clear() {
      if (visible) raw(stderr, "\r\x1b[K");
      visible = false;
    },
  };
}

/** `40 s`, `12 min`, `3.5 h`. */
export function duration(seconds: number): string {
  if (seconds < 1e-6) return `${(1e9 * seconds).toPrecision(3)} ns`;
  if (seconds < 0.001) return `${(1e6 * seconds).toPrecision(3)} µs`;
  if (seconds < 1) return `${(1e3 * seconds).toPrecision(3)} ms`;
  if (seconds < 100) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
