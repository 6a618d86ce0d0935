/** What there is to learn: all methods with what they keep, and the papers. */
import { methods } from "content:methods";
import { papers } from "content:papers";
import { TableHead } from "../design/table-head.js";
import { addressOf } from "../router.js";
import { Scroll } from "./scroll.js";

export function Contents() {
  return (
    <article class="page wide">
      <h1>Learn</h1>
      <p class="lead">
        A page for every method: its step in formulas, what it keeps and what was measured of it, and an experiment to
        drag. A page for every paper: what it says, what comes out here, and its figures, recomputed.
      </p>
      <section>
        <h2>Papers</h2>
        <ul class="paper-list">
          {papers.map(({ key, title, citation, verdicts }) => (
            <li key={key}>
              <a href={addressOf({ screen: "learn", page: `paper/${key}` })}>{title}</a>
              <span class="muted">{authorsOf(citation.text)}</span>
              <span class="muted numbers">
                {verdicts.reproduced} statements confirmed, {verdicts.misprint} misprints found, {verdicts.differs} come
                out differently
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Methods</h2>
        <Scroll label="Methods">
          <table class="method-table">
            <TableHead names={["method", "order", "symplectic", "symmetric", "keeps", "when to choose it"]} />
            <tbody>
              {methods.map(({ id, title, summary, order, symplectic, symmetric, conserves }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={addressOf({ screen: "learn", page: `method/${id}` })}>{title}</a>
                  </th>
                  <td class="numbers">{order}</td>
                  <td>{symplectic === null ? "–" : "yes"}</td>
                  <td>{symmetric ? "yes" : "–"}</td>
                  <td>{conserves.join(", ") || "–"}</td>
                  <td class="words">{summary}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
    </article>
  );
}

/** What stands before the title in a citation. */
const authorsOf = (citation: string) => /^.*?[^.\s]{2,}\.(?=\s)/.exec(citation)?.[0] ?? "";
