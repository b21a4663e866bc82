import { describe, expect, it } from "vitest";
import { makePdf, type PdfItem } from "../../testing/fixtures/pdf.ts";
import { createPdfReader } from "./pdf-reader.ts";

const open = createPdfReader();

async function textsOf(items: PdfItem[]) {
  const document = await open(makePdf([{ items }]));
  try {
    return (await document.readPage(1)).words.map((word) => word.text);
  } finally {
    document.close();
  }
}

describe("a glyph without a true mapping", () => {
  it("is known by its form: a minus, an equals sign, a plus, a point", async () => {
    const items: PdfItem[] = [
      { text: "\x010.93", x: 72, y: 72, font: "drawn" },
      { text: "1\x0225", x: 72, y: 92, font: "drawn" },
      { text: "x\x03\x043", x: 72, y: 112, font: "drawn" },
    ];
    expect(await textsOf(items)).toEqual(["−0.93", "1.25", "x=+3"]);
  });

  it("is known by the name that the font gives it", async () => {
    expect(await textsOf([{ text: "con\x05rmed", x: 72, y: 72, font: "named" }])).toEqual(["confirmed"]);
  });

  it("leaves a sign where nothing tells what it is", async () => {
    expect(await textsOf([{ text: "4\x052", x: 72, y: 72, font: "drawn" }])).toEqual(["4\ufffd2"]);
  });

  it("is not taken for the character whose code happens to be its number", async () => {
    const items: PdfItem[] = [
      { text: "\ub300", x: 72, y: 72, font: "mapless" },
      { text: "\ub300", x: 172, y: 72, font: "unicode" },
    ];
    expect(await textsOf(items)).toEqual(["\ufffd", "\ub300"]);
  });

  it("is a gap when it shows nothing", async () => {
    expect(await textsOf([{ text: "4\x062", x: 72, y: 72, font: "drawn" }])).toEqual(["4", "2"]);
  });
});

describe("accents set apart", () => {
  it("are composed with the letter they stand over", async () => {
    const items: PdfItem[] = [
      { text: "B", x: 72, y: 72, size: 20, font: "unicode" },
      { text: "\u00a8", x: 82, y: 72, size: 20, font: "unicode" },
      { text: "orsch", x: 82, y: 72, size: 20, font: "unicode" },
      { text: "caf", x: 72, y: 172, size: 20, font: "unicode" },
      { text: "e", x: 102, y: 172, size: 20, font: "unicode" },
      { text: "\u00b4", x: 102, y: 172, size: 20, font: "unicode" },
    ];
    expect(await textsOf(items)).toEqual(["Börsch", "café"]);
  });

  it("are composed when the page sets them after the whole line", async () => {
    const items: PdfItem[] = [
      { text: "Sackinger,", x: 72, y: 72, size: 20 },
      { text: "and", x: 200, y: 72, size: 20 },
      { text: "\u00a8", x: 87.5, y: 72, size: 20 },
    ];
    expect(await textsOf(items)).toEqual(["Säckinger,", "and"]);
  });

  it("stay what they are where they stand alone", async () => {
    expect(await textsOf([{ text: "2 ^ 3 ~ x", x: 72, y: 72, size: 20 }])).toEqual(["2", "^", "3", "~", "x"]);
  });
});

it("the Greek and the signs of an embedded Symbol font are read by its encoding", async () => {
  const items: PdfItem[] = [{ text: "\uf06d\uf03d\uf02d\uf0b3", x: 72, y: 72, font: "symbol" }];
  expect(await textsOf(items)).toEqual(["μ=−≥"]);
});
