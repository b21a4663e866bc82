import { describe, expect, it } from "vitest";
import type { Page, Word } from "../../layout/page/page.ts";
import { ParseError } from "../../parse-error.ts";
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

const oddFont = { ...font, name: "Odd" };
const withOdd = (text: string): Page => {
  const sound = page(prose);
  const odd = page(text).words.map((word) => ({ ...word, top: 300, bottom: 310, font: oddFont }));
  return { ...sound, words: [...sound.words, ...odd] };
};
const odd = "fqZ UOa5EZ 9FZO WqZ OaFZO Cmw kl9wZ5 aD SmOkq UZkmswZ WC9";
const below = (text: string): Page => {
  const { words, ...rest } = page(text);
  return { ...rest, words: words.map((word) => ({ ...word, top: 300, bottom: 310 })) };
};
const bridge = "The bridge over the river was closed in March because of";

it.each([
  ["one garbled font", below(bridge), `${prose}${bridge}`],
  ["one garbled font that looks no better", below(odd.replaceAll("Z", "X")), `${prose}${odd}`],
  [
    "one garbled font, with Latin look-alikes of its letters",
    below("OTyeT o pab6oTe nopta 3a rod Pecny6nuka"),
    `${prose}${odd}`,
  ],
  ["one garbled font, with nothing recognised in its place", page(prose), `${prose}${odd}`],
])("%s", async (_name, picture, expected) => {
  const source = { pageCount: 1, readPage: async () => withOdd(odd) };
  const routed = await routePages(source, [byOcr(async () => picture)]).readPage(1);
  expect(routed.words.map(({ text }) => text).join(" ")).toBe(expected);
});

it("one font that lacks characters, in a script that the OCR does not know", async () => {
  const sound = page("기술변화에 따른 미래 보안기술 전망 보고서 ".repeat(9));
  const lacking = below("\ufffd컴\ufffd퓨\ufffd팅 ".repeat(9)).words.map((one) => ({
    ...one,
    font: oddFont,
  }));
  const both = { ...sound, words: [...sound.words, ...lacking] };
  const picture = below("ee Ala Aol Abs ete oll BS AB ZIO");
  const { words } = await routePages({ pageCount: 1, readPage: async () => both }, [
    byOcr(async () => picture),
  ]).readPage(1);
  expect(words).toEqual(both.words);
});

it("one garbled font where there is no OCR", async () => {
  const source = { pageCount: 1, readPage: async () => withOdd(odd) };
  const without = byOcr(async () => {
    throw new ParseError("OCR is not available");
  });
  const routed = await routePages(source, [without]).readPage(1);
  expect(routed.words).toHaveLength(withOdd(odd).words.length);
});

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
  [
    "garbled text in another script",
    page("ткгд жщцъ вхфф шщждл ъцкг ждщъв фхцшк гъжщ".repeat(4)),
    page(prose),
    "ткгд жщцъ вхфф шщждл ъцкг ждщъв фхцшк гъжщ".repeat(4),
  ],
  ["garbled text that looks no better", page(garbled), page(garbled), garbled.trim()],
])("%s", async (_name, textLayer, picture, expected) => {
  const source = { pageCount: 1, readPage: async () => textLayer };
  const routed = await routePages(source, [byOcr(async () => picture)]).readPage(1);
  expect(routed.words.map(({ text }) => text).join(" ")).toBe(expected);
  expect(routed.links).toHaveLength(1);
  const isRecognised = routed.words !== textLayer.words;
  expect(routed.textSource).toBe(isRecognised ? "ocr" : undefined);
});

it("says why a scan could not be read", async () => {
  const scan = page("", { hasImages: true });
  const unread = byOcr(async () => page("", { doubt: "it is in another script" }));
  const source = { pageCount: 1, readPage: async () => scan };
  expect(await routePages(source, [unread]).readPage(1)).toEqual({
    ...scan,
    doubt: "it is in another script",
  });
});

describe("a picture of a page with a few words of its own", () => {
  const picture = { kind: "picture", left: 0, top: 0, right: 612, bottom: 792, segments: 0 } as const;
  const stamped = page("ABC-000123", { shapes: [picture], hasImages: true });
  const read = (textLayer: Page, recognised: Page) =>
    routePages({ pageCount: 1, readPage: async () => textLayer }, [byOcr(async () => recognised)]).readPage(
      1,
    );
  const textOf = ({ words }: Page) => words.map(({ text }) => text).join(" ");

  it("is a scan that was stamped: both are read, and the stamp once", async () => {
    const again = page(`ABC-000123 ${prose.trim()}`);
    const result = await read(stamped, again);
    expect(textOf(result)).toBe(`${prose.trim()} ABC-000123`);
    expect(result).toMatchObject({ textSource: "ocr", shapes: [] });
  });

  it("is a photograph where little or nothing is recognised", async () => {
    expect(await read(stamped, page("a few marks"))).toBe(stamped);
    expect(await read(stamped, page("", { doubt: "it is in another script" }))).toBe(stamped);
  });

  it("is a page of text on a picture where it has many, and a figure where the picture is small", async () => {
    const text = page(prose, { shapes: [picture] });
    expect(await read(text, page(`${prose}and more`))).toBe(text);
    const figure = page("Figure 1", { shapes: [{ ...picture, bottom: 480 }] });
    expect(await read(figure, page(prose))).toBe(figure);
  });
});
