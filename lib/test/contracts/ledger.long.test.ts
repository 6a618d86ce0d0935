import { whole } from "./cases.js";
import { ledger } from "./ledger.js";

whole("ledger", ledger);
