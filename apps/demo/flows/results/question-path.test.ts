import type { EntityGraph, NodeResultItem } from "@headwater/spec";
import { expect, test } from "vitest";
import { questionPath } from "./question-path.ts";

const names = ["fault E14", "Bulletin 26-04", "warranty period", "R290"];
const graph: EntityGraph = {
  entities: names.map((name, at) => ({ id: `e${at}`, name, kind: "name", mentions: 1 })),
  relationships: [
    { source: "e0", target: "e1", weight: 5, files: [] },
    { source: "e1", target: "e2", weight: 4, files: [] },
    { source: "e1", target: "e3", weight: 1, files: [] },
  ],
};
const item = (id: string, entities: string[], more: object = {}): NodeResultItem => ({
  ...{ id, content: id },
  metadata: { chunk_id: id, source: `${id}.md`, entities, ...more },
});

test("follows the names by which passages were found", () => {
  const items = [
    item("handbook", ["fault E14", "Bulletin 26-04"]),
    item("terms", ["Bulletin 26-04", "R290", "warranty period"], {
      via: "Bulletin 26-04",
      via_chunk: "handbook",
    }),
  ];
  const { steps, links } = questionPath(items, graph);
  expect(steps).toEqual([{ name: "Bulletin 26-04", from: "terms.md" }]);
  expect([...links]).toEqual(["e0 e1", "e1 e2"]);
});

test("there is no way without a bridge, and a name that is not drawn has no line", () => {
  expect(questionPath([item("one", ["R290"])], graph)).toEqual({ steps: [], links: new Set() });
  const unknown = questionPath([item("one", [], { via: "Leiden", via_chunk: "x" })], graph);
  expect(unknown.steps).toEqual([{ name: "Leiden", from: "one.md" }]);
  expect(unknown.links.size).toBe(0);
});
