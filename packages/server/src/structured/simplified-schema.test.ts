import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import type { JsonSchema } from "./json-schema.ts";
import { checkSimplifiedSchema } from "./simplified-schema.ts";

const refusal = (schema: unknown): string | null => {
  try {
    checkSimplifiedSchema(schema as JsonSchema);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return error.message;
    throw error;
  }
};
const property = (schema: unknown) => ({ type: "object", properties: { term: schema } });

describe("checkSimplifiedSchema", () => {
  test.each([
    [property({ type: "string" })],
    [property({ type: ["string", "null"], description: "the term" })],
    [property({ type: "array", items: property({ type: "integer", minimum: 1 }) })],
    [{ type: "array", items: { type: "string" } }],
    [{ ...property({ enum: ["a", "b", null] }), additionalProperties: false, required: ["term"] }],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} }],
    [property({ type: "object", properties: { oneOf: { type: "string" }, $ref: { type: "string" } } })],
  ])("accepts %j", (schema) => {
    expect(refusal(schema)).toBeNull();
  });

  test.each(["oneOf", "anyOf", "allOf", "$ref", "not", "if", "patternProperties", "$defs", "prefixItems"])(
    "refuses %s, naming where it stands",
    (keyword) => {
      expect(refusal(property({ [keyword]: {} }))).toBe(
        `output_schema is not supported: '${keyword}' at /properties/term`,
      );
      expect(refusal({ type: "array", items: property({ [keyword]: {} }) })).toBe(
        `output_schema is not supported: '${keyword}' at /items/properties/term`,
      );
    },
  );

  test("refuses unions other than with null", () => {
    expect(refusal(property({ type: ["string", "number"] }))).toBe(
      "output_schema is not supported: a union of types other than with null at /properties/term",
    );
  });

  test.each([
    [property({ type: "text" }), "/properties/term"],
    [property("string"), "/properties/term"],
    [property({ type: "string", minLength: -1 }), "/properties/term/minLength"],
    [property({ type: "string", pattern: "(" }), "/properties/term/pattern"],
    [{ type: "object", properties: [] }, "at its root"],
    [{ type: "object", properties: { "a/b": { type: 5 } } }, "/properties/a~1b"],
  ])("says of %j where it is no schema", (schema, path) => {
    expect(refusal(schema)).toMatch(/^output_schema is not valid: /);
    expect(refusal(schema)).toContain(path);
  });

  test("refuses what is too deep or too large", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 100; level += 1) deep = property(deep);
    expect(refusal(deep)).toBe("output_schema is too large: more than 64 levels");
    const wide = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    expect(refusal({ type: "object", properties: wide })).toContain("output_schema is too large");
  });

  test("answers any JSON with acceptance or a 400, never another error", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            "type",
            "properties",
            "items",
            "enum",
            "required",
            "$ref",
            "const",
            "pattern",
            "format",
            "default",
          ),
          fc.jsonValue(),
        ),
        (schema) => {
          refusal(schema);
        },
      ),
      { numRuns: 300 },
    );
  });
});
