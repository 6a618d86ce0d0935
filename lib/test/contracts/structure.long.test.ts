import { whole } from "./cases.js";
import { structure } from "./structure.js";

whole("structure", structure);
