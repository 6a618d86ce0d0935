/** Colours for people at a terminal. What is piped or logged carries none, also where the environment says CI, which
 *  picocolors by itself takes for a terminal. */
import picocolors from "picocolors";
import { between } from "./terminal.js";

const wanted = (stream: NodeJS.WriteStream) => stream.isTTY === true && picocolors.isColorSupported;

function coloursOf(stream: NodeJS.WriteStream) {
  const styled = (first: number, last: number) =>
    wanted(stream) ? (text: string) => between(first, last, text) : (text: string) => text;
  return {
    red: styled(31, 39),
    green: styled(32, 39),
    yellow: styled(33, 39),
    bold: styled(1, 22),
    dim: styled(2, 22),
  };
}

/** For standard output. */
export const onOutput = coloursOf(process.stdout);
/** For standard error: messages and progress. */
export const onError = coloursOf(process.stderr);
