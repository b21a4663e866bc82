import { expect, it } from "vitest";
import { labelOfElement, nameOfElement } from "./element-names.ts";

const named = (kind: string) => nameOfElement({ element_type: "NarrativeText", metadata: { kind } });

it("names what an element is to its document, before its type", () => {
  expect(["form_field", "figure_label", "description", "chapter"].map(named)).toEqual([
    "Form field",
    "In the figure",
    "Description",
    "Chapter",
  ]);
  expect(nameOfElement({ element_type: "Table", metadata: { kind: "chart", range: "A1 to C9" } })).toBe(
    "Chart, A1 to C9",
  );
});

it("keeps the type of an element whose kind it does not know", () => {
  expect(named("something new")).toBe("Text");
  expect(labelOfElement({ element_type: "Title", text: " Rules \n of the mill" })).toBe(
    "Title: Rules of the mill",
  );
});
