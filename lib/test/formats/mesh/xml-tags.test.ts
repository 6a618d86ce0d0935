/** What is written into XML can be read by any program, whatever the names are. */
import { expect, test } from "vitest";
import { escaped, jsonComment } from "../../../src/formats/mesh/xml-tags.js";

const NO_XML = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;

test("names and comments hold characters of XML only, and comments end once", () => {
  const evil = 'g\u001b[31m\u0000\ufffe\uffff\ud800 -- --> "<&>\n';
  expect(escaped(evil)).toBe("g_[31m____ -- --&gt; &quot;&lt;&amp;&gt;_");
  const comment = jsonComment("name", evil);
  expect(comment.trimEnd()).not.toMatch(NO_XML);
  expect(comment.indexOf("--", 4)).toBe(comment.length - 4);
  expect(JSON.parse(comment.slice("<!-- name: ".length, -" -->\n".length))).toBe(evil);
});
