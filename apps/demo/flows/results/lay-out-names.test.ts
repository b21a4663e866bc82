import type { EntityGraph as NameGraph } from "@headwater/spec";
import { expect, it } from "vitest";
import { layOutNames, nameTowards, neighboursIn } from "./lay-out-names.ts";

const graph: NameGraph = {
  entities: ["a", "b", "c", "d", "e"].map((id) => ({ id, name: id, kind: "name", mentions: 1 })),
  relationships: [
    { source: "a", target: "b", weight: 1, files: [] },
    { source: "c", target: "a", weight: 3, files: [] },
    { source: "b", target: "d", weight: 1, files: [] },
    { source: "a", target: "gone", weight: 9, files: [] },
  ],
};

it("draws the chosen name, those next to it, and those one step further", () => {
  const placed = layOutNames(graph, "a");
  expect(placed.map(({ id, steps }) => [id, steps])).toEqual([
    ["a", 0],
    ["c", 1],
    ["b", 1],
    ["d", 2],
  ]);
  for (const { x, y } of placed) expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThanOrEqual(5);
  expect(layOutNames(graph, "a")).toEqual(placed);
  expect(layOutNames(graph, "nobody")).toEqual([]);
});

it("draws at most forty names", () => {
  const many: NameGraph = {
    entities: Array.from({ length: 500 }, (_, id) => ({
      id: String(id),
      name: String(id),
      kind: "name",
      mentions: 1,
    })),
    relationships: Array.from({ length: 499 }, (_, id) => ({
      source: String(Math.floor(id / 20)),
      target: String(id + 1),
      weight: 1,
      files: [],
    })),
  };
  expect(layOutNames(many, "0").length).toBeLessThanOrEqual(40);
});

it("goes to the nearest name in a direction", () => {
  const placed = layOutNames(graph, "a");
  const right = nameTowards(placed, "c", "ArrowRight");
  expect(right).toBeDefined();
  expect(right).not.toBe("c");
  expect(neighboursIn(graph).get("a")?.[1]).toBe("c");
});
