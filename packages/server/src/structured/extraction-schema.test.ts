import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import { checkExtractionSchema } from "./extraction-schema.ts";
import { fitToSchema } from "./fit-to-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { compileOutputSchema } from "./validate-output.ts";

const refusal = (schema: unknown): string | null => {
  try {
    checkExtractionSchema(schema as JsonSchema);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return error.message;
    throw error;
  }
};

describe("checkExtractionSchema", () => {
  test("resolves local references", () => {
    const schema = {
      type: "object",
      properties: {
        buyer: { $ref: "#/$defs/party", description: "who buys" },
        seller: { $ref: "#/$defs/party" },
      },
      $defs: { party: { type: "object", properties: { name: { $ref: "#/definitions/name" } } } },
      definitions: { name: { type: ["string", "null"] } },
    };
    const party = { type: "object", properties: { name: { type: ["string", "null"] } } };
    expect(checkExtractionSchema(schema)).toEqual({
      type: "object",
      properties: { buyer: { ...party, description: "who buys" }, seller: party },
    });
  });

  test("a property may be called $ref", () => {
    expect(refusal({ type: "object", properties: { $ref: { type: "string" } } })).toBeNull();
  });

  test.each([
    [{ type: "array", items: {} }, "output_schema is not supported: a type other than object at its root"],
    [{ type: "string" }, "output_schema is not supported: a type other than object at its root"],
    [
      { type: "object", properties: { a: { $ref: "https://example.com/a.json" } } },
      `output_schema is not supported: '$ref' to elsewhere ("https://example.com/a.json") at /properties/a`,
    ],
    [
      { type: "object", properties: { a: { $ref: "#/$defs/gone" } } },
      `output_schema is not valid: '$ref' to nothing ("#/$defs/gone") at /properties/a`,
    ],
    [
      { type: "object", properties: { child: { $ref: "#" } }, required: ["child"] },
      "output_schema is not supported: '$ref' to itself, which has no end, at /properties/child",
    ],
    [
      { type: "object", properties: { a: { type: "number", minimum: "1" } } },
      "output_schema is not valid: must be number at /properties/a/minimum",
    ],
  ])("refuses %j", (schema, message) => {
    expect(refusal(schema)).toBe(message);
  });

  test.each([
    [{ type: "object", properties: { name: {}, parts: { type: "array", items: { $ref: "#" } } } }],
    [
      {
        type: "object",
        properties: { next: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
        required: ["next"],
      },
    ],
    [{ type: "object", properties: { child: { $ref: "#" } } }],
  ])("accepts %j, which refers to itself and has an end", (schema) => {
    expect(refusal(schema)).toBeNull();
    const resolved = checkExtractionSchema(schema);
    expect(compileOutputSchema(resolved)(fitToSchema(resolved, {}).value)).toEqual([]);
  });

  test("references that multiply are stopped", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `d${index}`,
        {
          type: "object",
          properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } },
        },
      ]),
    );
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs: { ...$defs, d20: {} },
    };
    expect(refusal(schema)).toContain("more than 1000 references");
  });

  test("answers any JSON with acceptance or a 400, never another error", () => {
    const keyword = fc.constantFrom(
      "properties",
      "items",
      "anyOf",
      "allOf",
      "$ref",
      "$defs",
      "required",
      "const",
      "if",
    );
    fc.assert(
      fc.property(fc.dictionary(keyword, fc.jsonValue()), fc.jsonValue(), (schema, inner) => {
        refusal({ type: "object", ...schema });
        refusal({ type: "object", properties: { inner } });
      }),
      { numRuns: 300 },
    );
  });
});
