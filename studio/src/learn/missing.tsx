/** For addresses that lead nowhere. */
import { addressOf } from "../router.js";

export function Missing({ what, name }: { readonly what: string; readonly name: string }) {
  return (
    <article class="page">
      <h1>
        There is no {what} “{name}”
      </h1>
      <p>
        <a href={addressOf({ screen: "learn", page: "" })}>All methods and papers</a>
      </p>
    </article>
  );
}
