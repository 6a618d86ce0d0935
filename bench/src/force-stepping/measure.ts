/** One form of force-stepping in a process of its own: node measure.js chain MASSES FORM STEPS, or node measure.js solid CELLS TETRAHEDRA STEPS. */
import { type Form, measured } from "./chain.js";
import { measuredSolid } from "./solid.js";

const [body, size = "12", how = "ring", steps = "100000"] = process.argv.slice(2);
const outcome =
  body === "chain"
    ? measured(Number(size), how as Form, Number(steps))
    : measuredSolid({ cells: Number(size), tetrahedra: Number(how) as 24 | 48 }, Number(steps));
process.stdout.write(`${JSON.stringify(outcome)}\n`);
