import { expect, it } from "vitest";
import { outlineOf } from "../outline-entries.ts";
import { railGroups } from "./rail-groups.ts";

const outline = (titles: readonly [number, string][]) =>
  outlineOf(
    titles.map(([position, markdown]) => ({
      ...{ element_id: `e${position}`, position, markdown, metadata: {} },
      text: markdown.replace(/^#+ /, ""),
    })),
  );
const entries = outline([
  [10, "# 1. One"],
  [20, "## A. First"],
  [30, "## B. Second"],
  [50, "# 2. Two"],
]);

it("counts places by section, and says where each section's first place is", () => {
  expect(railGroups([2, 12, 21, 25, 60], entries, 100)).toEqual([
    { label: "Beginning", count: 1, position: 2, at: 0.02 },
    { label: "1", count: 1, position: 12, at: 0.12 },
    { label: "1 A", count: 2, position: 21, at: 0.23 },
    { label: "2", count: 1, position: 60, at: 0.6 },
  ]);
});

it("keeps labels apart and on the rail, in their order", () => {
  const places = railGroups(
    [96, 97, 98, 99],
    outline([0, 97, 98, 99].map((at) => [at, `# Title ${at}`])),
    100,
  );
  expect(places.map(({ label }) => label)).toEqual(["Title 0", "Title 97", "Title 98", "Title 99"]);
  expect(places.every(({ at }, index) => at - (places[index - 1]?.at ?? -1) >= 0.039)).toBe(true);
  expect(places.at(-1)?.at).toBeLessThanOrEqual(1);
});

it("takes the coarser sections when there are too many", () => {
  const many = outline(
    Array.from({ length: 60 }, (_, index) => [index * 10, `${index % 20 === 0 ? "#" : "##"} T${index}`]),
  );
  const groups = railGroups(
    Array.from({ length: 60 }, (_, index) => index * 10 + 1),
    many,
    600,
  );
  expect(groups.map(({ count }) => count)).toEqual([20, 20, 20]);
});
