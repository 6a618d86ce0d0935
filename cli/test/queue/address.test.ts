import { InputError } from "noether";
import { expect, test } from "vitest";
import { addressText, queueAddress } from "../../src/queue/address.js";

test.each([
  ["redis://host", { host: "host", port: 6379, database: 0, tls: false }],
  ["redis://host/", { host: "host", port: 6379, database: 0, tls: false }],
  ["redis://10.0.0.7:7000/3", { host: "10.0.0.7", port: 7000, database: 3, tls: false }],
  ["rediss://queue.example.org:6380", { host: "queue.example.org", port: 6380, database: 0, tls: true }],
  ["redis://[::1]:6379/2", { host: "::1", port: 6379, database: 2, tls: false }],
])("%s", (text, address) => {
  expect(queueAddress(text)).toEqual(address);
  expect(queueAddress(addressText(address))).toEqual(address);
});

test.each([
  "",
  "host",
  "http://host",
  "redis://",
  "redis://host:0",
  "redis://host:70000",
  "redis://host/a",
  "redis://ho st",
  "redis://host/1/2",
])("refuses %j", (text) => {
  expect(() => queueAddress(text)).toThrow(InputError);
  expect(() => queueAddress(text)).toThrow(/^--queue: .*accepted/);
});

test.each([
  "redis://:hunter2@host:6379",
  "redis://me:hunter2@host",
  "rediss://me:hunter2@host/0",
  "redis://host?password=hunter2",
  "redis://host#hunter2",
  "me:hunter2@host",
  "redis://me:hunt:er2@[::1",
])("a password is refused and not repeated: %s", (text) => {
  let said = "";
  try {
    queueAddress(text);
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toMatch(/^--queue: /);
  expect(said).not.toMatch(/hunt|er2/);
  if (text.includes("@")) expect(said).toMatch(/NOETHER_QUEUE_PASSWORD.*--queue-credentials/);
});
