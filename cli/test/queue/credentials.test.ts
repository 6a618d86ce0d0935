import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { queueCredentials } from "../../src/queue/credentials.js";
import { workplace } from "../program.js";

const { path, write } = workplace();
const file = (name: string, text: string, mode = 0o600) => {
  write(name, text);
  chmodSync(path(name), mode);
  return path(name);
};

test("from the environment, which then no longer has them", () => {
  const environment = { NOETHER_QUEUE_USER: "me", NOETHER_QUEUE_PASSWORD: "hunter2", OTHER: "stays" };
  expect(queueCredentials(undefined, environment)).toEqual({ user: "me", password: "hunter2" });
  expect(environment).toEqual({ OTHER: "stays" });
  expect(queueCredentials(undefined, { NOETHER_QUEUE_PASSWORD: "hunter2" })).toEqual({ password: "hunter2" });
  expect(queueCredentials(undefined, {})).toEqual({});
  expect(() => queueCredentials(undefined, { NOETHER_QUEUE_USER: "me" })).toThrow(/NOETHER_QUEUE_PASSWORD is not/);
});

test("from a file, which goes before the environment", () => {
  const name = file("good", "# of the laboratory\nuser = me\n\npassword =  with spaces = and signs # too \n");
  const environment = { NOETHER_QUEUE_PASSWORD: "other" };
  expect(queueCredentials(name, environment)).toEqual({ user: "me", password: " with spaces = and signs # too " });
  expect(environment).toEqual({});
  expect(queueCredentials(file("crlf", "password=a\r\n"), {})).toEqual({ password: "a" });
});

test("a file that is wrong is refused, and its lines are not repeated", () => {
  expect(() => queueCredentials(path("absent"), {})).toThrow(/absent.*no such file/);
  expect(() => queueCredentials(file("open", "password = a\n", 0o644), {})).toThrow(/open.*chmod 600/);
  expect(() => queueCredentials(file("empty", ""), {})).toThrow(/empty.*no password/);
  expect(() => queueCredentials(file("twice", "password = a\npassword = b\n"), {})).toThrow(/twice:2.*second password/);
  const said = () => queueCredentials(file("bare", "\nhunter2\n"), {});
  expect(said).toThrow(/bare:2.*accepted: user = NAME, password = TEXT/);
  expect(said).not.toThrow(/hunter2/);
});
