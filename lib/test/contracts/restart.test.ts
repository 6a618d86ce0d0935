import { sample } from "./cases.js";
import { restart } from "./restart.js";

sample("restart", restart);
