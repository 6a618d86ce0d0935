/** Some work has two forms: a general one, and one made for a size (two coordinates, three unknowns), a material or a machine
 *  (WebAssembly, SIMD, threads), taken where it pays. Both have to give the same results. Which one to take is asked here, while a
 *  system or a stepper is made and never in a step, so that tests can run everything in either form, whatever its size. That is all it is for: a
 *  program leaves it as it is, and it lasts for the work that is handed in, not longer.
 *
 *      specialised("never", () => run(pendulum(), midpoint(), …))
 */

/** `always`: wherever there is such a form, however small the work. */
export type Specialisation = "where-it-pays" | "never" | "always";

let mode: Specialisation = "where-it-pays";
let asked: boolean[] | null = null;

/** Is the special form to be taken? `pays`: is there enough to do here for it to be quicker? */
export function specialises(pays = true): boolean {
  const answer = mode === "always" || (pays && mode === "where-it-pays");
  asked?.push(answer);
  return answer;
}

/** What `work` makes and does, in these forms. */
export function specialised<T>(how: Specialisation, work: () => T): T {
  const before = mode;
  mode = how;
  try {
    return work();
  } finally {
    mode = before;
  }
}

/** The choices that were made in `work`, one after another: empty where nothing in it has two forms. */
export function choicesIn(work: () => void): readonly boolean[] {
  const before = asked;
  const choices: boolean[] = [];
  asked = choices;
  try {
    work();
  } finally {
    asked = before;
  }
  return choices;
}
