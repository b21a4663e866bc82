import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import { fitToSchema } from "./fit-to-schema.ts";
import { compileOutputSchema } from "./validate-output.ts";

const objectOf = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

describe("fitToSchema", () => {
  test("expresses a missing value in the first way the schema allows", () => {
    const schema = objectOf(
      {
        nullable: { type: ["string", "null"] },
        alternative: { anyOf: [{ type: "string" }, { type: "null" }] },
        list: { type: "array", items: { type: "string" } },
        kind: { const: "invoice" },
        nested: objectOf({ name: { type: ["string", "null"] } }, ["name"]),
        fallback: { type: "string", default: "EUR" },
        optional: { type: "string" },
      },
      ["nullable", "alternative", "list", "kind", "nested", "fallback"],
    );
    expect(fitToSchema(schema, {}).value).toEqual({
      nullable: null,
      alternative: null,
      list: [],
      kind: "invoice",
      nested: { name: null },
      fallback: "EUR",
    });
  });

  test("keeps what the schema does not name, whatever it is called", () => {
    const value = JSON.parse('{"constructor": "Ann", "toString": 1}');
    expect(fitToSchema(objectOf({ name: { type: "string" } }), value).value).toEqual(value);
    const required = objectOf({}, ["constructor"]);
    expect(() => fitToSchema(required, {}).value).toThrow(/constructor/);
  });

  test("a 400 names the value that was not found when the schema can't express that", () => {
    const schema = objectOf({ seller: objectOf({ name: { type: "string" } }, ["name"]) }, ["seller"]);
    expect(() => fitToSchema(schema, { seller: null }).value).toThrow(
      new ServiceError(
        400,
        "No value for /seller/name was found in the documents, and output_schema leaves no way to say so: allow null there or remove it from 'required'",
      ),
    );
    expect(fitToSchema(schema, { seller: { name: "Acme" } }).value).toEqual({ seller: { name: "Acme" } });
  });

  test("a value that does not fit counts as not found", () => {
    const schema = objectOf({
      code: { type: ["string", "null"], pattern: "^[A-Z]{3}$" },
      size: { type: ["integer", "null"], minimum: 1 },
    });
    expect(fitToSchema(schema, { code: "euro", size: 0, more: 1 }).value).toEqual({
      code: null,
      size: null,
      more: 1,
    });
    expect(fitToSchema({ ...schema, additionalProperties: false }, { code: "EUR", more: 1 }).value).toEqual({
      code: "EUR",
      size: null,
    });
  });

  test("rows without a required value are left out when others are complete", () => {
    const schema = objectOf({
      rows: { type: "array", items: objectOf({ sku: { type: "string" } }, ["sku"]) },
    });
    expect(fitToSchema(schema, { rows: [{ sku: null }, { sku: "A" }, {}] }).value).toEqual({
      rows: [{ sku: "A" }],
    });
    const required = { ...schema, required: ["rows"] };
    expect(() => fitToSchema(required, { rows: [{ sku: null }] }).value).toThrow(
      /No value for \/rows\/0\/sku was found/,
    );
  });

  test("many rows that do not fit are removed and the others stay", () => {
    const schema = objectOf({
      rows: { type: "array", items: objectOf({ n: { type: "integer", minimum: 0 } }, ["n"]) },
    });
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ n: index % 2 === 0 ? index : -index }));
    const fitted = fitToSchema(schema, { rows }).value as { rows: unknown[] };
    expect(fitted.rows).toHaveLength(500);
  });

  test("a pattern that backtracks for ever elsewhere answers at once", () => {
    const schema = objectOf({ code: { type: ["string", "null"], pattern: "^(a+)+$" } });
    const code = "a".repeat(50_000);
    expect(fitToSchema(schema, { code }).value).toEqual({ code });
    expect(fitToSchema(schema, { code: `${code}!` }).value).toEqual({ code: null });
  });

  test("every result is valid", () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constantFrom("string", "integer", "number", "boolean") }),
      fc.record({ type: fc.constantFrom(["string", "null"], ["number", "null"]) }),
      fc.record({ enum: fc.array(fc.constantFrom("a", "b", 1, null), { minLength: 1, maxLength: 3 }) }),
      fc.record({ type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.nat(5) }),
    );
    const { schema: anySchema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf as fc.Arbitrary<Record<string, unknown>>,
        fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(1) }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")),
          required: fc.subarray(["a", "b"]),
          additionalProperties: fc.boolean(),
        }),
        fc.record({ anyOf: fc.tuple(tie("schema"), fc.constant({ type: "null" })) }),
      ),
    }));
    fc.assert(
      fc.property(anySchema, fc.jsonValue(), (schema, draft) => {
        let fitted: unknown;
        try {
          fitted = fitToSchema(schema, draft).value;
        } catch (error) {
          if (error instanceof ServiceError && error.status === 400) return;
          throw error;
        }
        expect(compileOutputSchema(schema)(fitted)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
