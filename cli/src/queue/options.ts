/** The options of commands that use a queue. */
import type { Command } from "commander";

export function withQueueOptions(command: Command, queue: string): Command {
  return command
    .option("--queue <address>", queue)
    .option(
      "--queue-credentials <file>",
      "user = NAME and password = TEXT, instead of NOETHER_QUEUE_USER and …_PASSWORD",
    )
    .option("--queue-ca <file>", "with rediss://: the certificate of the authority that the server is trusted by")
    .option("--queue-certificate <file>", "with rediss://: the certificate of this client, with --queue-key")
    .option("--queue-key <file>", "with rediss://: the key of this client");
}
