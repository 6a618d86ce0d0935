/** Where a queue is: `redis://HOST:PORT/DATABASE`, or `rediss://…` through TLS. Whoever lists the processes of a machine sees the command line, and
 *  so do its histories and logs: a password in it is refused, and never repeated in a message. */
import { InputError } from "noether";

export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  /** Redis numbers its databases. */
  readonly database: number;
  readonly tls: boolean;
}

const ACCEPTED = "accepted: redis://HOST, redis://HOST:PORT/DATABASE, or rediss://… with TLS";

export function queueAddress(text: string): QueueAddress {
  const refuse = (reason: string) => new InputError(`--queue: ${reason}`);
  if (text.includes("@"))
    throw refuse(
      "the address names a user or a password, which everybody on this machine could read; leave out what stands before the @, and set NOETHER_QUEUE_USER and NOETHER_QUEUE_PASSWORD, or give a file by --queue-credentials",
    );
  // What follows a question mark could be a password too, so it is not repeated.
  if (/[?#]/.test(text)) throw refuse(`the address has more behind it than a database; ${ACCEPTED}`);
  const [, scheme, host, port = "6379", database = "0"] =
    /^(rediss?):\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?(?:\/(\d{1,9})?)?$/.exec(text) ?? [];
  if (scheme === undefined || host === undefined) throw refuse(`found ${JSON.stringify(text)}; ${ACCEPTED}`);
  if (Number(port) < 1 || Number(port) > 65535) throw refuse(`found the port ${port}; accepted: 1 to 65535`);
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port: Number(port),
    database: Number(database),
    tls: scheme === "rediss",
  };
}

/** As it was given, for messages. */
export function addressText({ host, port, database, tls }: QueueAddress): string {
  const place = host.includes(":") ? `[${host}]` : host;
  return `${tls ? "rediss" : "redis"}://${place}:${port}/${database}`;
}
