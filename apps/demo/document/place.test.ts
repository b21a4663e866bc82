import { expect, it } from "vitest";
import { askAddress, documentAddress } from "../shell/addresses.ts";
import { boxTag } from "./box-tag.ts";
import { placeFrom } from "./place.ts";
import { unreadPages } from "./unread-pages.ts";

it("reads the place from a citation's address", () => {
  const address = documentAddress("a/b", {
    page: 6,
    element: "el-0007",
    box: { left: 72, top: 130.5, width: 200, height: 14 },
  });
  const { pathname, searchParams } = new URL(address, "http://localhost");
  expect(pathname).toBe("/sources/a%2Fb");
  expect(placeFrom(searchParams)).toEqual({
    page: 6,
    element: "el-0007",
    box: { left: 72, top: 130.5, width: 200, height: 14 },
    quote: undefined,
    time: undefined,
  });
});

it.each(["0", "-1", "6.5", "six", ""])("opens at the beginning for page %j", (page) => {
  expect(placeFrom(new URLSearchParams({ page }))).toEqual({
    page: undefined,
    element: undefined,
    box: undefined,
    quote: undefined,
    time: undefined,
  });
});

it("carries quoted words where no box is known, cut where they say nothing more", () => {
  const read = (quote: string) =>
    placeFrom(new URL(documentAddress("a", { element: "e", quote }), "http://localhost").searchParams).quote;
  expect(read("Eels & “weirs”: 50 % + 1")).toBe("Eels & “weirs”: 50 % + 1");
  expect(read("word ".repeat(200))?.length).toBeLessThanOrEqual(300);
});

it.each([
  [0, 0],
  [1241, 1241],
  [12.3456, 12.35],
])("leads to second %d of a recording", (time, read) => {
  const { searchParams } = new URL(documentAddress("a", { time }), "http://localhost");
  expect(placeFrom(searchParams).time).toBe(read);
});

it.each([
  ["90s", 90],
  ["-1", undefined],
  ["1e9", undefined],
  ["20:41", undefined],
  ["", undefined],
])("reads the time of the address t=%s", (t, time) => {
  expect(placeFrom(new URLSearchParams({ t })).time).toBe(time);
});

it("makes the address of a question about sources", () => {
  expect(askAddress(["one", "two"], "Why?")).toBe("/ask?file=one&file=two&question=Why%3F");
  expect(askAddress([])).toBe("/ask");
});

it("puts a box's name into the margin of the page, or into the box when the margin is too narrow", () => {
  const page_layout = { width: 600, height: 800 };
  const box = { top: 80, width: 100, height: 10 };
  expect(boxTag({ page_layout, bounding_box: { ...box, left: 120 } })).toEqual({
    left: "20.00%",
    top: "10.00%",
    isWithin: false,
  });
  expect(boxTag({ page_layout, bounding_box: { ...box, left: 30 } })?.isWithin).toBe(true);
  expect(boxTag({ page_layout, bounding_box: null })).toBeUndefined();
});

it("names the pages that could not be read", () => {
  expect(unreadPages([4])).toBe("page 4 could not be read");
  expect(unreadPages([17, 18])).toBe("pages 17 and 18 could not be read");
  expect(unreadPages(Array.from({ length: 12 }, (_, index) => index))).toBe("12 pages could not be read");
});
