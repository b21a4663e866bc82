import { expect, it } from "vitest";
import { tagScopeWords, toggledTag } from "./tag-scope.ts";

it("chooses tags themselves, and means all sources again when the last one is unticked", () => {
  expect(toggledTag(undefined, [], "paid")).toEqual(["paid"]);
  expect(toggledTag(["a", "b"], ["paid"], "open")).toEqual(["paid", "open"]);
  expect(toggledTag(["a", "b"], ["paid", "open"], "paid")).toEqual(["open"]);
  expect(toggledTag(["a"], ["paid"], "paid")).toEqual([]);
});

it("leaves the choice to ids where tags alone cannot say it", () => {
  expect(toggledTag(["a"], [], "paid")).toBeUndefined();
  const most = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  expect(toggledTag(["a"], most, "paid")).toBeUndefined();
  expect(toggledTag(["a"], most, "tag 3")).toHaveLength(19);
});

it("names the tags, and how many sources they hold", () => {
  expect(tagScopeWords(["paid"], undefined)).toBe("tag paid");
  expect(tagScopeWords(["paid"], 0)).toBe("tag paid, no source");
  expect(tagScopeWords(["paid"], 1)).toBe("tag paid, 1 source");
  expect(tagScopeWords(["paid", "open"], 1_200)).toBe("2 tags, 1,200 sources");
});
