import { expect, it } from "vitest";
import { laneOf, lanesWithRoom } from "./lane.ts";

const quickBytes = 256 * 1024;

it.each([
  [{ bytes: 1, pages: null }, "quick"],
  [{ bytes: quickBytes, pages: null }, "quick"],
  [{ bytes: quickBytes + 1, pages: null }, "heavy"],
  [{ bytes: 1, pages: 20 }, "quick"],
  [{ bytes: 1, pages: 21 }, "heavy"],
  // Recognising its text takes seconds.
  [{ bytes: 1, pages: null, fileType: "png" }, "heavy"],
  // Hearing takes as long as it was spoken.
  [{ bytes: 1, pages: null, fileType: "mp3" }, "heavy"],
] as const)("a document of %o waits in the %s lane", (document, lane) => {
  expect(laneOf({ fileSource: "local file", fileType: "txt", ...document })).toBe(lane);
});

it("asks each lane only while it has room", () => {
  expect(lanesWithRoom({ quick: 0, heavy: 0, web: 8 }, 4)).toContain("quick");
  expect(lanesWithRoom({ quick: 0, heavy: 3, web: 8 }, 4)).toEqual(["quick"]);
  expect(lanesWithRoom({ quick: 4, heavy: 0, web: 8 }, 4)).not.toContain("quick");
});

it("what is fetched never takes the place of an upload, nor an upload its", () => {
  const idle = { quick: 0, heavy: 0, web: 0 };
  expect(laneOf({ bytes: 100_000_000, pages: 900, fileSource: "github", fileType: "" })).toBe("web");
  expect(lanesWithRoom({ ...idle, web: 7 }, 1)).toEqual(expect.arrayContaining(["web", "quick", "heavy"]));
  expect(lanesWithRoom({ ...idle, web: 8 }, 1)).toEqual(expect.arrayContaining(["quick", "heavy"]));
  expect(lanesWithRoom({ ...idle, web: 8 }, 1)).not.toContain("web");
  expect(lanesWithRoom({ quick: 2, heavy: 1, web: 0 }, 1)).toEqual(["web"]);
});
