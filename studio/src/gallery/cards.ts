/** Everything that the gallery shows, in its groups: examples, and the figures of the papers. */
import { pictures as examplePictures, cards as examples, groups } from "content:examples";
import { figures, pictures as paperPictures, papers } from "content:papers";
import { addressOf } from "../router.js";

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly address: string;
  readonly picture: (() => Promise<string>) | undefined;
  /** What a search looks through, in small letters. */
  readonly text: string;
}

export interface CardGroup {
  readonly title: string;
  /** Its name in a line with others. */
  readonly short: string;
  /** Where there is more to say; null: the cards say it. */
  readonly words: string | null;
  readonly cards: readonly Card[];
}

const card = (parts: Omit<Card, "text">, ...more: string[]): Card => ({
  ...parts,
  text: plain([parts.id, parts.title, parts.words, ...more].join(" ")),
});

/** Without accents, so that `henon` finds Hénon. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

const firstSentence = (words: string) => /^.*?[.:](?=\s|$)/.exec(words)?.[0].replace(/:$/, ".") ?? words;

const exampleGroups = groups.map(
  (group): CardGroup => ({
    title: group,
    short: group,
    words: null,
    cards: examples
      .filter((example) => example.group === group)
      .map(({ name, title, words, method }) =>
        card(
          {
            id: name,
            title,
            words: firstSentence(words),
            address: addressOf({ screen: "workbench", from: `example/${name}` }),
            picture: examplePictures[name],
          },
          group,
          method,
          words,
        ),
      ),
  }),
);

/** `kane2000` → Kane 2000. */
const nameOf = (key: string) => `${key.charAt(0).toUpperCase()}${key.slice(1).replace(/\d+$/, " $&")}`;

/** One card for each figure that is recomputed, by the name it has in its paper. */
const paperGroups = papers.map(
  ({ key, title, citation, items }): CardGroup => ({
    title,
    short: nameOf(key),
    words: citation.text,
    cards: figures
      .filter((id) => id.startsWith(`${key}/`))
      .map((id) => {
        const [, item = "", figure = ""] = id.split("/");
        const about = items.find((each) => each.id === item)?.title ?? "";
        return card(
          {
            id,
            title: figureName(figure),
            words: about,
            address: addressOf({ screen: "learn", page: `paper/${key}/${item}` }),
            picture: paperPictures[id],
          },
          key,
          citation.text,
          title,
        );
      }),
  }),
);

/** `figure-5-right` → Figure 5, right. */
function figureName(name: string): string {
  const [, number, rest = ""] = /^figure-(\d+)-?(.*)$/.exec(name) ?? [];
  const words = (number === undefined ? name : rest).replaceAll("-", " ");
  if (number === undefined) return words.charAt(0).toUpperCase() + words.slice(1);
  return words === "" ? `Figure ${number}` : `Figure ${number}, ${/^\d+$/.test(words) ? `e = 0.${words}` : words}`;
}

export const cardGroups: readonly CardGroup[] = [...exampleGroups, ...paperGroups];

/** Groups with the cards that have all words of the search in them; empty groups are left out. */
export function found(search: string): CardGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return cardGroups
    .map((group) => ({ ...group, cards: group.cards.filter(({ text }) => words.every((word) => text.includes(word))) }))
    .filter(({ cards }) => cards.length > 0);
}
