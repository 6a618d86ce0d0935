/** A page a method and a page a paper. */
import "./learn.css";

export function Learn() {
  return (
    <section class="learn">
      <h1>Learn</h1>
      <p class="muted">Open an example in the gallery and run it under several methods.</p>
    </section>
  );
}
