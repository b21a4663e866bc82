import { expect, test } from "vitest";
import { laneOf, lanesWithRoom } from "./lane.ts";

test("what is fetched never takes the place of an upload, nor an upload its", () => {
  const idle = { quick: 0, heavy: 0, web: 0 };
  expect(laneOf({ bytes: 100_000_000, pages: 900, fileSource: "github" })).toBe("web");
  expect(lanesWithRoom({ ...idle, web: 7 }, 1)).toEqual(expect.arrayContaining(["web", "quick", "heavy"]));
  expect(lanesWithRoom({ ...idle, web: 8 }, 1)).toEqual(expect.arrayContaining(["quick", "heavy"]));
  expect(lanesWithRoom({ ...idle, web: 8 }, 1)).not.toContain("web");
  expect(lanesWithRoom({ quick: 2, heavy: 1, web: 0 }, 1)).toEqual(["web"]);
});
