import { expect, it } from "vitest";
import { outline } from "../../../testing/fixtures/parse.ts";
import { makePdf, type PdfItem, pdfTextWidth } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(items: PdfItem[]) {
  const input = { bytes: makePdf([{ items }]), fileName: "a.pdf", extension: "pdf" };
  return outline((await parser(input, { onProgress() {} })).elements);
}

const grid = (xs: number[], ys: number[]): PdfItem[] => [
  ...xs.map((x): PdfItem => ({ line: [x, ys[0] ?? 0, x, ys.at(-1) ?? 0] })),
  ...ys.map((y): PdfItem => ({ line: [xs[0] ?? 0, y, xs.at(-1) ?? 0, y] })),
];
const cells = (y: number, texts: string[], xs: number[]): PdfItem[] =>
  texts.map((text, index) => ({ text, x: (xs[index] ?? 0) + 5, y }));

it("reads short headings on the left each before its table in the middle", async () => {
  const xs = [257, 300, 340];
  const part = (title: string, y: number, first: string): PdfItem[] => [
    { text: title, x: 78, y, size: 14, font: "bold" },
    ...grid(xs, [y + 10, y + 28, y + 46, y + 64]),
    ...cells(y + 22, ["Region", "Sales"], xs),
    ...cells(y + 40, ["North", first], xs),
    ...cells(y + 58, ["South", "15"], xs),
  ];
  const texts = await read([
    ...part("First", 90, "10"),
    ...part("Second", 190, "20"),
    ...part("Third", 290, "30"),
  ]);
  expect(
    texts.map((text) => text.replace(/^\w+?\d?: /, "").split("\n")[1] ?? text.replace(/^\w+?\d?: /, "")),
  ).toEqual(["First", "North | 10", "Second", "North | 20", "Third", "North | 30"]);
});

it("reads turned headings in the cells that they stand in, and other turned text beside the table", async () => {
  const xs = [72, 152, 232, 312];
  const turned = (text: string, x: number): PdfItem => ({ text, x, y: 137, turn: -90 });
  const texts = await read([
    ...grid(xs, [72, 142, 162, 182]),
    ...cells(137, ["Country"], xs),
    turned("Male", 192),
    turned("Gross margin", 272),
    ...cells(156, ["Norway", "11", "12"], xs),
    ...cells(176, ["Sweden", "24", "25"], xs),
    { text: "Printed in May", x: 40, y: 500, turn: -90 },
  ]);
  expect(texts).toEqual([
    "Table: Country | Male | Gross margin\nNorway | 11 | 12\nSweden | 24 | 25",
    "UncategorizedText: Printed in May",
  ]);
});

it("keeps a page number with its entry behind dots far apart", async () => {
  const entry = (title: string, page: string, y: number): PdfItem[] => [
    { text: title, x: 72, y },
    ...Array.from({ length: 30 }, (_, index) => 86 + index * 14)
      .filter((x) => x > 76 + pdfTextWidth(title))
      .map((x): PdfItem => ({ text: ".", x, y })),
    { text: page, x: 512, y },
  ];
  const texts = await read([
    { text: "Contents", x: 72, y: 70, size: 16, font: "bold" },
    ...entry("1 Introduction", "3", 110),
    ...entry("1.1 Scope of the report", "4", 126),
    ...entry("2 Methods of the survey", "7", 142),
    ...entry("Conclusions", "31", 158),
  ]);
  expect(texts.slice(1).map((text) => text.replace(/[ .…]+(?=\d+$)/, " ~ "))).toEqual([
    expect.stringMatching(/1 Introduction ~ 3$/),
    expect.stringMatching(/1\.1 Scope of the report ~ 4$/),
    expect.stringMatching(/2 Methods of the survey ~ 7$/),
    expect.stringMatching(/Conclusions ~ 31$/),
  ]);
});

it("keeps a page number with its entry behind a line of underscores that ends before it", async () => {
  const entry = (title: string, page: string, y: number): PdfItem[] => [
    { text: `${title}${"_".repeat(40)}`, x: 72, y },
    { text: page, x: 72 + pdfTextWidth(`${title}${"_".repeat(40)}`) + 18, y },
  ];
  const texts = await read([
    { text: "List of figures", x: 72, y: 70, size: 16, font: "bold" },
    { text: "Figure 1. Map of the region with its rivers and the towns that lie", x: 72, y: 110 },
    ...entry("on them", "12", 124),
    ...entry("Figure 2. Rain", "14", 138),
  ]);
  expect(texts.slice(1).map((text) => text.replace(/^\w+: /, ""))).toEqual([
    "Figure 1. Map of the region with its rivers and the towns that lie on them … 12",
    "Figure 2. Rain … 14",
  ]);
});

it("reads items whose text is in fixed-width type as items, and headings of two sizes as two", async () => {
  const item = (text: string, y: number): PdfItem[] => [
    { text: "\u2022", x: 72, y, font: "unicode" },
    { text, x: 90, y, font: "mono" },
  ];
  const texts = await read([
    { text: "4.4 Error handling", x: 72, y: 70, size: 12, font: "bold" },
    { text: "print_error", x: 72, y: 86, size: 11, font: "bold" },
    { text: "Prints the text of an error to the screen of the harbour master.", x: 72, y: 110 },
    ...item("BIT STRING;", 140),
    ...item("OCTET STRING;", 154),
    { text: "These are all of the types that the parser can manage today.", x: 72, y: 190 },
  ]);
  expect(texts.map((text) => text.replace(/\d: /, ": "))).toEqual([
    "Title: 4.4 Error handling",
    "Title: print_error",
    "NarrativeText: Prints the text of an error to the screen of the harbour master.",
    "ListItem: • BIT STRING;",
    "ListItem: • OCTET STRING;",
    "NarrativeText: These are all of the types that the parser can manage today.",
  ]);
});

it("reads vertical columns from the right to the left", async () => {
  const columns = [
    "春は毎年この町に遅くやって来る。",
    "川の氷が割れると子供たちは",
    "橋の上に集まって魚を待つ。",
  ];
  // Written in the other order, which does not matter.
  const items = columns.map(
    (text, index): PdfItem => ({ text, x: 500 - index * 24, y: 90, size: 14, font: "vertical" }),
  );
  expect((await read(items.reverse())).join("").replace(/\w+: /g, "")).toBe(columns.join(""));
});

it("reads an upright heading above vertical columns first", async () => {
  const columns = ["春は毎年この町に遅くやって来る。", "川の氷が割れると子供たちは集まる。"];
  const items = columns.map(
    (text, index): PdfItem => ({ text, x: 500 - index * 40, y: 140, size: 14, font: "vertical" }),
  );
  const heading: PdfItem = { text: "春の町", x: 260, y: 60, size: 20, font: "unicode" };
  const label: PdfItem = { text: "第三部", x: 40, y: 40, size: 9, font: "unicode" };
  const foot: PdfItem = { text: "雑誌", x: 280, y: 700, size: 9, font: "unicode" };
  expect(await read([...items, foot, label, heading])).toEqual([
    "UncategorizedText: 第三部",
    "Title1: 春の町",
    `NarrativeText: ${columns[0]}`,
    `NarrativeText: ${columns[1]}`,
    "UncategorizedText: 雑誌",
  ]);
});

it("reads short columns in two tiers one tier after the other", async () => {
  const tiers = [
    ["春は毎年この町に遅くや", "って来る川の氷が割れる", "と子供たちは橋の上に集", "まって魚を待つのである"],
    ["大人は網の手入れを始め", "て夏の漁に備える毎日が", "続くのだが雨の日には休", "むこともあるという話だ"],
  ];
  const items = tiers.flatMap((columns, tier) =>
    columns.map(
      (text, index): PdfItem => ({
        text,
        x: 500 - index * 24,
        y: 90 + tier * 220,
        size: 14,
        font: "vertical",
      }),
    ),
  );
  expect((await read(items)).join("").replace(/\w+: /g, "")).toBe(tiers.flat().join(""));
});

it("keeps the spaces of words that a font draws itself", async () => {
  expect(await read([{ text: "every boat of the harbour", x: 72, y: 300, font: "wide" }])).toEqual([
    "NarrativeText: every boat of the harbour",
  ]);
});

it("reads each slanted text for itself, with its spaces", async () => {
  const texts = await read([
    { text: "A sentence that stands upright on the page.", x: 72, y: 300 },
    { text: "Draft of the author", x: 150, y: 500, size: 12, turn: 45 },
    { text: "not for sale", x: 350, y: 600, size: 12, turn: -10 },
  ]);
  expect(texts.slice(1)).toEqual([
    "UncategorizedText: Draft of the author",
    "UncategorizedText: not for sale",
  ]);
});

const column = (letters: string, x: number, y: number): PdfItem[] =>
  [...letters].map((text, index) => ({ text, x, y: y + 12 * index, size: 12, font: "unicode" }));

it("reads columns whose letters are placed one by one, with the numbers upright in them", async () => {
  const texts = await read([
    ...column("昭和", 400, 100),
    { text: "12", x: 399, y: 124, size: 12 },
    ...column("年に港は再建された", 400, 136),
    ...column("壁は一メートル高く", 380, 100),
  ]);
  expect(texts).toEqual(["NarrativeText: 昭和12年に港は再建された壁は一メートル高く"]);
});

it("keeps single letters of rows apart", async () => {
  const rows = ["有", "無", "有", "無"];
  const texts = await read([
    ...rows.map((_, index): PdfItem => ({ text: `Room ${index + 1}`, x: 72, y: 100 + 16 * index })),
    ...rows.map((text, index): PdfItem => ({ text, x: 200, y: 100 + 16 * index, size: 12, font: "unicode" })),
  ]);
  expect(texts.join(" ")).not.toContain("有無");
});

/** Each letter is placed by itself, and drawn twice. */
const twice = (text: string): PdfItem[] =>
  [...text].flatMap((letter, index): PdfItem[] => {
    const x = 72 + pdfTextWidth(text.slice(0, index), 12);
    return letter === " " ? [] : [x, x + 0.9].map((at) => ({ text: letter, x: at, y: 100, size: 12 }));
  });

it("keeps numbers apart that a tagged page marks as two, and the pieces of one number together", async () => {
  const numbers = (tags: [number, number]): PdfItem[] => [
    { text: "2022", x: 72, y: 100, size: 12, tag: tags[0] },
    { text: "4.1", x: 72 + pdfTextWidth("2022", 12) + 1.3, y: 100, size: 12, tag: tags[1] },
  ];
  expect(await read(numbers([1, 2]))).toEqual([expect.stringContaining("2022 4.1")]);
  expect(await read(numbers([1, 1]))).toEqual([expect.stringContaining("20224.1")]);
});

it.each([
  ["letters drawn twice", twice("Testing little filling"), "Testing little filling"],
  ["double letters and figures", [{ text: "Hill 1100 22", x: 72, y: 100 }], "Hill 1100 22"],
])("gives %s once and whole", async (_, items: PdfItem[], text) => {
  expect((await read(items))[0]?.replace(/^\w+?\d?: /, "")).toBe(text);
});

it("reads a title in the middle of a slide before the columns below it", async () => {
  const column = (x: number, ...texts: string[]): PdfItem[] =>
    texts.map((text, index) => ({ text: `\u2022 ${text}`, x, y: 130 + index * 24, size: 18 }));
  const title: PdfItem = { text: "Two sides", x: 250, y: 70, size: 32 };
  const columns = [...column(60, "Left one", "Left two"), ...column(350, "Right one", "Right two")];
  const order = ["Left one", "Left two", "Right one", "Right two"];
  const texts = await read([title, ...columns]);
  expect(texts.map((text) => text.replace(/^\w+: (?:\u2022 )?/, ""))).toEqual(["Two sides", ...order]);
  // A heading of one column stays in it.
  const own = await read([{ ...title, text: "Right side", x: 350 }, ...columns]);
  expect(own.map((text) => text.replace(/^\w+: (?:\u2022 )?/, ""))).toEqual([
    ...order.slice(0, 2),
    "Right side",
    ...order.slice(2),
  ]);
});

it("begins the right column with its first line, where that is higher than the left one", async () => {
  const line = "the river meets the sea between two low hills and goes";
  const column = (name: string, x: number, y: number, count: number): PdfItem[] =>
    Array.from({ length: count }, (_, row) => ({ text: `${name}${row} ${line}`, x, y: y + row * 12 }));
  const texts = await read([
    { text: "On salt", x: 60, y: 90, size: 20, font: "bold" },
    ...column("left", 60, 141, 9),
    ...column("right", 340, 128, 10),
    ...[0, 1, 2].map((row) => ({ text: `${line} on and on and ${line}`, x: 60, y: 300 + row * 12 })),
  ]);
  expect(texts.map((text) => text.split(" ")[1])).toEqual(["On", "left0", "right0", "the"]);
});
