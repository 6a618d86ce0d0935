import { expect, test } from "vitest";
import { abaqusElementTreatment, REFUSED_ELEMENTS } from "../../../src/formats/deck/abaqus-element-treatments.js";

test("an element is refused for the reason that the page of decks gives", () => {
  for (const [type, { why }] of Object.entries(REFUSED_ELEMENTS))
    expect(abaqusElementTreatment(type).why, type).toBe(why);
});
