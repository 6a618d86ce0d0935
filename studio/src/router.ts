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

export function routeOf(address: string): Route {
  const [screen = "", ...rest] = address.replace(/^#\/?/, "").split("/");
  if (screen === "model") return { screen: "workbench", from: decodeURI(rest.join("/")) };
  if (screen === "learn") return { screen: "learn", page: decodeURI(rest.join("/")) };
  return { screen: "gallery" };
}

export function addressOf(route: Route): string {
  if (route.screen === "workbench") return `#/model/${encodeURI(route.from)}`;
  if (route.screen === "learn") return `#/learn/${encodeURI(route.page)}`;
  return "#/";
}
