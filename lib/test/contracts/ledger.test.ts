import { sample } from "./cases.js";
import { ledger } from "./ledger.js";

sample("ledger", ledger);
