/** The user and the password of a queue, from the environment or from a file. They go to the connection and nowhere else: they are taken out of the
 *  environment, so that neither threads nor programs that are started inherit them. */
import { statSync } from "node:fs";
import { InputError } from "noether";
import { readText } from "../files.js";

export interface Credentials {
  readonly user?: string;
  readonly password?: string;
}

const USER = "NOETHER_QUEUE_USER";
const PASSWORD = "NOETHER_QUEUE_PASSWORD";

/** Those of a file, if one is named, otherwise those of the environment. */
export function queueCredentials(file: string | undefined, environment: NodeJS.ProcessEnv = process.env): Credentials {
  const { [USER]: user, [PASSWORD]: password } = environment;
  delete environment[USER];
  delete environment[PASSWORD];
  if (file !== undefined) return fileCredentials(file);
  if (user !== undefined && password === undefined)
    throw new InputError(`${USER} is set and ${PASSWORD} is not; set both, the password alone, or none of them`);
  return pair(user, password);
}

/** Lines `user = NAME` and `password = TEXT`; empty lines and lines that begin with # are passed over. A password keeps every letter behind the
 *  sign and one space. */
function fileCredentials(path: string): Credentials {
  refuseReadable(path);
  const found: { user?: string; password?: string } = {};
  for (const [i, line] of readText(path).split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, key, value] = /^\s*(user|password)\s*= ?(.+)$/.exec(line) ?? [];
    // The line itself may be a secret.
    const refuse = (reason: string) => new InputError(reason, { file: path, line: i + 1 });
    if ((key !== "user" && key !== "password") || value === undefined)
      throw refuse("is not understood (and not repeated here); accepted: user = NAME, password = TEXT");
    if (found[key] !== undefined) throw refuse(`has a second ${key}; keep one`);
    found[key] = value;
  }
  if (found.password === undefined)
    throw new InputError("has no password; accepted: a line password = TEXT, and a line user = NAME", { file: path });
  return pair(found.user, found.password);
}

/** A file with a password is for its owner. Systems without such permissions tell other things in these bits. */
function refuseReadable(path: string): void {
  if (process.platform === "win32") return;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  throw new InputError(`can be read by others than its owner; say chmod 600 ${path}, and use it again`, { file: path });
}

const pair = (user: string | undefined, password: string | undefined): Credentials => ({
  ...(user === undefined || user === "" ? {} : { user }),
  ...(password === undefined || password === "" ? {} : { password }),
});
