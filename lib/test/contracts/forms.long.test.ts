import { whole } from "./cases.js";
import { forms } from "./forms.js";

whole("forms", forms);
