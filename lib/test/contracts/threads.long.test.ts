import { whole } from "./cases.js";
import { threads } from "./threads.js";

whole("threads", threads);
