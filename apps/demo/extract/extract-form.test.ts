import { expect, it } from "vitest";
import { extractForm, firstExtractForm, withSchema, withTemplate } from "./extract-form.ts";
import { templates } from "./templates.ts";

it("goes to a template and back to one's own schema", () => {
  const edited = { ...firstExtractForm, ...withSchema('{ "properties": {} }') };
  expect(edited.template).toBe("");
  const receipt = { ...edited, ...withTemplate(edited, "Receipt") };
  expect(receipt.schema).toBe(templates[1].schema);
  expect({ ...receipt, ...withTemplate(receipt, "") }.schema).toBe('{ "properties": {} }');
});

it("brings a template's instruction, but not over one's own", () => {
  expect(withTemplate(firstExtractForm, "CV").instruction).toBe(templates[3].instruction);
  expect(withTemplate({ ...firstExtractForm, instruction: "Mine" }, "CV").instruction).toBeUndefined();
});

it("knows a template that was typed back", () => {
  expect(withSchema(templates[0].schema).template).toBe("Invoice");
});

it("begins with a form that can be kept", () => {
  expect(extractForm.parse(firstExtractForm)).toEqual(firstExtractForm);
});
