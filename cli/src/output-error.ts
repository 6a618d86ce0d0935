/** What was computed cannot be written: not an error in the input. Standard for full disks; the exit status is that of a failed
 *  computation, 1, not that of wrong input. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly place: { readonly file: string };

  /** The message without the file in front of it. */
  readonly reason: string;

  constructor(reason: string, file: string) {
    super(`${file}: ${reason}`);
    this.reason = reason;
    this.place = { file };
  }
}
