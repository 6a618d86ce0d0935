import { whole } from "./cases.js";
import { failure } from "./failure.js";

whole("failure", failure);
