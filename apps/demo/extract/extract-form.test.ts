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

it("goes to a template and back to one's own schema", () => {
  const edited = typed(firstExtractForm, mine);
  expect(edited.template).toBe(ownSchemaName);
  const receipt = chose(edited, "Receipt");
  expect(receipt.schema).toBe(templates[1].schema);
  expect(chose(receipt, ownSchemaName).schema).toBe(mine);
});

it("keeps one's own schema and every template that was written in", () => {
  const first = typed(chose(typed(firstExtractForm, mine), "CV"), " ");
  expect(first.template).toBe("CV, edited");
  const second = typed(typed(chose(first, "CV"), "x"), "xy");
  expect(second).toMatchObject({ template: "CV, edited 2", schema: "xy" });
  const invoice = chose(second, "Invoice");
  expect(ownSchemas(invoice)).toEqual([ownSchemaName, "CV, edited", "CV, edited 2"]);
  expect(ownSchemas(invoice).map((name) => chose(invoice, name).schema)).toEqual([mine, " ", "xy"]);
  expect(chose(invoice, "CV").schema).toBe(templates[3].schema);
});

it("writes on in a schema one came back to", () => {
  const invoice = chose(typed(chose(typed(firstExtractForm, mine), "CV"), "x"), "Invoice");
  const edited = typed(chose(invoice, "CV, edited"), "xy");
  expect(edited.own).toEqual({ [ownSchemaName]: mine, "CV, edited": "xy" });
});

it("offers one's own schema before there is one: it begins with what stands there", () => {
  expect(ownSchemas(firstExtractForm)).toEqual([ownSchemaName]);
  expect(chose(firstExtractForm, ownSchemaName)).toMatchObject({
    template: ownSchemaName,
    schema: firstExtractForm.schema,
  });
});

it("brings a template's instruction, but not over one's own", () => {
  expect(withTemplate(firstExtractForm, "CV").instruction).toBe(templates[3].instruction);
  expect(withTemplate({ ...firstExtractForm, instruction: "Mine" }, "CV").instruction).toBeUndefined();
});

it("knows a template that was typed back", () => {
  const edited = typed(chose(typed(firstExtractForm, mine), "CV"), "x");
  const back = typed(edited, templates[3].schema);
  expect(back).toMatchObject({ template: "CV", own: { [ownSchemaName]: mine } });
  expect(ownSchemas(back)).toEqual([ownSchemaName]);
});

it("begins with a form that can be kept", () => {
  expect(extractForm.parse(firstExtractForm)).toEqual(firstExtractForm);
});
