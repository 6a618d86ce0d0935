import { sample } from "./cases.js";
import { forms } from "./forms.js";

sample("forms", forms);
