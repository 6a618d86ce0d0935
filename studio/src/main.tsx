import { render } from "preact";
import { App } from "./app.js";
import "./design/design.css";

const place = document.getElementById("studio");
if (place !== null) render(<App />, place);

/** Milliseconds: what the page itself needs comes first. */
const AFTER_OPENING = 4000;

// The site is kept for days without a network. A browser that does not do so is no obstacle.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  setTimeout(() => navigator.serviceWorker.register("./offline.js").catch(() => {}), AFTER_OPENING);
