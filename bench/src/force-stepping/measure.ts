/** One form of force-stepping in a process of its own: node measure.js MASSES FORM STEPS. */
import { type Form, measured } from "./chain.js";

const [masses = "12", form = "ring", steps = "100000"] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(measured(Number(masses), form as Form, Number(steps)))}\n`);
