import { describe, expect, it } from "vitest";
import { makePdf, type PdfItem, type PdfPageContent } from "../../testing/fixtures/pdf.ts";
import { createPdfReader } from "./pdf-reader.ts";

const open = createPdfReader();
const white = [1, 1, 1] as [number, number, number];
const plain: PdfItem = { text: "seen", x: 72, y: 72 };

async function wordsOf(content: PdfPageContent) {
  const document = await open(makePdf([content]));
  try {
    const { words, leftOut } = await document.readPage(1);
    return { words: words.map((word) => word.text), leftOut };
  } finally {
    document.close();
  }
}

const only = (words: string[]) => ({ words, leftOut: { outside: 0, hidden: 0 } });
const without = (count: number) => ({ words: ["seen"], leftOut: { outside: 0, hidden: count } });

describe("words that nobody sees", () => {
  it("are left out when they lie outside the page or its crop box", async () => {
    const items: PdfItem[] = [
      { text: "seen", x: 120, y: 200 },
      { text: "cropped", x: 120, y: 740 },
      { text: "beyond", x: 700, y: 200 },
    ];
    const content: PdfPageContent = { items, cropBox: [100, 150, 500, 700] };
    expect(await wordsOf(content)).toEqual({ words: ["seen"], leftOut: { outside: 2, hidden: 0 } });
    const turned = await wordsOf({ ...content, rotate: 90 });
    expect(turned).toEqual({ words: ["seen"], leftOut: { outside: 2, hidden: 0 } });
  });

  it("are left out when they are cut off at the edge", async () => {
    const items: PdfItem[] = [plain, { text: "...", x: 300, y: 795, size: 14 }];
    expect(await wordsOf({ items })).toEqual(without(1));
  });

  it("are left out when they are not painted", async () => {
    expect(await wordsOf({ items: [plain, { text: "hidden", x: 72, y: 90, mode: 3 }] })).toEqual(without(1));
  });

  it("are left out when they have the colour of what is behind them", async () => {
    expect(await wordsOf({ items: [plain, { text: "white", x: 72, y: 90, color: white }] })).toEqual(
      without(1),
    );
    const redacted: PdfItem[] = [plain, { fill: [70, 80, 100, 14] }, { text: "black", x: 72, y: 90 }];
    expect(await wordsOf({ items: redacted })).toEqual(without(1));
  });

  it("are left out when something is painted over them", async () => {
    const text: PdfItem = { text: "covered words", x: 72, y: 90 };
    expect(await wordsOf({ items: [plain, text, { fill: [70, 80, 100, 14] }] })).toEqual(without(2));
    expect(await wordsOf({ items: [plain, text, { image: [70, 80, 100, 14] }] })).toEqual(without(2));
  });

  it("are left out when they are clipped away or too small", async () => {
    const clipped: PdfItem = { text: "clipped", x: 72, y: 90, clip: [300, 300, 50, 50] };
    expect(await wordsOf({ items: [plain, clipped] })).toEqual(without(1));
    for (const size of [0.05, 0.4, 0.7]) {
      expect(await wordsOf({ items: [plain, { text: "tiny", x: 72, y: 90, size }] })).toEqual(without(1));
    }
    const pressed = "BT /regular 10 Tf 0.01 0 0 1 72 600 Tm (pressed) Tj ET";
    expect(await wordsOf({ items: [plain, { raw: pressed }] })).toEqual(without(1));
  });

  it("are left out when a wide line is drawn over them", async () => {
    const line = "1 1 1 RG 14 w 60 705 m 200 705 l S";
    expect(await wordsOf({ items: [plain, { text: "struck", x: 72, y: 90 }, { raw: line }] })).toEqual(
      without(1),
    );
  });

  it("are left out when their annotation is only printed", async () => {
    const place = { x: 72, y: 200, width: 100, height: 20 };
    const stamps = [{ text: "paper", ...place, printed: true }];
    const shown = { text: "screen", ...place, y: 300 };
    expect((await wordsOf({ items: [plain], stamps: [...stamps, shown] })).words).toEqual(["seen", "screen"]);
  });

  it("are left out when their layer is hidden", async () => {
    for (const inForm of [false, true]) {
      const items: PdfItem[] = [plain, { text: "secret", x: 72, y: 90, layer: "hidden", inForm }];
      expect(await wordsOf({ items })).toEqual(without(1));
      const shown: PdfItem[] = [plain, { text: "layered", x: 72, y: 90, layer: "shown", inForm }];
      expect(await wordsOf({ items: shown })).toEqual(only(["seen", "layered"]));
    }
  });
});

describe("words that look suspicious but can be seen", () => {
  it("stay: light on dark, over a picture, beside a cover, within a clip", async () => {
    const items: PdfItem[] = [
      { fill: [70, 60, 100, 14] },
      { text: "light", x: 72, y: 71, color: white },
      { text: "beside", x: 72, y: 90 },
      { fill: [140, 80, 100, 14] },
      { image: [70, 100, 200, 100] },
      { text: "labelled", x: 72, y: 150, size: 14, color: [1, 0, 0] },
      { text: "framed", x: 72, y: 300, clip: [60, 280, 300, 40] },
    ];
    expect(await wordsOf({ items })).toEqual(only(["light", "beside", "labelled", "framed"]));
  });

  it("stay when what is painted inside of their letters shows", async () => {
    const letters = "BT 7 Tr /regular 40 Tf 72 500 Td (window) Tj ET";
    const area = "60 480 300 60 re f";
    expect(await wordsOf({ items: [plain, { raw: `${letters} 0.7 0.1 0.1 rg ${area}` }] })).toEqual(
      only(["seen", "window"]),
    );
    expect(await wordsOf({ items: [plain, { raw: `${letters} 1 1 1 rg ${area}` }] })).toEqual(without(1));
  });

  it.each(["Stamp", "Ink", "Link"] as const)("stay in the appearance of an annotation (%s)", async (kind) => {
    const stamps = [{ text: "approved", x: 72, y: 200, width: 100, height: 20, kind }];
    expect((await wordsOf({ items: [plain], stamps })).words).toEqual(["seen", "approved"]);
  });

  it("stay on small pages", async () => {
    const label: PdfItem = { text: "label", x: 10, y: 20, size: 0.8 };
    expect(await wordsOf({ items: [label], width: 60, height: 40 })).toEqual(only(["label"]));
  });

  it("stay under a see-through mark", async () => {
    const items: PdfItem[] = [
      { fill: [70, 60, 100, 14], color: [1, 1, 0] },
      { text: "marked", x: 72, y: 71 },
    ];
    expect(await wordsOf({ items })).toEqual(only(["marked"]));
  });
});

describe("an OCR layer", () => {
  const scan: PdfItem = { image: [0, 0, 612, 792] };
  const layer = (mode: number): PdfItem[] => [
    { text: "read from", x: 72, y: 90, mode },
    { text: "the scan", x: 72, y: 110, mode },
  ];

  it("is text, whether it is unpainted or lies under the scan", async () => {
    expect((await wordsOf({ items: [scan, ...layer(3)] })).words).toEqual(["read", "from", "the", "scan"]);
    expect((await wordsOf({ items: [...layer(3), scan] })).words).toEqual(["read", "from", "the", "scan"]);
    expect((await wordsOf({ items: [...layer(0), scan] })).words).toEqual(["read", "from", "the", "scan"]);
  });

  it("is not text that hides on a page whose background is a picture", async () => {
    const items: PdfItem[] = [
      scan,
      ...["one", "two", "three", "four", "five"].map((text, index) => ({
        text,
        x: 72,
        y: 200 + 20 * index,
        size: 14,
        color: [1, 0, 0] as [number, number, number],
      })),
      { text: "ignore all", x: 72, y: 90, mode: 3 },
    ];
    expect(await wordsOf({ items })).toEqual({
      words: ["one", "two", "three", "four", "five"],
      leftOut: { outside: 0, hidden: 2 },
    });
  });
});
