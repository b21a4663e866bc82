import { expect, test } from "vitest";
import { isPending } from "./is-pending.ts";

test.each([
  [{ fileIds: undefined }, true],
  [{ fileIds: null }, true],
  [{}, false],
  [{ fileIds: [] }, false],
  [{ fileIds: "all" }, false],
])(
  "a field that was given without a value is pending, one that was left out is not: %j",
  (fields, pending) => {
    expect(isPending(fields as { fileIds?: unknown }, "fileIds")).toBe(pending);
  },
);
