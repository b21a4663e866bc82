import { expect, it } from "vitest";
import { limitWords } from "./limit-words.ts";

it("says sizes as sizes, counts as counts, and when a limit is reached", () => {
  expect(limitWords({ name: "bytes", used: 48_211_934, limit: 5_000_000_000 })).toEqual({
    name: "Uploaded files",
    used: "48.2\u00a0MB",
    limit: "5.0\u00a0GB",
    isReached: false,
  });
  expect(limitWords({ name: "questions_per_day", used: 1200, limit: 1200 })).toMatchObject({
    used: "1,200",
    isReached: true,
  });
  expect(limitWords({ name: "sources", used: 3, limit: null })).toMatchObject({
    limit: "no limit",
    isReached: false,
  });
});
