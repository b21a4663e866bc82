import { expect, test } from "vitest";
import { filterQuery, namedParts } from "./sources-filter.ts";

test("a filter becomes the query of what it names", () => {
  expect(filterQuery()).toEqual({});
  expect(filterQuery({ q: "", sort: undefined })).toEqual({});
  expect(
    filterQuery({ fileIds: ["a"], tags: ["paid"], q: "may", status: ["Completed"], sort: "file_name" }),
  ).toEqual({ file_ids: ["a"], tags: ["paid"], q: "may", status: ["Completed"], sort: "file_name" });
});

test("an empty list leaves nothing, where the service would take it for everything", () => {
  for (const filter of [{ fileIds: [] }, { tags: [] }, { status: [] }])
    expect(filterQuery(filter)).toBeNull();
});

test("filters that mean all sources are one entry of the cache", () => {
  for (const filter of [undefined, {}, { q: "" }, { tags: undefined }])
    expect(namedParts(filter)).toBeUndefined();
  expect(namedParts({ tags: [] })).toEqual({ tags: [] });
});
