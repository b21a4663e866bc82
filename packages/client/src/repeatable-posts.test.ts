import { type OperationEntry, operations } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { repeatableFlowPosts } from "./flow-client.ts";
import { repeatablePosts } from "./sources-client.ts";

const readingPosts = (surface: OperationEntry["surface"]) =>
  Object.values<OperationEntry>(operations)
    .filter((each) => each.surface === surface && each.method === "POST" && each.access === "read")
    .map(({ path }) => path)
    .sort();

describe("POSTs that are repeated after an uncertain failure", () => {
  it("are those the spec calls reads", () => {
    expect([...repeatablePosts].sort()).toEqual(readingPosts("sources"));
    expect([...repeatableFlowPosts].sort()).toEqual(readingPosts("flows"));
  });
});
