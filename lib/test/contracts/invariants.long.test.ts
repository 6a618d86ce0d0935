import { whole } from "./cases.js";
import { invariants } from "./invariants.js";

whole("invariants", invariants);
