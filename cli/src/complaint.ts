/** What went wrong, said once: in words on standard error, with --json also as a document on standard output. */
import { CommanderError } from "commander";
import { onError } from "./colour.js";

/** The exit status that belongs to it. */
export function complain(error: unknown, json: boolean): number {
  const { message, code, place, status } = described(error);
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message, ...place } })}\n`);
  process.stderr.write(`${onError.red("noether:")} ${message}\n`);
  return status;
}

function described(error: unknown): { message: string; code?: string; place: object; status: number } {
  if (error instanceof CommanderError) {
    return {
      message: `${error.message.replace(/^error: /, "")}\nRun "noether --help" for a list of commands.`,
      place: {},
      status: 2,
    };
  }
  // Compared by name, so that a wrong option is answered before the library is loaded.
  if (error instanceof Error && error.name === "InputError" && "place" in error && "code" in error) {
    return { message: error.message, code: String(error.code), place: error.place as object, status: 2 };
  }
  if (error instanceof Error && error.name === "OutputError" && "place" in error) {
    return { message: error.message, place: error.place as object, status: 1 };
  }
  if (error instanceof Error && error.name === "Interruption" && "status" in error) {
    return { message: error.message, place: {}, status: Number(error.status) };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `internal error: this is a bug in noether, please report it:\n${trace}`, place: {}, status: 1 };
}
