/** What a user should know about a result and that is no reason to refuse it. It is said even where progress is silenced, and it is part of
 *  the result. */
export interface Notice {
  /** What kind of notice, for programs: `unstable-step`, `hidden-symmetry`. One code, one meaning. */
  readonly code: string;
  /** A sentence for people, without a full stop. */
  readonly message: string;
}

/** Sentences that are all of one kind. */
export const noticesOf = (code: string, messages: readonly string[]): Notice[] =>
  messages.map((message) => ({ code, message }));

/** Each once, in the order in which they came. */
export function distinct(notices: readonly Notice[]): Notice[] {
  const seen = new Map(notices.map((notice) => [`${notice.code}\n${notice.message}`, notice]));
  return [...seen.values()];
}
