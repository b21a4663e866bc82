import { describe, expect, it } from "vitest";
import { checkSchema } from "./check-schema.ts";
import { templates } from "./templates.ts";

const invoice = templates[0].schema;
const firstProblem = (text: string) => {
  const [problem] = checkSchema(text).problems;
  return problem && `Line ${problem.line}: ${problem.message}`;
};

describe("a valid schema", () => {
  it("is summed up in words", () => {
    const check = checkSchema(invoice);
    expect(check).toMatchObject({ valid: true, summary: "Valid. Six values, two of them required." });
    expect(check.valid && check.schema).toEqual(JSON.parse(invoice));
  });

  it.each(templates.map(({ name, schema }) => [name, schema]))("comes with the template %s", (_, schema) => {
    expect(checkSchema(schema).problems).toEqual([]);
  });

  it.each([
    ['{"properties":{"a":{}}}', "Valid. One value, not required."],
    ['{"properties":{"a":{}},"required":["a"]}', "Valid. One value, required."],
    ['{"properties":{"a":{},"b":{}},"required":["a","b"]}', "Valid. Two values, both required."],
    ['{"properties":{"a":{},"b":{}}}', "Valid. Two values, none of them required."],
  ])("%s", (text, summary) => {
    expect(checkSchema(text)).toMatchObject({ summary });
  });
});

describe("a mistake is reported with its line", () => {
  it("in a type", () => {
    const wrong = invoice.replace('"total": { "type": "number" }', '"total": { "type": "numbr" }');
    expect(firstProblem(wrong)).toBe('Line 9: "numbr" is not a type. Did you mean "number"?');
    const [problem] = checkSchema(wrong).problems;
    expect(wrong.slice(problem?.start, problem?.end)).toBe('"numbr"');
  });

  it.each([
    ['{\n"properties": {"a": {"type": "float"}}}', 'Line 2: "float" is not a type. Did you mean "number"?'],
    [
      '{"properties": {"a": {"type": "thing"}}}',
      'Line 1: "thing" is not a type. Types are string, number, integer, boolean, object, array and null.',
    ],
    [
      '{"properties": {"a": {"type": ["string", "number"]}}}',
      "Line 1: A value has one type, or one type and null.",
    ],
    ['{"properties": {"a": {"type": ["string", null]}}}', 'Line 1: Write "null" in double quotes.'],
    [
      '{\n"properties": {\n"a": {"oneOf": []}}}',
      'Line 3: "oneOf" is not supported. Only null can be an alternative: "type": ["string", "null"].',
    ],
    [
      '{\n"properties": {"a": {\n\n"$ref": "#/$defs/a"}}}',
      'Line 4: "$ref" is not supported. Write the schema out where it is used.',
    ],
    [
      '{"type": "array", "items": {}}',
      'Line 1: The outermost type is "object"; put a list inside it, under a name.',
    ],
    ["{}", 'Line 1: Say what the values are called: "type": "object" and "properties".'],
    ['{"type": "object"}', 'Line 1: No values are named yet. Add "properties".'],
    ["[]", 'Line 1: Put the schema in braces, such as { "type": "string" }.'],
    [
      '{"propertys": {"a": {}}, "type": "object", "properties": {"b": {}}}',
      'Line 1: "propertys" is not a word of JSON Schema. Did you mean "properties"?',
    ],
    [
      '{"properties": {"total": {}},\n"required": ["totl"]}',
      'Line 2: "totl" is required but not in "properties". Did you mean "total"?',
    ],
    ['{"properties": {"a": "string"}}', 'Line 1: Write { "type": "string" }.'],
    ['{"properties": {"a": {}, "a": {}}}', 'Line 1: "a" is named twice.'],
    ['{"properties": {"a": {"enum": []}}}', 'Line 1: "enum" is a list of the values allowed.'],
    [
      '{"properties": {"a": {"type": "array", "items": [{}]}}}',
      'Line 1: "items" is one schema that every entry follows, not a list.',
    ],
    [
      '{"properties": {"a": {"type": "array", "items": {"type": "strng"}}}}',
      'Line 1: "strng" is not a type. Did you mean "string"?',
    ],
  ])("%s", (text, said) => {
    expect(firstProblem(text)).toBe(said);
  });

  it("reports them all, in the order of the text", () => {
    const { problems } = checkSchema(
      '{"required": ["x"],\n"properties": {"a": {"type": "numbr"},\n"b": {"allOf": []}}}',
    );
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it("does not mistake the name of a value for a keyword", () => {
    expect(
      checkSchema('{"properties": {"oneOf": {"type": "string"}, "type": {"type": "string"}}}').problems,
    ).toEqual([]);
  });
});
