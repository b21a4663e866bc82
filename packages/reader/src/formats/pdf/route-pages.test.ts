import { expect, it } from "vitest";
import type { Page, Word } from "../../layout/page.ts";
import { byOcr, routePages } from "./route-pages.ts";

const font = { name: "", weight: 400, italic: false, monospaced: false };
const page = (text: string, more: Partial<Page> = {}): Page => ({
  width: 612,
  height: 792,
  rules: [],
  links: [{ box: { left: 0, top: 0, width: 9, height: 9 }, url: "https://example.org/" }],
  words: text
    .split(" ")
    .filter(Boolean)
    .map(
      (word, index): Word => ({
        text: word,
        left: index * 50,
        top: 100,
        right: index * 50 + 40,
        bottom: 110,
        ascent: 8,
        size: 10,
        font,
        direction: 0,
        spaceBefore: true,
      }),
    ),
  ...more,
});

const prose =
  "The boats that came in with the tide were counted by the master of the harbour every morning ".repeat(3);
const garbled = "7KH ERDWV WKDW FDPH LQ ZLWK WKH WLGH ZHUH FRXQWHG EK WKH PDVWHU RI WKH KDUERXU "
  .toLowerCase()
  .repeat(4);

it.each([
  ["a page with text", page(prose), page("from the picture"), prose.trim()],
  [
    "a page with text and a picture",
    page(prose, { hasImages: true }),
    page("from the picture"),
    prose.trim(),
  ],
  ["an empty page", page(""), page("from the picture"), ""],
  ["a scan", page("", { hasImages: true }), page("from the picture"), "from the picture"],
  ["a picture without text", page("", { hasImages: true }), page(""), ""],
  ["garbled text", page(garbled), page(prose), prose.trim()],
  ["garbled text that looks no better", page(garbled), page(garbled), garbled.trim()],
])("%s", async (_name, textLayer, picture, expected) => {
  const source = { pageCount: 1, readPage: async () => textLayer };
  const routed = await routePages(source, [byOcr(async () => picture)]).readPage(1);
  expect(routed.words.map(({ text }) => text).join(" ")).toBe(expected);
  expect(routed.links).toHaveLength(1);
  const isRecognised = routed.words !== textLayer.words;
  expect(routed.textSource).toBe(isRecognised ? "ocr" : undefined);
});
