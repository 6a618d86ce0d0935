/** Measures one peer in a process of its own: node measure.js js|js-to-rounding|code|discrete|expressions METHOD MASSES STEPS [STEPPERS BEFORE]. */
import { loops, measureLoop, toRounding } from "./loops.js";
import { measure } from "./noether.js";

const [peer = "code", method = "midpoint", masses = "12", steps = "100000", runs = "0"] = process.argv.slice(2);
const byHand = peer === "js" ? loops[method] : peer === "js-to-rounding" ? toRounding[method] : undefined;
const outcome =
  byHand === undefined
    ? measure(peer, method, Number(masses), Number(steps), Number(runs))
    : measureLoop(byHand, Number(masses), Number(steps));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
