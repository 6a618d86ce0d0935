/** Modules that build/plugin.ts makes. */
declare module "content:examples" {
  export const groups: readonly string[];
  export const cards: readonly import("./facts.js").ExampleCard[];
  export const pictures: Readonly<Record<string, () => Promise<string>>>;
}

declare module "content:methods" {
  export const methods: readonly import("./facts.js").MethodFacts[];
  export const pages: Readonly<Record<string, () => Promise<import("./facts.js").MethodPage>>>;
}

declare module "content:papers" {
  export const papers: readonly import("./facts.js").PaperFacts[];
  /** `kane2000/figure-2/figure-2`: paper, item, figure. */
  export const figures: readonly string[];
  export const contents: Readonly<Record<string, () => Promise<import("./facts.js").PaperContent>>>;
  export const pictures: Readonly<Record<string, () => Promise<string>>>;
}

declare module "content:about" {
  export const version: string;
  /** By their keys. */
  export const citations: Readonly<Record<string, string>>;
}
