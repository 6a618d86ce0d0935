/** Three screens and a bar above them. A screen is loaded when it is first shown. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf, type Route, route } from "./router.js";
import "./app.css";

type Screen = Route["screen"];

const LOADERS: Readonly<Record<Screen, () => Promise<ComponentType>>> = {
  gallery: async () => (await import("./gallery/gallery.js")).Gallery,
  workbench: async () => (await import("./workbench/workbench.js")).Workbench,
  learn: async () => (await import("./learn/learn.js")).Learn,
};

const loaded = signal<Partial<Record<Screen, ComponentType>>>({});
const asked = new Set<Screen>();

function load(screen: Screen): void {
  if (asked.has(screen)) return;
  asked.add(screen);
  LOADERS[screen]().then((component) => {
    loaded.value = { ...loaded.value, [screen]: component };
  });
}

/** Files can be dropped on every screen; what takes them is loaded after the screen. */
const DropPlace = signal<ComponentType | null>(null);

export function App() {
  const { screen } = route.value;
  load(screen);
  useEffect(() => {
    import("./workbench/drop.js").then((file) => {
      DropPlace.value = file.DropPlace;
    });
  }, []);
  const Drop = DropPlace.value;
  const Shown = loaded.value[screen];
  return (
    <div class="app">
      <Top screen={screen} />
      <main class="screen">{Shown === undefined ? <p class="loading">Loading …</p> : <Shown />}</main>
      {Drop !== null && <Drop />}
    </div>
  );
}

const LINKS = [
  { screen: "gallery", words: "Gallery", address: addressOf({ screen: "gallery" }) },
  { screen: "workbench", words: "Workbench", address: addressOf({ screen: "workbench", from: "" }) },
  { screen: "learn", words: "Learn", address: addressOf({ screen: "learn", page: "" }) },
] as const;

function Top({ screen }: { readonly screen: Screen }) {
  return (
    <header class="top">
      <a class="name" href="#/">
        <img src="./icon.svg" alt="" width="20" height="20" />
        Noether
      </a>
      <nav aria-label="Screens">
        {LINKS.map((link) => (
          <a key={link.screen} href={link.address} aria-current={link.screen === screen ? "page" : undefined}>
            {link.words}
          </a>
        ))}
      </nav>
    </header>
  );
}
