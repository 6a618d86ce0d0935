/** What the browser remembers between visits: the layout, nothing of the models. A browser that keeps nothing is no obstacle. */
const PREFIX = "noether studio: ";

export function remembered<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value: unknown = text === null ? otherwise : JSON.parse(text);
    return typeof value === typeof otherwise ? (value as T) : otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks.
  }
}
