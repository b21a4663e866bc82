import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import { expect, test } from "vitest";
import { flowNodeTypes } from "../flow/flow.ts";
import { configFields } from "./config-fields.ts";

type Schema = { required?: string[]; properties?: Record<string, object>; $ref?: string };
const schemas = flowsSpec.components.schemas as unknown as Record<string, Schema>;
const schemaOf = (type: string) =>
  schemas[`${type.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Config`];

test.each(flowNodeTypes)("%s has the fields of the spec, and requires the same", (type) => {
  const { properties = {}, required = [] } = schemaOf(type) ?? {};
  expect(Object.keys(configFields[type]).sort()).toEqual(Object.keys(properties).sort());
  const needed = Object.entries(configFields[type]).filter(([, field]) => field.required);
  expect(needed.map(([name]) => name)).toEqual(required);
});

test.each(flowNodeTypes)("%s accepts and refuses at the limits of the spec", (type) => {
  for (const [name, property] of Object.entries(schemaOf(type)?.properties ?? {})) {
    const schema = property as {
      minimum?: number;
      maximum?: number;
      maxLength?: number;
      type?: string | string[];
    };
    const field = configFields[type][name];
    const { minimum, maximum, maxLength } = schema;
    if (minimum !== undefined)
      expect([name, field?.accepts(minimum), field?.accepts(minimum - 1)]).toEqual([name, true, false]);
    if (maximum !== undefined)
      expect([name, field?.accepts(maximum), field?.accepts(maximum + 1)]).toEqual([name, true, false]);
    if (maxLength !== undefined)
      expect([
        name,
        field?.accepts("x".repeat(maxLength)),
        field?.accepts("x".repeat(maxLength + 1)),
      ]).toEqual([name, true, false]);
    expect([name, field?.accepts(null)]).toEqual([name, [schema.type].flat().includes("null")]);
  }
});
