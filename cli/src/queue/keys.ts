/** The names of what Noether keeps in Redis. All begin alike, so that a server can be shared, and permissions given by `~noether:*`. */
import { version } from "../version.js";

export const PREFIX = "noether";

/** One queue for each version of the program: numbers of two versions may differ, and are never put into one table. */
export const QUEUE = `cases-${version}`;

/** A study by its content. */
export const bundleKey = (hash: string) => `${PREFIX}:bundle:${hash}`;

/** A file of a study by its content. */
export const fileKey = (hash: string) => `${PREFIX}:file:${hash}`;

/** The rows that workers have computed for a table, until its collector has them on disk. */
export const rowsKey = (table: string) => `${PREFIX}:rows:${table}`;

/** When workers were last heard of, and what they are. */
export const WORKERS = `${PREFIX}:workers`;
export const WORKER_FACTS = `${PREFIX}:worker-facts`;

/** Seconds after which Redis forgets a study, its files and rows, if nobody has asked for them. */
export const FORGOTTEN_AFTER = 7 * 24 * 3600;
