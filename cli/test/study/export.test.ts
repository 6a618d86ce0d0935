import { expect, test } from "vitest";
import { scripts, wordsOf } from "../../src/study/export.js";

test("the scripts compute what was asked for, its figures included", () => {
  const choices = { vary: ["step=0.1,0.2"], method: ["newmark(beta=1/6)"], set: ["k=2"] };
  const words = wordsOf("a study.yaml", choices, { out: "t.csv", figures: "my figures" });
  const command =
    "study 'a study.yaml' --vary step=0.1,0.2 --method 'newmark(beta=1/6)' --set k=2 --out t.csv --figures 'my figures'";
  for (const { text } of scripts({ words, table: "t.csv", shards: 3 })) expect(text).toContain(`$NOETHER ${command} `);
});
