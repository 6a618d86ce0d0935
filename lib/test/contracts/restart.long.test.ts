import { whole } from "./cases.js";
import { restart } from "./restart.js";

whole("restart", restart);
