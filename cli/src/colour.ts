/** Colours for people at a terminal. What is piped or logged carries none, also where the environment says CI, which
 *  picocolors by itself takes for a terminal. */
import picocolors from "picocolors";

const wanted = (stream: NodeJS.WriteStream) => stream.isTTY === true && picocolors.isColorSupported;

/** For standard output. */
export const onOutput = picocolors.createColors(wanted(process.stdout));
/** For standard error: messages and progress. */
export const onError = picocolors.createColors(wanted(process.stderr));
