import { sample } from "./cases.js";
import { digits } from "./digits.js";

sample("digits", digits);
