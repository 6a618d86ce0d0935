/** `node scripts/within.mjs MINUTES COMMAND…`: runs a command, and ends it with all that it started when the time is over. */
import { spawn } from "node:child_process";

const [minutes, command, ...words] = process.argv.slice(2);
const child = spawn(command, words, { stdio: "inherit", detached: true });
const end = (signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {} // it ended by itself
};
const timer = setTimeout(() => {
  console.error(`ended after ${minutes} minutes: ${words.join(" ")}`);
  end("SIGKILL");
}, Number(minutes) * 60_000);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    end("SIGKILL");
    process.exit(130);
  });
}
child.on("exit", (code) => {
  clearTimeout(timer);
  process.exitCode = code ?? 1;
});
child.on("error", (error) => {
  clearTimeout(timer);
  console.error(error.message);
  process.exitCode = 1;
});
