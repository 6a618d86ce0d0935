/** The address after the # tells what is shown, so that the site works from any file server and every view has a link. */
import { computed, signal } from "@preact/signals";

export type Route =
  | { readonly screen: "gallery" }
  /** `from` is where the model comes from: `example/pendulum`, `new`, `model` (given to the server), `m=…` (carried by the link). */
  | { readonly screen: "workbench"; readonly from: string }
  | { readonly screen: "learn"; readonly page: string };

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export const route = computed<Route>(() => routeOf(hash.value));

function routeOf(address: string): Route {
  const [screen = "", ...rest] = address.replace(/^#\/?/, "").split("/");
  const place = decoded(rest.join("/"));
  if (screen === "model") return { screen: "workbench", from: place };
  if (screen === "learn") return { screen: "learn", page: place };
  return { screen: "gallery" };
}

/** An address that was cut or changed on its way is taken as it is: no model and no page has it. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

export function addressOf(route: Route): string {
  if (route.screen === "workbench") return `#/model/${encodeURI(route.from)}`;
  if (route.screen === "learn") return `#/learn/${encodeURI(route.page)}`;
  return "#/";
}
