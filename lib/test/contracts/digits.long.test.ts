import { whole } from "./cases.js";
import { digits } from "./digits.js";

whole("digits", digits);
