import { allocation } from "./allocation.js";
import { whole } from "./cases.js";

whole("allocation", allocation);
