import { expect, it } from "vitest";
import { laneOf, lanesWithRoom } from "./lane.ts";

const quickBytes = 256 * 1024;

it.each([
  [{ bytes: 1, pages: null }, "quick"],
  [{ bytes: quickBytes, pages: null }, "quick"],
  [{ bytes: quickBytes + 1, pages: null }, "heavy"],
  [{ bytes: 1, pages: 20 }, "quick"],
  [{ bytes: 1, pages: 21 }, "heavy"],
] as const)("a document of %o waits in the %s lane", (document, lane) => {
  expect(laneOf(document)).toBe(lane);
});

it("asks each lane only while it has room", () => {
  expect(lanesWithRoom({ quick: 0, heavy: 0 }, 4)).toContain("quick");
  expect(lanesWithRoom({ quick: 0, heavy: 3 }, 4)).toEqual(["quick"]);
  expect(lanesWithRoom({ quick: 4, heavy: 0 }, 4)).not.toContain("quick");
});
