/** `noether studio [MODEL]`: serves the browser studio on the loopback address and opens it. Everything is computed in the page. */
import { spawn } from "node:child_process";
import { Command, InvalidArgumentError } from "commander";
import { InputError } from "noether";
import { type Listening, serve } from "../studio/server.js";
import { builtSite, givenModel, siteOf } from "../studio/site.js";

interface StudioOptions {
  readonly port: number;
  readonly open: boolean;
}

export function command(): Command {
  return new Command("studio")
    .description(
      "The browser studio, on the loopback address; it computes in the page, and nothing leaves this machine.",
    )
    .argument("[model]", "a model file, a deck, a mesh, a record or a stored result to open")
    .option("--port <number>", "the port to listen at; 0: any that is free", portNumber, 0)
    .option("--no-open", "do not open the browser")
    .action(studio);
}

function portNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65535) return value;
  throw new InvalidArgumentError("accepted: a whole number from 0 to 65535");
}

async function studio(model: string | undefined, { port, open }: StudioOptions): Promise<void> {
  const site = siteOf(builtSite());
  if (model !== undefined) for (const [address, served] of givenModel(model)) site.set(address, served);
  const { address } = await listening(serve(site, port), port);
  const page = model === undefined ? address : `${address}#/model/given`;
  process.stdout.write(`${page}\n`);
  if (process.stderr.isTTY) process.stderr.write("Ctrl-C ends it.\n");
  if (open) openBrowser(page);
}

async function listening(server: Promise<Listening>, port: number): Promise<Listening> {
  try {
    return await server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason = code === "EADDRINUSE" ? "is in use" : "may not be listened at";
    throw new InputError(`port ${port} ${reason} (${message}); choose another with --port, or 0 for any that is free`);
  }
}

/** A machine without a browser has the address on standard output. */
function openBrowser(address: string): void {
  const [program, words] =
    process.platform === "darwin"
      ? ["open", [address]]
      : process.platform === "win32"
        ? ["cmd", ["/c", "start", "", address]]
        : ["xdg-open", [address]];
  const opener = spawn(program as string, words as string[], { stdio: "ignore", detached: true });
  opener.on("error", () => {});
  opener.unref();
}
