/** A signal that asks to stop, received by a process that works for this one: neither wrong input nor a failed computation. */
import { constants } from "node:os";

export class Interruption extends Error {
  override readonly name = "Interruption";
  readonly status: number;

  constructor(signal: NodeJS.Signals, file: string) {
    super(`interrupted (${signal}) while ${file} was read`);
    this.status = statusOf(signal);
  }
}

/** As shells have it: 128 and the number of the signal. */
export const statusOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
