/** node measure.js PROGRAM WORD…: a command of the program in a process of its own, all its threads included; then prints the seconds that passed and those of CPU. */
import { pathToFileURL } from "node:url";

export interface Outcome {
  readonly wall: number;
  readonly cpu: number;
}

const [program = "", ...words] = process.argv.slice(2);
process.argv = [process.execPath, program, ...words];
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const outcome: Outcome = { wall: performance.now() / 1000, cpu: (user + system) / 1e6 };
  say(`${JSON.stringify(outcome)}\n`);
});
await import(pathToFileURL(program).href);
