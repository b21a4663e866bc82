import { expect, it } from "vitest";
import { rowOf } from "../../../testing/word-nodes.ts";
import { changedNodes } from "./changed-nodes.ts";

const row = (topK: number) =>
  rowOf(["dataset", { files: ["a"] }], ["retrieval", { topK }], ["reranking", {}], ["response", {}]);

it("names a changed node and all after it", () => {
  expect(changedNodes(row(3), row(4))).toEqual(["retrieval", "reranking", "response"]);
  expect(changedNodes(row(3), row(3))).toEqual([]);
});

it("names what is joined otherwise, and not what only moved or has another name", () => {
  const joined = row(3);
  joined.edges = joined.edges.filter(({ source }) => source !== "retrieval");
  expect(changedNodes(row(3), joined)).toEqual(["reranking", "response"]);
  const moved = row(3);
  moved.nodes = moved.nodes.map((node) => ({ ...node, name: "other", position: { x: 9, y: 9 } }));
  expect(changedNodes(row(3), moved)).toEqual([]);
});
