import { describe, expect, it } from "vitest";
import { makePdf, type PdfItem, type PdfPageContent } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(...pages: PdfPageContent[]) {
  const input = { bytes: makePdf(pages), fileName: "report.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements;
}

const sentence = "the growth of this year was larger than that of any year before it and it";

/** Lines of running text that begin with their own word. */
const prose = (name: string, x: number, y: number, count: number): PdfItem[] =>
  Array.from({ length: count }, (_, row) => ({ text: `${name}${row} ${sentence}`, x, y: y + row * 12 }));

const graph = (x: number, y: number, height: number): PdfItem => ({
  graph: Array.from({ length: 30 }, (_, index) => [x + index * 6, y - (index * index * height) / 900]),
});

describe("pictures on a page", () => {
  it("are images with their bytes and place, before their captions", async () => {
    const elements = await read({
      items: [
        ...prose("above", 72, 120, 4),
        { image: [72, 200, 200, 120] },
        { text: "Figure 1: Stripes", x: 72, y: 340 },
        ...prose("below", 72, 370, 4),
      ],
    });
    expect(elements.map((element) => element.type)).toEqual([
      "NarrativeText",
      "Image",
      "FigureCaption",
      "NarrativeText",
    ]);
    const [, image] = elements;
    expect(image?.boundingBox?.left).toBeCloseTo(72, 0);
    expect(image?.boundingBox?.width).toBeCloseTo(200, 0);
    const bytes = Buffer.from(image?.imageBase64 ?? "", "base64");
    expect([bytes[0], bytes[1]]).toEqual([0xff, 0xd8]);
  });

  it("beside text come before the text that stands next to them", async () => {
    const elements = await read({
      items: [
        ...prose("intro", 72, 120, 3),
        { image: [72, 200, 60, 70] },
        { text: "Ada first wrote of the engine and of what it", x: 150, y: 210 },
        { text: "could do for the science of numbers.", x: 150, y: 222 },
        { image: [72, 300, 60, 70] },
        { text: "Grace then wrote the first of all compilers and", x: 150, y: 310 },
        { text: "found the moth in the relay of the machine.", x: 150, y: 322 },
      ],
    });
    expect(elements.map(({ type, text }) => (type === "Image" ? type : text.split(" ")[0]))).toEqual([
      "intro0",
      "Image",
      "Ada",
      "Image",
      "Grace",
    ]);
  });

  it("are one image each, unless they are strips of one", async () => {
    const elements = await read({
      items: [
        ...prose("text", 72, 120, 3),
        { image: [72, 200, 100, 100] },
        { image: [175, 200, 100, 100] },
        { image: [320, 200, 100, 50] },
        { image: [320, 250, 100, 50] },
      ],
    });
    const boxes = elements
      .filter(({ type }) => type === "Image")
      .map(({ boundingBox }) => boundingBox?.height);
    expect(boxes.map((height) => Math.round(height ?? 0))).toEqual([100, 100, 100]);
  });

  it("behind running text are no figures", async () => {
    const elements = await read({
      items: [{ image: [60, 100, 480, 120] }, ...prose("on", 72, 130, 5)],
    });
    expect(elements.map((element) => element.type)).not.toContain("Image");
  });

  it("at the head of every page are one image", async () => {
    const page = (name: string): PdfPageContent => ({
      items: [{ image: [450, 20, 90, 40] }, ...prose(name, 72, 120, 5), { image: [72, 300, 90, 90] }],
    });
    const elements = await read(page("one"), page("two"), page("three"));
    const images = elements.filter(({ type }) => type === "Image");
    expect(images.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 2, 3]);
  });

  it("as small as icons are left out", async () => {
    const elements = await read({ items: [{ image: [72, 180, 12, 12] }, ...prose("text", 72, 220, 3)] });
    expect(elements.map((element) => element.type)).toEqual(["NarrativeText"]);
  });
});

describe("a drawn chart", () => {
  const chart: PdfItem[] = [
    graph(120, 300, 80),
    graph(120, 300, 60),
    graph(120, 300, 40),
    { line: [110, 310, 310, 310] },
    { line: [110, 200, 110, 310] },
    ...["0", "50", "100"].map((text, index): PdfItem => ({ text, x: 92, y: 313 - index * 50, size: 7 })),
    ...["2020", "2022", "2024"].map(
      (text, index): PdfItem => ({ text, x: 120 + index * 80, y: 320, size: 7 }),
    ),
    { text: "Greece", x: 200, y: 230, size: 7 },
    { text: "Growth (%)", x: 84, y: 290, size: 7, turn: -90 },
  ];

  it("is an image, and its labels stand apart from the text, after the caption", async () => {
    const elements = await read({
      items: [
        ...prose("above", 72, 100, 5),
        ...chart,
        { text: "Figure 2. Growth of three countries", x: 92, y: 345 },
        ...prose("below", 72, 380, 5),
      ],
    });
    expect(elements.map((element) => element.type)).toEqual([
      "NarrativeText",
      "Image",
      "FigureCaption",
      "UncategorizedText",
      "NarrativeText",
    ]);
    const labels = elements[3];
    expect(labels?.metadata).toMatchObject({ kind: "figure_label" });
    expect(labels?.text).toContain("Greece");
    expect(labels?.text).toContain("2020 2022 2024");
    expect(labels?.text).toContain("Growth (%)");
    const box = elements[1]?.boundingBox;
    expect(box?.left).toBeLessThan(95);
    expect((box?.top ?? 0) + (box?.height ?? 0)).toBeGreaterThan(315);
  });

  it("does not repeat a label that stands between two charts", async () => {
    const charts = [100, 320].flatMap((x) => [graph(x, 300, 80), graph(x, 300, 60)]);
    const elements = await read({
      items: [
        ...prose("above", 72, 100, 5),
        ...charts,
        ...[60, 40, 20].flatMap((height) => [graph(100, 300, height), graph(320, 300, height)]),
        { text: "Euro", x: 287, y: 250, size: 7 },
        { text: "Years", x: 180, y: 309, size: 7 },
        ...prose("below", 72, 380, 5),
      ],
    });
    const all = elements.map((element) => element.text).join(" ");
    expect(all.match(/Euro/g)).toHaveLength(1);
  });

  it.each([
    ["one line of a few points", [[0, 20, 10, 45, 40, 70]]],
    [
      "two lines that cross",
      [
        [0, 20, 10, 45],
        [60, 30, 35, 5],
      ],
    ],
  ])("as small as %s is an image where axes show it", async (_what, lines) => {
    const elements = await read({
      items: [
        ...prose("above", 72, 100, 5),
        ...lines.map(
          (heights): PdfItem => ({ graph: heights.map((height, index) => [120 + index * 28, 290 - height]) }),
        ),
        { line: [110, 300, 280, 300] },
        { line: [110, 200, 110, 300] },
        ...["0", "50", "100"].map((text, index): PdfItem => ({ text, x: 88, y: 302 - index * 40 })),
        ...["2019", "2020", "2021", "2022"].map(
          (text, index): PdfItem => ({ text, x: 112 + index * 36, y: 314 }),
        ),
        ...prose("below", 72, 360, 5),
      ],
    });
    expect(elements.map((element) => element.type)).toEqual([
      "NarrativeText",
      "Image",
      "UncategorizedText",
      "NarrativeText",
    ]);
    expect(elements[2]?.text).toContain("2019 2020 2021 2022");
  });

  it("is none where an arrow points into a table", async () => {
    const cells = Array.from({ length: 5 }, (_, row) =>
      ["Name", "12", "34", "56"].map(
        (text, column): PdfItem => ({
          text: `${text}${row}`,
          x: 76 + column * 100 + (column > 0 ? 75 : 0),
          y: 214 + row * 20,
        }),
      ),
    ).flat();
    const rules = [200, 220, 240, 260, 280, 300].map((y): PdfItem => ({ line: [72, y, 472, y] }));
    const sides = [72, 172, 272, 372, 472].map((x): PdfItem => ({ line: [x, 200, x, 300] }));
    const arrow: PdfItem = {
      graph: [
        [282, 238],
        [350, 255],
        [358, 250],
        [350, 278],
      ],
    };
    const elements = await read({ items: [...cells, ...rules, ...sides, arrow] });
    expect(elements.map((element) => element.type)).toEqual(["Table"]);
  });

  it("with bars is an image, too", async () => {
    const bars = [40, 90, 60, 75, 20].map(
      (height, index): PdfItem => ({
        fill: [100 + index * 30, 300 - height, 20, height],
        color: [0.2, 0.4, 0.8],
      }),
    );
    const elements = await read({
      items: [
        ...prose("above", 72, 100, 5),
        ...bars,
        ...bars.map(
          (_, index): PdfItem => ({ text: `${2020 + index}`, x: 100 + index * 30, y: 310, size: 7 }),
        ),
        ...prose("below", 72, 360, 5),
      ],
    });
    expect(elements.map((element) => element.type)).toEqual([
      "NarrativeText",
      "Image",
      "UncategorizedText",
      "NarrativeText",
    ]);
  });

  it("leaves the shaded rows of a table alone", async () => {
    const shades = [0, 1, 2, 3, 4, 5].map(
      (row): PdfItem => ({ fill: [72, 190 + row * 28, 400, 14], color: [0.9, 0.9, 0.9] }),
    );
    const cells = Array.from({ length: 12 }, (_, row) =>
      ["Name", "12", "34", "56"].map(
        (text, column): PdfItem => ({ text: `${text}${row}`, x: 76 + column * 100, y: 200 + row * 14 }),
      ),
    ).flat();
    const elements = await read({ items: [...shades, ...cells] });
    expect(elements.map((element) => element.type)).toEqual(["Table"]);
  });
});
