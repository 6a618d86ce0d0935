/** Measures one peer in a process of its own, where the compiler has seen nothing else: node measure.js PEER STEPS. */
import { loops, measureLoop } from "./loops.js";
import { measure, type schemes, type systems } from "./noether.js";

const [peer = "", steps = "1000000"] = process.argv.slice(2);
const [kind, system, scheme] = peer.split(":");
const outcome =
  kind === "noether"
    ? measure(system as keyof typeof systems, scheme as keyof typeof schemes, Number(steps))
    : measureLoop(loops[peer as keyof typeof loops], Number(steps));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
