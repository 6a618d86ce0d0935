import { expect, test } from "vitest";
import { checkedStudy, isStudyFile, studyFacts } from "../../src/study/check.js";
import { workplace } from "../program.js";
import { MODEL, studyText } from "./studies.js";

const { write, path } = workplace();

test("a study is checked as a study: its cases are counted, what is wrong has file, line and key", () => {
  write("good.yaml", studyText("k: [1, 2, 3]", "  measure: { end: { final: x } }\n"));
  write("bad.yaml", studyText("k: [1, 2, 3]", "  measure: { end: { last: x } }\n"));
  write("model.yaml", MODEL);
  expect(["good.yaml", "bad.yaml", "model.yaml"].map((name) => isStudyFile(path(name)))).toEqual([true, true, false]);
  expect(studyFacts(checkedStudy(path("good.yaml"), {}))).toMatchObject({
    cases: 3,
    varied: [{ keys: ["k"] }],
    files: [],
  });
  expect(() => checkedStudy(path("bad.yaml"), {})).toThrow(
    /bad\.yaml:6:\d+: study\.measure\.end\.last: unknown key "last"/,
  );
  expect(() => checkedStudy(path("good.yaml"), { step: "-1" })).toThrow(/^--set time\.step=-1: .*the step is -1/);
  expect(() => checkedStudy(path("good.yaml"), { fix: ["a"] })).toThrow(/--fix: is for meshes/);
});
