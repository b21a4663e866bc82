import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { readExamples } from "../scripts/examples.ts";
import { allOperations, documents } from "./documents.ts";

const examples = await readExamples(new URL("../examples/", import.meta.url));

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);

const responses = allOperations.flatMap(({ surface, method, path, operation }) =>
  Object.entries(operation.responses)
    .filter(([, response]) => response.content?.["application/json"] !== undefined)
    .map(([status]) => ({ surface, method, path, status, id: operation.operationId })),
);

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");

describe.each(responses)("$id $status", ({ surface, method, path, status, id }) => {
  const own = examples.filter((example) => example.operationId === id && example.status === status);

  test("has an example without a case name", () => {
    expect(own.map(({ file }) => file)).toContain(`${id}.${status}.json`);
  });

  test.each(own)("$file is valid", ({ value }) => {
    const keys = ["paths", path, method.toLowerCase(), "responses", status, "content", "application/json"];
    const validate = ajv.getSchema(`${surface}#${pointer(...keys, "schema")}`);
    expect(validate).toBeDefined();
    validate?.(value);
    expect(validate?.errors ?? []).toEqual([]);
  });
});

test("every example belongs to a documented response", () => {
  const known = new Set(responses.map(({ id, status }) => `${id}.${status}`));
  expect(examples.filter((e) => !known.has(`${e.operationId}.${e.status}`))).toEqual([]);
});

test("a wrong example would be noticed", () => {
  const validate = ajv.getSchema("sources#/components/schemas/Build");
  expect(validate?.({ build_id: "b", status: "Done", success: true })).toBe(false);
});

test("error examples repeat detail as message", () => {
  const errors = examples.filter(({ status }) => Number(status) >= 400 && status !== "503");
  for (const { file, value } of errors) {
    const { detail, message } = value as { detail?: string; message?: string };
    expect(detail, file).toBeTruthy();
    expect(message, file).toBe(detail);
  }
});
