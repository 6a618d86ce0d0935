/** The last state of each run with all its digits: a number read back is the same number. */
import { nameOf, runs } from "./runs.js";

export function FinalStates() {
  const ended = runs.value.filter(({ state }) => state.value.document !== null);
  if (ended.length === 0) return null;
  return (
    <table class="final-states numbers">
      <caption>Final state</caption>
      <tbody>
        {ended.map((run) => {
          const { q, v } = run.state.value.document ?? {};
          return (
            <tr key={run.colour}>
              <th scope="row">{nameOf(run)}</th>
              <td data-quantity="q">{numbers(q)}</td>
              <td data-quantity="v">{numbers(v)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const numbers = (values: unknown) => (Array.isArray(values) ? values.map(String).join(" ") : "");
