import { describe, expect, test } from "vitest";
import type { Json } from "../scripts/document.ts";
import { allOperations, documents } from "./documents.ts";

/** Names that broke generators of other languages (docs/decisions/spec-generators.md). */
describe.each(Object.entries(documents))("%s: names that generators can use", (_surface, document) => {
  const names = Object.values(document.components).flatMap((parts) => Object.keys(parts));

  test("no two parts share a name, in any case: schemas and parameters become files of one folder", () => {
    const spellings = names.map((name) => name.toLowerCase());
    expect(spellings.filter((name, index) => spellings.indexOf(name) !== index)).toEqual([]);
  });

  test("parts are named as types are", () => {
    for (const [kind, parts] of Object.entries(document.components)) {
      if (kind === "securitySchemes") continue;
      for (const name of Object.keys(parts)) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
    }
  });

  test("a constant has a type", () => {
    const untyped = nodesOf(document as unknown as Json).filter(
      (node) => "const" in node && !("type" in node),
    );
    expect(untyped).toEqual([]);
  });

  test("what is sent or answered has a name, also where it is part of a list", () => {
    for (const { operation } of allOperations.filter((located) => located.document === document)) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const { schema } of contents.flatMap((body) => Object.values(body?.content ?? {}))) {
        const { $ref, items } = schema as { $ref?: string; items?: { $ref?: string } };
        expect($ref ?? items?.$ref, operation.operationId).toMatch(/^#\/components\/schemas\//);
      }
    }
  });
});

test("the file part is bytes by the words of OpenAPI 3.0 and of 3.1", () => {
  const { FileUpload, OlderFileUpload, PagePicture } = documents.sources.components.schemas as Record<
    string,
    { properties?: Record<string, Json> }
  >;
  const bytes = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
  expect(FileUpload?.properties?.file).toMatchObject(bytes);
  expect(OlderFileUpload?.properties?.file).toMatchObject(bytes);
  expect(PagePicture).toMatchObject({ ...bytes, contentMediaType: "image/png" });
});

/** Every object within a document, but not what examples show. */
function nodesOf(node: Json): Record<string, Json>[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (node === null || typeof node !== "object") return [];
  const inner = Object.entries(node).filter(([key]) => key !== "example" && key !== "examples");
  return [node, ...inner.flatMap(([, value]) => nodesOf(value))];
}
