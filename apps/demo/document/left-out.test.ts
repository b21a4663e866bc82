import { expect, it } from "vitest";
import { leftOutWords } from "./left-out.ts";

it("says what was not read, and why", () => {
  expect(leftOutWords({ copies: 2, limit: 12, robots: 1 }, "page")).toEqual({
    total: "15 pages were left out",
    reasons: [
      "12 beyond the limit of this reading",
      "1 closed to programs by robots.txt",
      "2 the same as another page",
    ],
  });
  expect(leftOutWords({ binary: 1 }, "file")?.total).toBe("1 file was left out");
});

it("counts a reason that it does not know, and is silent about nothing", () => {
  expect(leftOutWords({ not_yet_known: 3 }, "file")?.reasons).toEqual(["3 not yet known"]);
  expect(leftOutWords({}, "page")).toBeUndefined();
});
