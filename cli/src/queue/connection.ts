/** Connections to Redis. The first one is made before anything else is done, and what is wrong with it is said; later ones, and those that break, are
 *  made again for as long as it takes. */
import type { Redis, RedisOptions } from "ioredis";
import { InputError } from "noether";
import { readBytes } from "../files.js";
import { addressText, type QueueAddress, queueAddress } from "./address.js";
import { queueCredentials } from "./credentials.js";

export interface ConnectionOptions {
  readonly queue: string;
  readonly queueCredentials?: string;
  readonly queueCa?: string;
  readonly queueCertificate?: string;
  readonly queueKey?: string;
}

export interface QueueServer {
  readonly address: string;
  /** What its settings put at risk, in sentences. */
  readonly notices: readonly string[];
  /** A connection that is made again when it breaks. */
  connect(): Redis;
}

/** Seconds for the first answer. */
const PATIENCE = 10;

export async function openServer(options: ConnectionOptions): Promise<QueueServer> {
  const address = queueAddress(options.queue);
  const settings = settingsOf(address, options);
  // The packages below print every command, that with the password too, when this is set while they are loaded.
  delete process.env["DEBUG"];
  const { Redis } = await import("ioredis");
  const first = new Redis({ ...settings, lazyConnect: true, retryStrategy: null });
  let reason: unknown = null;
  first.on("error", (error) => {
    reason ??= error;
  });
  try {
    await first.connect();
    const information = await first.info();
    refuseOld(information);
    return {
      address: addressText(address),
      notices: risks(information),
      connect: () => {
        const connection = new Redis({ ...settings, retryStrategy: (times) => Math.min(100 * times, 2000) });
        // It connects again by itself; without a listener it would print.
        connection.on("error", () => {});
        return connection;
      },
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`--queue: ${complaint(reason ?? error, address)}`);
  } finally {
    first.disconnect();
  }
}

function settingsOf(address: QueueAddress, options: ConnectionOptions): Omit<RedisOptions, "replyMapping"> {
  const { host, port, database, tls } = address;
  const { queueCa, queueCertificate, queueKey } = options;
  if (!tls && (queueCa ?? queueCertificate ?? queueKey) !== undefined)
    throw new InputError(
      "--queue: certificates are given, and the address is without TLS; accepted with them: rediss://…",
    );
  if ((queueCertificate === undefined) !== (queueKey === undefined))
    throw new InputError("--queue-certificate and --queue-key belong together; give both, or none");
  const { user, password } = queueCredentials(options.queueCredentials);
  const content = (path: string) => Buffer.from(readBytes(path));
  return {
    host,
    port,
    db: database,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(tls
      ? {
          tls: {
            ...(queueCa === undefined ? {} : { ca: content(queueCa) }),
            ...(queueCertificate === undefined ? {} : { cert: content(queueCertificate) }),
            ...(queueKey === undefined ? {} : { key: content(queueKey) }),
          },
        }
      : {}),
    connectionName: "noether",
    connectTimeout: 1000 * PATIENCE,
    // Commands wait for a server that is being started again, however long that takes.
    maxRetriesPerRequest: null,
  };
}

const field = (information: string, name: string) => new RegExp(`^${name}:(.*)$`, "m").exec(information)?.[1]?.trim();

function refuseOld(information: string): void {
  const found = field(information, "redis_version") ?? "unknown";
  if (Number.parseInt(found, 10) >= 7) return;
  throw new InputError(`--queue: the server is Redis ${found}; accepted: Redis 7 or newer`);
}

function risks(information: string): string[] {
  const notices: string[] = [];
  const policy = field(information, "maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction")
    notices.push(
      `the server drops data when its memory is full (maxmemory-policy ${policy}), and cases with it, which are then computed again; noeviction is better`,
    );
  if (field(information, "aof_enabled") === "0")
    notices.push(
      "the server keeps no append-only file: when it is started again, cases that workers have computed and that are not collected yet are computed again (appendonly yes avoids it)",
    );
  return notices;
}

/** What a system or a server says, in words. None of it repeats a user or a password. */
function complaint(error: unknown, address: QueueAddress): string {
  const place = addressText(address);
  const [message, code] =
    error instanceof Error ? [error.message, "code" in error ? String(error.code) : ""] : ["", ""];
  if (/WRONGPASS|invalid username-password|invalid password/i.test(message))
    return `${place} does not accept the user and the password that were given`;
  if (/NOAUTH|Authentication required/i.test(message))
    return `${place} asks for a password; set NOETHER_QUEUE_PASSWORD (and NOETHER_QUEUE_USER), or give a file by --queue-credentials`;
  if (/NOPERM/i.test(message)) return `the user may not do on ${place} what is needed: ${message}`;
  // An alert is what the other side says: it wants a certificate, or another one.
  if (/ALERT/i.test(`${code} ${message}`))
    return `no connection through TLS to ${place}: the server refuses this client (${message}); it may ask for --queue-certificate and --queue-key`;
  if (/CERT|SELF_SIGNED|ALTNAME|certificate/i.test(`${code} ${message}`))
    return `the certificate of ${place} is not trusted (${message}); give that of its authority by --queue-ca`;
  if (/SSL|TLS|EPROTO/i.test(`${code} ${message}`))
    return `no connection through TLS to ${place} (${message}); the server may speak without it, or ask for --queue-certificate and --queue-key`;
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing answers there; is a Redis server running, and is the port right?",
    ENOTFOUND: "there is no machine of this name",
    EAI_AGAIN: "the name of the machine cannot be looked up at the moment",
    ETIMEDOUT: `there was no answer within ${PATIENCE} s; is the machine reachable, and the port open?`,
    EHOSTUNREACH: "the machine cannot be reached",
    ECONNRESET: `the server closed the connection; it may ${address.tls ? "ask for --queue-certificate and --queue-key" : "want TLS (rediss://)"}`,
  };
  const known = reasons[code] ?? (/closed|ended/i.test(message) ? reasons["ECONNRESET"] : null);
  return `no connection to ${place}: ${known ?? message}`;
}
