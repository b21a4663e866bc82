import { expect, it } from "vitest";
import { chosenOf, extend, noneChosen, toggle } from "./choosing.ts";

const shown = ["a", "b", "c", "d", "e"];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort();

it("chooses a row and lets it go", () => {
  const one = toggle(noneChosen, "b");
  expect(idsOf(one)).toEqual(["b"]);
  expect(idsOf(toggle(one, "b"))).toEqual([]);
});

it("chooses on from the last row that was touched, downwards and upwards", () => {
  const from = toggle(toggle(noneChosen, "e"), "c");
  expect(idsOf(extend(from, "d", shown))).toEqual(["c", "d", "e"]);
  expect(idsOf(extend(from, "a", shown))).toEqual(["a", "b", "c", "e"]);
  expect(idsOf(extend(noneChosen, "b", shown))).toEqual(["b"]);
});

it("acts only on what is shown", () => {
  const chosen = extend(toggle(noneChosen, "a"), "c", shown);
  expect(chosenOf(chosen, [{ file_id: "c" }, { file_id: "x" }])).toEqual([{ file_id: "c" }]);
});
