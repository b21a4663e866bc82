import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isSchemaNotSupportedError } from "../errors/guards.ts";
import { jsonSchemaOf } from "./json-schema-of.ts";
import { simplifySchema } from "./simplify-schema.ts";

const simplified = (shape: z.ZodRawShape) => simplifySchema(jsonSchemaOf(z.object(shape)));
const property = (schema: z.ZodType) => (simplified({ it: schema }).properties as Record<string, unknown>).it;
const refusal = (schema: object): string => {
  try {
    simplifySchema(schema as Record<string, unknown>);
  } catch (error) {
    if (isSchemaNotSupportedError(error)) return error.path;
    throw error;
  }
  throw new Error("accepted");
};

describe("simplifySchema", () => {
  it.each<[string, z.ZodType, object]>([
    ["a nullable string", z.string().nullable(), { type: ["string", "null"] }],
    ["a nullable enum", z.enum(["a", "b"]).nullable(), { type: ["string", "null"], enum: ["a", "b", null] }],
    ["a nullable literal", z.literal("a").nullable(), { type: ["string", "null"], enum: ["a", null] }],
    ["a union of literals", z.union([z.literal("a"), z.literal("b")]), { type: "string", enum: ["a", "b"] }],
    [
      "literals and null",
      z.union([z.literal(1), z.literal(2), z.null()]),
      { type: ["number", "null"], enum: [1, 2, null] },
    ],
    [
      "a nullable list",
      z.array(z.string()).nullable(),
      { type: ["array", "null"], items: { type: "string" } },
    ],
    ["twice nullable", z.string().nullable().nullish(), { type: ["string", "null"] }],
    [
      "with a description",
      z.literal("a").nullable().describe("An a."),
      { type: ["string", "null"], enum: ["a", null], description: "An a." },
    ],
    ["just null", z.null(), { type: "null" }],
  ])("writes %s without alternatives", (_, schema, expected) => {
    expect(property(schema)).toEqual(expected);
  });

  it("reaches nullable parts at any depth", () => {
    const line = z
      .object({ amount: z.number().nullable(), tags: z.array(z.enum(["x"]).nullable()) })
      .nullable();
    expect(
      JSON.stringify(simplified({ lines: z.array(line), byName: z.record(z.string(), line) })),
    ).not.toMatch(/anyOf|oneOf|allOf|\$ref|\$schema/);
  });

  it("keeps a record, whose names are strings in any case", () => {
    expect(property(z.record(z.string(), z.number()))).toEqual({
      type: "object",
      additionalProperties: { type: "number" },
    });
  });

  it.each([
    ["a tuple", z.tuple([z.string(), z.number()]), "/properties/it: 'prefixItems' is not supported"],
    ["what can never be", z.never().optional(), "/properties/it: 'not' is not supported"],
    ["chosen names", z.partialRecord(z.enum(["a"]), z.number()), "'propertyNames' is not supported"],
  ])("refuses %s before anything is sent", (_, schema, message) => {
    expect(() => property(schema)).toThrow(message);
  });

  it("writes out references", () => {
    const address = z.object({ city: z.string() }).meta({ id: "Address" });
    expect(property(address.nullable())).toEqual({
      type: ["object", "null"],
      properties: { city: { type: "string" } },
      required: ["city"],
    });
    expect(simplified({ from: address, to: address })).not.toHaveProperty("$defs");
  });

  it("keeps a property that is named like a keyword", () => {
    expect(simplified({ anyOf: z.string(), $ref: z.number() }).properties).toEqual({
      anyOf: { type: "string" },
      $ref: { type: "number" },
    });
  });

  it("leaves the given schema as it was", () => {
    const given = { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } };
    const before = structuredClone(given);
    simplifySchema(given);
    expect(given).toEqual(before);
  });

  it.each<[string, object, string]>([
    [
      "a union of types",
      z.toJSONSchema(z.object({ a: z.object({ b: z.union([z.string(), z.number()]) }) })),
      "/properties/a/properties/b",
    ],
    [
      "alternatives",
      z.toJSONSchema(z.object({ a: z.array(z.union([z.object({ x: z.string() }), z.string()])) })),
      "/properties/a/items/anyOf",
    ],
    [
      "a discriminated union",
      z.toJSONSchema(
        z.discriminatedUnion("t", [z.object({ t: z.literal(1) }), z.object({ t: z.literal(2) })]),
      ),
      "/oneOf",
    ],
    [
      "an intersection",
      z.toJSONSchema(z.object({ a: z.string().and(z.string().min(3)) })),
      "/properties/a/allOf",
    ],
    ["a slash in a name", { properties: { "a/b~c": { type: ["string", "number"] } } }, "/properties/a~1b~0c"],
    ["rules beside alternatives", { anyOf: [{ type: "object" }, { type: "null" }], required: ["a"] }, ""],
    ["a reference to nowhere", { $ref: "#/$defs/Missing" }, "/$ref"],
    ["a reference elsewhere", { $ref: "https://example.com/schema.json" }, "/$ref"],
    [
      "a reference to itself",
      { $defs: { a: { properties: { b: { $ref: "#/$defs/a" } } } }, $ref: "#/$defs/a" },
      "/properties/b/$ref",
    ],
  ])("refuses %s and names the place", (_, schema, path) => {
    expect(refusal(schema)).toBe(path);
  });

  it("refuses a schema that contains itself", () => {
    const tree = z.object({
      get children(): z.ZodArray<z.ZodType> {
        return z.array(tree);
      },
    });
    expect(refusal(jsonSchemaOf(tree))).toMatch(/items\/\$ref$/);
  });
});
