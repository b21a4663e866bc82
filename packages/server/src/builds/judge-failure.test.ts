import { ParseError } from "@headwater/reader";
import { expect, it } from "vitest";
import { AcquireError, SourceUnavailableError } from "../sources/acquire/acquire.ts";
import { ReaderStoppedError } from "./errors.ts";
import { judgeFailure } from "./judge-failure.ts";

const options = { maxAttempts: 3, retryMs: 5_000 };
const judge = (error: unknown, attempts: number, ageMs = 0) =>
  judgeFailure(error, { attempts, ageMs }, options);
const again = (retryInMs: number) => ({ retryInMs, isCounted: true });
const coded = (code: string) => Object.assign(new Error("it failed"), { code });

it.each([
  ["EMFILE", /too many files were open/],
  ["ENFILE", /too many files were open/],
  ["ENOSPC", /the disk was full/],
  ["EDQUOT", /the disk was full/],
  ["SQLITE_FULL", /the disk was full/],
  ["EIO", /the disk could not be read or written/],
  ["SQLITE_IOERR_WRITE", /the disk could not be read or written/],
  ["SQLITE_CANTOPEN", /the database could not be opened/],
  ["SQLITE_BUSY_SNAPSHOT", /the database was busy/],
  ["ENOMEM", /the system was short of resources/],
  ["FILE_REFUSED", /the store of the files refused to give out this file/],
])("%s passes: tried again after growing pauses, given up with the last attempt", (code, words) => {
  const wrapped = new Error("The part could not be written", { cause: coded(code) });
  expect(judge(wrapped, 1)).toEqual(again(5_000));
  expect(judge(wrapped, 2)).toEqual(again(30_000));
  expect(judge(wrapped, 3)).toEqual({ retryInMs: null, text: expect.stringMatching(words) });
});

it.each([
  ["DATABASE_UNAVAILABLE", /the database could not be reached/],
  ["53100", /the disk of the database was full/],
  ["FILES_UNAVAILABLE", /the store of the files could not be reached/],
  ["SEARCH_UNAVAILABLE", /the search index could not be reached/],
  ["STORE_MOVING", /is being moved/],
])("%s is waited for: the attempts do not count for a day", (code, words) => {
  const day = 24 * 60 * 60_000;
  expect(judge(coded(code), 3, day - 1)).toEqual({ retryInMs: 180_000, isCounted: false });
  expect(judge(coded(code), 1, 0)).toEqual({ retryInMs: 5_000, isCounted: false });
  expect(judge(coded(code), 3, day)).toEqual({ retryInMs: null, text: expect.stringMatching(words) });
});

it.each(["Worker initialization failure: EMFILE", "lance error: LanceError(IO): Too many (os error 24)"])(
  "knows a fault that passes by its text: %s",
  (text) => expect(judge(new Error(text), 1)).toEqual(again(5_000)),
);

it("gives a reader that died one more attempt", () => {
  const died = new ReaderStoppedError("The reader died.");
  expect(judge(died, 1)).toEqual(again(5_000));
  expect(judge(died, 2)).toEqual({ retryInMs: null, text: "The reader died." });
});

it("takes what the reader says of a document for a verdict, and keeps the text of our own mistakes to the log", () => {
  expect(judge(new ParseError("This file is empty."), 1)).toEqual({
    retryInMs: null,
    text: "This file is empty.",
  });
  const ours = judge(new Error("x is not a function"), 1);
  expect(ours).toEqual({ retryInMs: null, text: expect.not.stringContaining("x is not") });
});

const busy = (retryAfterMs: number | null) =>
  new SourceUnavailableError("The site is busy.", { retryAfterMs });

it("a site that can't be reached at the moment is asked again, not before the time that it names", () => {
  expect(judge(busy(null), 1)).toEqual(again(5_000));
  expect(judge(busy(null), 2)).toEqual(again(30_000));
  expect(judge(busy(60_000), 1)).toEqual(again(60_000));
  expect(judge(busy(86_400_000), 1)).toEqual(again(600_000));
});

it("in the end it is a verdict in words for people, and so is at once what will not change", () => {
  expect(judge(busy(null), 3)).toEqual({
    retryInMs: null,
    text: "The site is busy. It was tried 3 times. Try again later with POST /reprocess.",
  });
  expect(judge(new AcquireError("Nothing is there."), 1)).toEqual({
    retryInMs: null,
    text: "Nothing is there.",
  });
});
