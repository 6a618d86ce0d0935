/** Every example, to be opened. */
import { exampleNames } from "../examples.js";
import { addressOf } from "../router.js";
import "./gallery.css";

export function Gallery() {
  return (
    <section class="gallery">
      <h1>Gallery</h1>
      <ul>
        {exampleNames.map((name) => (
          <li key={name}>
            <a href={addressOf({ screen: "workbench", from: `example/${name}` })}>{name.replaceAll("-", " ")}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
