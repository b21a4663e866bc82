import { describe, expect, it } from "vitest";
import { makePdf, type PdfItem, pdfTextWidth } from "../../testing/fixtures/pdf.ts";
import { createPdfReader } from "./pdf-reader.ts";

const open = createPdfReader();

it("a part of a page is drawn as the whole page shows it, and ends at its edges", async () => {
  const items: PdfItem[] = [
    { fill: [100, 120, 60, 40], color: [1, 0, 0] },
    { text: "Harbour", x: 110, y: 145, size: 20 },
  ];
  const document = await open(makePdf([{ items }]));
  try {
    const whole = await document.renderPage(1, 2);
    const part = await document.renderPage(1, 2, { left: 90, top: 110, width: 100, height: 60 });
    expect(part).toMatchObject({ width: 200, height: 120 });
    for (let row = 0; row < part.height; row += 1) {
      const from = ((220 + row) * whole.width + 180) * 4;
      const expected = Buffer.from(whole.data.subarray(from, from + part.width * 4));
      expect(expected.equals(part.data.subarray(row * part.width * 4, (row + 1) * part.width * 4))).toBe(
        true,
      );
    }
    expect(part.data.some((value) => value < 100)).toBe(true);
    const over = await document.renderPage(1, 2, { left: -20, top: -20, width: 5_000, height: 5_000 });
    expect(over).toMatchObject({ width: whole.width, height: whole.height });
  } finally {
    document.close();
  }
});

async function firstPage(...[pages, options]: Parameters<typeof makePdf>) {
  const document = await open(makePdf(pages, options));
  try {
    return await document.readPage(1);
  } finally {
    document.close();
  }
}

describe("words of a page", () => {
  it("have their place from the top-left corner, their size and their style", async () => {
    const page = await firstPage([
      {
        items: [
          { text: "Plain", x: 100, y: 200, size: 10 },
          { text: "Bold", x: 100, y: 300, size: 20, font: "bold" },
          { text: "Slanted", x: 100, y: 400, font: "italic" },
          { text: "code", x: 100, y: 500, font: "mono" },
        ],
      },
    ]);
    expect(page).toMatchObject({ width: 612, height: 792 });
    const [plain, bold, slanted, code] = page.words;
    expect(plain).toMatchObject({ text: "Plain", size: 10, direction: 0 });
    expect(plain?.left).toBeCloseTo(100, 0);
    expect(plain?.right).toBeCloseTo(100 + pdfTextWidth("Plain", 10), 0);
    expect((plain?.top ?? 0) + (plain?.ascent ?? 0)).toBeCloseTo(200, 1);
    expect(plain?.font).toMatchObject({ weight: 400, italic: false, monospaced: false });
    expect(bold).toMatchObject({ size: 20, font: { weight: 700 } });
    expect(slanted?.font.italic).toBe(true);
    expect(code?.font.monospaced).toBe(true);
  });

  it("are divided by white space", async () => {
    const page = await firstPage([{ items: [{ text: "one two  three", x: 72, y: 72 }] }]);
    expect(page.words.map((word) => word.text)).toEqual(["one", "two", "three"]);
  });

  it("stay whole when each letter is placed by itself", async () => {
    let x = 72;
    const items = [..."letter"].map((text) => {
      const item = { text, x, y: 72 };
      x += pdfTextWidth(text);
      return item;
    });
    expect((await firstPage([{ items }])).words.map((word) => word.text)).toEqual(["letter"]);
  });

  it("have the letters of an Arabic ligature in order, where the page says what it means", async () => {
    const before = { text: "\u0645", x: 91.5, y: 72, font: "unicode" } as const;
    const meaning = "BDC BT /unicode 10 Tf 1 0 0 1 85.5 720 Tm <FEFB> Tj ET EMC";
    const raw = `/Span << /ActualText <FEFF06440627> >> ${meaning}`;
    const page = await firstPage([
      { items: [before, { raw }, { text: "\u0645", x: 79.5, y: 72, font: "unicode" }] },
    ]);
    expect(page.words.map((word) => word.text).join("")).toBe("\u0645\u0644\u0627\u0645");
  });

  it("keep brackets that the page says itself, and names with numbers, in text from the right", async () => {
    const hebrew = (text: string, x: number) => ({ text, x, y: 72, font: "unicode" }) as const;
    const stated = (glyph: string, says: string, x: number) => ({
      raw: `/Span << /ActualText (\\${says}) >> BDC BT /unicode 10 Tf 1 0 0 1 ${x} 720 Tm <${glyph}> Tj ET EMC`,
    });
    const page = await firstPage([
      {
        items: [
          hebrew("\u05d1\u05d0", 96),
          stated("0029", "(", 90),
          hebrew("\u05d3\u05d2", 78),
          stated("0028", ")", 72),
        ],
      },
      // In the order in which browsers write it.
    ]);
    expect(page.words.map((word) => word.text).join("")).toBe("\u05d0\u05d1(\u05d2\u05d3)");
    const name = await firstPage([
      { items: [hebrew("\u05d1\u05d0", 160), hebrew("1", 106), hebrew("X", 100)] },
    ]);
    expect(name.words.map((word) => word.text)).toContain("X1");
  });

  it("are in the coordinates of the page as displayed", async () => {
    for (const rotate of [0, 90, 180, 270] as const) {
      const page = await firstPage([{ rotate, items: [{ text: "Corner", x: 50, y: 40 }] }]);
      const [word] = page.words;
      const turned = rotate % 180 === 90;
      expect(page).toMatchObject({ width: turned ? 792 : 612, height: turned ? 612 : 792 });
      expect(word?.direction).toBe(rotate);
      const start = { 0: [50, 40], 90: [792 - 40, 50], 180: [612 - 50, 792 - 40], 270: [40, 612 - 50] }[
        rotate
      ];
      const [x, y] = start as [number, number];
      expect(x).toBeGreaterThanOrEqual((word?.left ?? 0) - 1);
      expect(x).toBeLessThanOrEqual((word?.right ?? 0) + 1);
      expect(y).toBeGreaterThanOrEqual((word?.top ?? 0) - 1);
      expect(y).toBeLessThanOrEqual((word?.bottom ?? 0) + 1);
    }
  });

  it("count from the corner of the crop box", async () => {
    const page = await firstPage([
      { cropBox: [100, 150, 500, 700], items: [{ text: "Inside", x: 120, y: 200 }] },
    ]);
    expect(page).toMatchObject({ width: 400, height: 550 });
    expect(page.words[0]?.left).toBeCloseTo(20, 0);
    expect((page.words[0]?.top ?? 0) + (page.words[0]?.ascent ?? 0)).toBeCloseTo(50, 1);
  });

  it("know their reading direction", async () => {
    const page = await firstPage([
      {
        items: [
          { text: "down", x: 300, y: 100, turn: 90 },
          { text: "up", x: 100, y: 300, turn: -90 },
          { text: "DRAFT", x: 200, y: 500, turn: -45, size: 60 },
        ],
      },
    ]);
    expect(page.words.map((word) => [word.text, word.direction])).toEqual([
      ["down", 90],
      ["up", 270],
      ["DRAFT", null],
    ]);
  });

  it("have ligatures resolved, accents composed and invalid codes dropped", async () => {
    const page = await firstPage([
      { items: [{ text: "\ufb01n e\u0301t\u00e9 x\u00b2 \ufffd", x: 72, y: 72, font: "unicode" }] },
    ]);
    expect(page.words.map((word) => word.text)).toEqual(["fin", "\u00e9t\u00e9", "x²"]);
  });

  it("are in logical order when they are drawn from right to left", async () => {
    const drawn = [..."שלום"].reverse().join("");
    const page = await firstPage([{ items: [{ text: drawn, x: 72, y: 72, font: "unicode" }] }]);
    expect(page.words.map((word) => word.text)).toEqual(["שלום"]);
  });

  it("include the text of form fields", async () => {
    const page = await firstPage([
      {
        items: [{ text: "Name:", x: 72, y: 72 }],
        fields: [{ value: "Ada Lovelace", x: 120, y: 60, width: 200, height: 16 }],
      },
    ]);
    expect(page.words.map((word) => word.text)).toEqual(["Name:", "Ada", "Lovelace"]);
  });
});

describe("lines, links and outline", () => {
  it("has lines, edges of boxes and links at their places", async () => {
    const page = await firstPage([
      {
        items: [{ line: [100, 120, 400, 120] }, { box: [50, 200, 80, 40] }],
        links: [{ url: "https://example.org/", x: 70, y: 60, width: 100, height: 14 }],
      },
    ]);
    expect(page.rules).toHaveLength(5);
    for (const expected of [
      [100, 120, 400, 120],
      [50, 200, 130, 200],
      [130, 200, 130, 240],
    ]) {
      const places = page.rules.map((rule) => [rule.left, rule.top, rule.right, rule.bottom]);
      const within = places.filter((place) =>
        place.every((at, index) => Math.abs(at - (expected[index] ?? 0)) < 1.1),
      );
      expect(within).toHaveLength(1);
    }
    expect(page.links).toEqual([
      { url: "https://example.org/", box: { left: 70, top: 60, width: 100, height: 14 } },
    ]);
  });

  it("has an outline", async () => {
    const outline = [
      { title: "One", page: 1 },
      { title: "Two", page: 2 },
    ];
    const document = await open(makePdf([{ items: [] }, { items: [] }], { outline }));
    expect(document.outline()).toEqual([
      { title: "One", pageNumber: 1, level: 1 },
      { title: "Two", pageNumber: 2, level: 1 },
    ]);
    document.close();
  });
});

describe("documents that can't be read", () => {
  it("locked and damaged ones have different errors", async () => {
    const locked = makePdf([{ items: [{ text: "secret", x: 72, y: 72 }] }], { locked: true });
    await expect(open(locked)).rejects.toMatchObject({ name: "PdfOpenError", reason: "password" });
    const garbage = new TextEncoder().encode("this is not a PDF at all");
    await expect(open(garbage)).rejects.toMatchObject({ name: "PdfOpenError", reason: "damaged" });
  });

  it("but encrypted ones with an empty password can", async () => {
    const page = await firstPage([{ items: [{ text: "open to all", x: 72, y: 72 }] }], { encrypted: true });
    expect(page.words.map((word) => word.text)).toEqual(["open", "to", "all"]);
  });

  it("fail page by page", async () => {
    const document = await open(
      makePdf([
        { items: [{ text: "fine", x: 72, y: 72 }] },
        { items: [], broken: true },
        { items: [{ text: "too", x: 72, y: 72 }] },
      ]),
    );
    const texts = [];
    for (let page = 1; page <= document.pageCount; page += 1) {
      const words = await document.readPage(page).then(
        (read) => read.words.map((word) => word.text),
        () => "failed",
      );
      texts.push(words);
    }
    expect(texts).toEqual([["fine"], "failed", ["too"]]);
    document.close();
  });
});
