/** A page a method and a page a paper. The address after `learn/` says which: `method/newmark`, `paper/kane2000/figure-2`. */
import { useEffect } from "preact/hooks";
import { route } from "../router.js";
import { Contents } from "./contents.js";
import { MethodPage } from "./method-page.js";
import { PaperPage } from "./paper-page.js";
import "./learn.css";

export function Learn() {
  const page = route.value.screen === "learn" ? route.value.page : "";
  const [kind, name = "", part = ""] = page.split("/");
  useEffect(() => {
    if (part === "") document.querySelector(".screen")?.scrollTo(0, 0);
  }, [page, part]);
  if (kind === "method") return <MethodPage id={name} />;
  if (kind === "paper") return <PaperPage key={name} paper={name} part={part} />;
  return <Contents />;
}
