/** Measures one peer in a process of its own: node measure.js js|noether WHAT STEPS [SUMMATION RUNS BEFORE]. */
import { measureLoop } from "./loops.js";
import { measure } from "./noether.js";

const [peer = "noether", id = "melt", steps = "200", summation = "compensated", runs = "0"] = process.argv.slice(2);
const outcome = peer === "js" ? measureLoop(id, Number(steps)) : measure(id, summation, Number(steps), Number(runs));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
