/** Measures one peer in a process of its own: node measure.js js|code|expressions METHOD MASSES STEPS [STEPPERS BEFORE]. */
import { measureLoop } from "./loops.js";
import { measure } from "./noether.js";

const [peer = "code", method = "midpoint", masses = "12", steps = "100000", runs = "0"] = process.argv.slice(2);
const outcome =
  peer === "js"
    ? measureLoop(method, Number(masses), Number(steps))
    : measure(peer, method, Number(masses), Number(steps), Number(runs));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
