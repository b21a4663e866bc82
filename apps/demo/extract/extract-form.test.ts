import { expect, it } from "vitest";
import {
  type ExtractForm,
  extractForm,
  firstExtractForm,
  ownSchemaName,
  ownSchemas,
  withSchema,
  withTemplate,
} from "./extract-form.ts";
import { templates } from "./templates.ts";

const mine = '{ "properties": {} }';
const typed = (form: ExtractForm, schema: string) => ({ ...form, ...withSchema(form, schema) });
const chose = (form: ExtractForm, name: string) => ({ ...form, ...withTemplate(form, name) });

it("switches to a template and back to the user's own schema", () => {
  const edited = typed(firstExtractForm, mine);
  expect(edited.template).toBe(ownSchemaName);
  const receipt = chose(edited, "Receipt");
  expect(receipt.schema).toBe(templates[1].schema);
  expect(chose(receipt, ownSchemaName).schema).toBe(mine);
});

it("keeps the user's own schema and every edited template", () => {
  const first = typed(chose(typed(firstExtractForm, mine), "CV"), " ");
  expect(first.template).toBe("CV, edited");
  const second = typed(typed(chose(first, "CV"), "x"), "xy");
  expect(second).toMatchObject({ template: "CV, edited 2", schema: "xy" });
  const invoice = chose(second, "Invoice");
  expect(ownSchemas(invoice)).toEqual([ownSchemaName, "CV, edited", "CV, edited 2"]);
  expect(ownSchemas(invoice).map((name) => chose(invoice, name).schema)).toEqual([mine, " ", "xy"]);
  expect(chose(invoice, "CV").schema).toBe(templates[3].schema);
});

it("continues to edit a schema that is chosen again", () => {
  const invoice = chose(typed(chose(typed(firstExtractForm, mine), "CV"), "x"), "Invoice");
  const edited = typed(chose(invoice, "CV, edited"), "xy");
  expect(edited.own).toEqual({ [ownSchemaName]: mine, "CV, edited": "xy" });
});

it("offers an own schema before there is one: it begins with the present text", () => {
  expect(ownSchemas(firstExtractForm)).toEqual([ownSchemaName]);
  expect(chose(firstExtractForm, ownSchemaName)).toMatchObject({
    template: ownSchemaName,
    schema: firstExtractForm.schema,
  });
});

it("takes over a template's instruction, but does not replace the user's own", () => {
  expect(withTemplate(firstExtractForm, "CV").instruction).toBe(templates[3].instruction);
  expect(withTemplate({ ...firstExtractForm, instruction: "Mine" }, "CV").instruction).toBeUndefined();
});

it("recognises a template when the edit is undone", () => {
  const edited = typed(chose(typed(firstExtractForm, mine), "CV"), "x");
  const back = typed(edited, templates[3].schema);
  expect(back).toMatchObject({ template: "CV", own: { [ownSchemaName]: mine } });
  expect(ownSchemas(back)).toEqual([ownSchemaName]);
});

it("begins with a form that can be stored", () => {
  expect(extractForm.parse(firstExtractForm)).toEqual(firstExtractForm);
});
