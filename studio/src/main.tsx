import { render } from "preact";
import { App } from "./app.js";
import "./design/design.css";

const place = document.getElementById("studio");
if (place !== null) render(<App />, place);
