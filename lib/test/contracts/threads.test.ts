import { sample } from "./cases.js";
import { threads } from "./threads.js";

sample("threads", threads);
