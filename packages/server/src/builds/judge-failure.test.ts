import { expect, test } from "vitest";
import { AcquireError, SourceUnavailableError } from "../sources/acquire/acquire.ts";
import { judgeFailure } from "./judge-failure.ts";

const limits = { maxAttempts: 3, retryMs: 5_000 };
const busy = (retryAfterMs: number | null) =>
  new SourceUnavailableError("The site is busy.", { retryAfterMs });

test("a site that can't be reached at the moment is asked again, not before the time that it names", () => {
  expect(judgeFailure(busy(null), 1, limits)).toEqual({ retryInMs: 5_000 });
  expect(judgeFailure(busy(null), 2, limits)).toEqual({ retryInMs: 30_000 });
  expect(judgeFailure(busy(60_000), 1, limits)).toEqual({ retryInMs: 60_000 });
  expect(judgeFailure(busy(86_400_000), 1, limits)).toEqual({ retryInMs: 600_000 });
});

test("in the end it is a verdict in words for people, and so is at once what will not change", () => {
  expect(judgeFailure(busy(null), 3, limits)).toEqual({
    retryInMs: null,
    text: "The site is busy. It was tried 3 times. Try again later with POST /reprocess.",
  });
  expect(judgeFailure(new AcquireError("Nothing is there."), 1, limits)).toEqual({
    retryInMs: null,
    text: "Nothing is there.",
  });
});
