import { describe, expect, test } from "vitest";
import { prefersPicture, readJsonBody, readQuery, wantsEvents } from "../src/index.ts";

const fields = [
  ["file_ids", "ids"],
  ["page_numbers", "list"],
  ["elementsToRemove", "list"],
  ["suppress", "boolean"],
  ["page", "text"],
] as const;
const read = (query: string) => {
  const sent = new URLSearchParams(query);
  return readQuery(fields, (name) => sent.getAll(name));
};

describe("a query", () => {
  test.each([
    ["file_ids=a&file_ids=b,c", { file_ids: ["a", "b", "c"] }],
    ["file_ids=", {}],
    ["file_ids=&file_ids=", {}],
    ["file_ids=,,,", { file_ids: [] }],
    ["file_ids=%2C", { file_ids: [] }],
    ["page_numbers=,,", {}],
    ["page=1&page=2&unknown=x", { page: "2" }],
    ["page=", {}],
    ["suppress=True", { suppress: "true" }],
    ["suppress=1", { suppress: "true" }],
    ["suppress=YES", { suppress: "true" }],
    ["suppress=no", { suppress: "false" }],
    ["suppress=0", { suppress: "false" }],
    ["suppress=maybe", { suppress: "maybe" }],
  ])("%s", (query, values) => {
    expect(read(query)).toEqual({ values, notices: [] });
  });

  test("a known spelling is understood and said; the contract's own wins", () => {
    expect(read("elements_to_remove=Table,Image")).toEqual({
      values: { elementsToRemove: ["Table", "Image"] },
      notices: ["elements_to_remove is read as elementsToRemove"],
    });
    expect(read("elements_to_remove=Table&elementsToRemove=Image")).toEqual({
      values: { elementsToRemove: ["Image"] },
      notices: [],
    });
    expect(read("fileIds=a&file_id=b&FILE_IDS=c").values).toEqual({});
  });
});

describe("a JSON body", () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const readBody = (bytes: Uint8Array, contentType?: string, contentEncoding?: string) =>
    readJsonBody({ bytes, contentType, contentEncoding });

  test("is read; an empty one is undefined", () => {
    expect(readBody(bytesOf('{"a":1}'), "application/json; charset=utf-8")).toEqual({ value: { a: 1 } });
    expect(readBody(bytesOf('{"a":1}'))).toEqual({ value: { a: 1 } });
    expect(readBody(bytesOf(""), "text/plain")).toEqual({ value: undefined });
  });

  test.each([
    [bytesOf("\ufeff{}"), "application/json", undefined, /byte order mark/],
    [new Uint8Array([0x1f, 0x8b, 8, 0]), "application/json", undefined, /compressed/],
    [bytesOf("{}"), "application/json", "gzip", /compressed/],
    [bytesOf("{}"), "text/plain", undefined, /Content-Type must be application\/json/],
    [bytesOf("{"), undefined, undefined, /not valid JSON/],
    [new Uint8Array([0x22, 0xff, 0x22]), undefined, undefined, /not valid JSON/],
  ])("what is wrong is said", (bytes, type, encoding, problem) => {
    expect(readBody(bytes, type, encoding)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

test.each([
  [undefined, false],
  ["*/*", false],
  ["application/json", false],
  ["text/event-stream", true],
  ["application/json, text/event-stream", true],
  ["text/event-stream;q=0", false],
  ["text/event-stream;q=0.5, application/json", false],
  ["application/json;q=0.5, TEXT/EVENT-STREAM", true],
])("Accept: %s asks for events: %s", (accept, wanted) => {
  expect(wantsEvents(accept)).toBe(wanted);
});

test.each([
  [undefined, false],
  ["*/*", false],
  ["image/png", true],
  ["image/png, application/json", false],
  ["image/png, application/json;q=0.9", true],
  ["image/png;q=0.2, application/json;q=0.9", false],
  ["image/png;q=0", false],
  ["image/avif,image/webp,image/*,*/*;q=0.8", true],
])("Accept: %s asks for a picture: %s", (accept, wanted) => {
  expect(prefersPicture(accept)).toBe(wanted);
});
