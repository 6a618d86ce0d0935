/** The search for neighbours on memory that threads share. */
export { task } from "./neighbours";
