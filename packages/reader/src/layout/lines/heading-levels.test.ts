import { describe, expect, it } from "vitest";
import { headingLevels, type TitleLook } from "./heading-levels.ts";

const look = (size: number, more: Partial<TitleLook> = {}): TitleLook => ({
  size,
  bold: false,
  outlineLevel: null,
  number: null,
  ...more,
});

describe("headingLevels", () => {
  it("are ranked by size, then by weight", () => {
    const titles = [
      look(24),
      look(16),
      look(12, { bold: true }),
      look(12),
      look(16),
      look(12, { bold: true }),
      look(12),
    ];
    expect(headingLevels(titles)).toEqual([1, 2, 3, 4, 2, 3, 4]);
  });

  it("follow section numbers when the style is the same", () => {
    const titles = ["1", "1.1", "1.1.1", "2"].map((number) => look(14, { number }));
    expect(headingLevels(titles)).toEqual([1, 2, 3, 1]);
  });

  it("follow section numbers before styles, once the first of them has its level", () => {
    const titles = [
      look(24),
      look(16, { number: "1" }),
      look(14, { number: "1.1" }),
      look(14, { number: "1.2" }),
      look(12, { number: "1.2.1" }),
      look(16, { number: "2" }),
      look(12, { number: "2.1" }),
    ];
    expect(headingLevels(titles)).toEqual([1, 2, 3, 3, 4, 2, 3]);
  });

  it("follow the outline before anything else", () => {
    expect(headingLevels([look(30, { outlineLevel: 3 }), look(10, { outlineLevel: 1 })])).toEqual([3, 1]);
  });

  it("give a style that occurs once the level of the next one that recurs, up to 6", () => {
    expect(headingLevels([look(30), look(20), look(14), look(14)])).toEqual([1, 2, 2, 2]);
    const deep = Array.from({ length: 10 }, (_, index) => look(100 / 1.2 ** index)).flatMap((title) => [
      title,
      title,
    ]);
    expect(Math.max(...headingLevels(deep))).toBe(6);
  });

  it("begin at 1 behind a cover, whose titles have levels of their own", () => {
    const cover = [look(40, { onCover: true }), look(20, { onCover: true })];
    const chapters = [look(30), look(24), look(14), look(14), look(24)];
    expect(headingLevels([...cover, ...chapters])).toEqual([1, 2, 1, 1, 2, 2, 1]);
    expect(headingLevels([look(40, { onCover: true }), look(24), look(14)])).toEqual([1, 1, 2]);
  });

  it("of an extract that begins inside a chapter follow the depth of its numbers", () => {
    expect(headingLevels([look(14), look(17, { number: "6.4" }), look(14)])).toEqual([3, 2, 3]);
    expect(headingLevels([look(30), look(17, { number: "6.4" })])).toEqual([1, 2]);
  });

  it("put titles without a number below the numbered section or the appendix that looks the same", () => {
    const sections = ["1", "1.1", null, null, "1.2", "2", null].map((number) => look(14, { number }));
    expect(headingLevels(sections)).toEqual([1, 2, 3, 3, 2, 1, 1]);
    const appendix = [look(12, { isAppendix: true }), look(12), look(12), look(12, { isAppendix: true })];
    expect(headingLevels(appendix)).toEqual([1, 2, 2, 1]);
  });
});
