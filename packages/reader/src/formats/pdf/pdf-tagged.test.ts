import { expect, it } from "vitest";
import { outline } from "../../../testing/fixtures/parse.ts";
import { makePdf, type PdfItem, type PdfOptions } from "../../../testing/fixtures/pdf.ts";
import type { PdfTag } from "../../../testing/fixtures/pdf-structure.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(items: PdfItem[], structure: PdfTag[], options: PdfOptions = {}) {
  const bytes = makePdf([{ items, structure }], options);
  return (await parser({ bytes, fileName: "a.pdf", extension: "pdf" }, { onProgress() {} })).elements;
}

const tag = (role: string, ...children: PdfTag["children"]): PdfTag => ({ role, children });
/** A paragraph of several lines, each in its own marked content. */
const paragraph = (first: number, x: number, y: number, lines: string[]): PdfItem[] =>
  lines.map((text, index) => ({ text, x, y: y + 14 * index, tag: first + index }));

it("takes headings with their levels from the tags, and lets no other text be one", async () => {
  const elements = await read(
    [
      { text: "Harbour rules", x: 72, y: 90, tag: 0 },
      { text: "Ships wait outside until the pilot comes on board.", x: 72, y: 110, tag: 1 },
      { text: "Night", x: 72, y: 140, tag: 2 },
      { text: "Important", x: 72, y: 160, size: 12, font: "bold", tag: 3 },
      { text: "No ship moves at night without two lights at its bow.", x: 72, y: 180, tag: 4 },
    ],
    [tag("H1", 0), tag("P", 1), tag("Sub3", tag("Span", 2)), tag("P", 3), tag("P", 4)],
    { roles: { Sub3: "H3" } },
  );
  expect(outline(elements)).toEqual([
    "Title1: Harbour rules",
    "NarrativeText: Ships wait outside until the pilot comes on board.",
    "Title3: Night",
    "NarrativeText: Important",
    "NarrativeText: No ship moves at night without two lights at its bow.",
  ]);
});

it("reads in the order of the tags where it differs from that of the lines", async () => {
  const box = (first: number, x: number, y: number, name: string) => [
    { text: `${name} one`, x, y, tag: first },
    { text: `${name} two`, x, y: y + 60, tag: first + 1 },
  ];
  const elements = await read(
    [...box(0, 72, 100, "Left"), ...box(2, 320, 100, "Right")],
    [0, 1, 2, 3].map((content) => tag("P", content)),
  );
  expect(elements.map(({ text }) => text)).toEqual(["Left one", "Left two", "Right one", "Right two"]);
});

it("reads tables with their spans and headings, though they have neither lines nor bold type", async () => {
  const cells: [string, number, number][] = [
    ["2024", 200, 100],
    ["First", 200, 116],
    ["Second", 300, 116],
    ["Oslo", 80, 132],
    ["17", 200, 132],
    ["19", 300, 132],
    ["Bergen", 80, 148],
    ["21", 200, 148],
    ["23", 300, 148],
  ];
  const cell = (role: string, content: number | null, columns = 1): PdfTag => ({
    ...tag(role, ...(content === null ? [] : [tag("P", content)])),
    columns,
  });
  const [table] = await read(
    cells.map(([text, x, y], index) => ({ text, x, y, tag: index })),
    [
      tag(
        "Table",
        tag(
          "THead",
          tag("TR", cell("TH", null), cell("TH", 0, 2)),
          tag("TR", cell("TH", null), cell("TH", 1), cell("TH", 2)),
        ),
        tag(
          "TBody",
          tag("TR", cell("TH", 3), cell("TD", 4), cell("TD", 5)),
          tag("TR", cell("TH", 6), cell("TD", 7), cell("TD", 8)),
        ),
      ),
    ],
  );
  expect(table?.html).toBe(
    '<table><thead><tr><th></th><th colspan="2">2024</th></tr><tr><th></th><th>First</th><th>Second</th></tr></thead>' +
      "<tbody><tr><th>Oslo</th><td>17</td><td>19</td></tr><tr><th>Bergen</th><td>21</td><td>23</td></tr></tbody></table>",
  );
});

it("reads a table by its lines where its tags lack cells that stand in it", async () => {
  const rule = (y: number): PdfItem => ({ line: [72, y, 312, y] });
  const side = (x: number): PdfItem => ({ line: [x, 72, x, 182] });
  const row = (first: number, y: number, texts: string[]): PdfItem[] =>
    texts.map((text, column) => ({ text, x: 78 + 80 * column, y, tag: first + column }));
  const cell = (content: number) => tag("TD", content);
  const turned = (text: string, x: number): PdfItem => ({ text, x, y: 137, turn: -90 });
  const body = [
    ...row(1, 156, ["Norway", "11", "12"]),
    ...row(4, 176, ["Sweden", "24", "25"]),
    ...[72, 142, 162, 182].map(rule),
    ...[72, 152, 232, 312].map(side),
  ];
  const rows = [0, 1, 4].map((first) =>
    tag("TR", ...(first === 0 ? [0] : [first, first + 1, first + 2]).map(cell)),
  );
  const text = {
    text: "Ships wait outside until the pilot comes on board with the papers of the harbour",
    x: 72,
    y: 220,
    tag: 9,
  };
  const elements = await read(
    [{ text: "Country", x: 78, y: 137, tag: 0 }, turned("Male", 192), turned("Female", 272), ...body, text],
    [tag("Table", ...rows), tag("P", 9)],
  );
  expect(elements.find(({ type }) => type === "Table")?.text).toBe(
    "Country | Male | Female\nNorway | 11 | 12\nSweden | 24 | 25",
  );
});

it("joins the label of an item with its text, and indents what is inside another item", async () => {
  const elements = await read(
    [
      { text: "i", x: 72, y: 100, tag: 0 },
      { text: "Ropes", x: 130, y: 100, tag: 1 },
      { text: "new ones", x: 150, y: 116, tag: 2 },
      { text: "ii", x: 72, y: 132, tag: 3 },
      { text: "Anchors", x: 130, y: 132, tag: 4 },
    ],
    [
      tag(
        "L",
        tag("LI", tag("Lbl", 0), tag("LBody", tag("P", 1), tag("L", tag("LI", tag("LBody", 2))))),
        tag("LI", tag("Lbl", 3), tag("LBody", 4)),
      ),
    ],
  );
  expect(elements.map(({ type, text, metadata }) => [type, text, metadata?.list_depth])).toEqual([
    ["ListItem", "i Ropes", undefined],
    ["ListItem", "new ones", 1],
    ["ListItem", "ii Anchors", undefined],
  ]);
});

it("gives a figure the text that its tag has for it", async () => {
  const elements = await read(
    [
      { text: "The harbour seen from the sea, with both of its lights.", x: 72, y: 100, tag: 0 },
      { image: [72, 120, 200, 150], tag: 1 },
    ],
    [tag("P", 0), { ...tag("Figure", 1), alternative: "Two lights" }],
  );
  expect(elements.map(({ type, text, markdown }) => [type, text, markdown])[1]).toEqual([
    "Image",
    "Two lights",
    "![Two lights]()",
  ]);
});

it("keeps what has no tag, at its place", async () => {
  const elements = await read(
    [
      { text: "Page 7 of the log", x: 72, y: 30 },
      ...paragraph(0, 72, 100, [
        "The ship left the harbour at six in the morning and",
        "met fog behind the island.",
      ]),
      { text: "forgotten", x: 72, y: 160 },
      ...paragraph(2, 72, 200, ["It came back at noon with a broken mast and without", "any fish at all."]),
    ],
    [tag("P", 0, 1), tag("P", 2, 3)],
  );
  expect(outline(elements)).toEqual([
    "Header: Page 7 of the log",
    "NarrativeText: The ship left the harbour at six in the morning and met fog behind the island.",
    "NarrativeText: forgotten",
    "NarrativeText: It came back at noon with a broken mast and without any fish at all.",
  ]);
});

it("joins lines that have a tag each", async () => {
  const lines = [
    "The pilot comes on board outside the outer light and",
    "leaves the ship when its lines are ashore. He speaks",
    "with the master about draught, wind and water.",
  ];
  const elements = await read(
    paragraph(0, 72, 100, lines),
    lines.map((_, index) => tag("P", index)),
  );
  expect(elements.map(({ text }) => text)).toEqual([lines.join(" ")]);
});

const rows = ["First line", "Second line", "Third line", "Fourth line"];

it.each([
  ["lead up and down the page", [3, 1, 2, 0].map((content) => tag("P", content))],
  ["name a content twice", [tag("P", 0, 1), tag("H1", 1, 2), tag("P", 3)]],
  ["leave out most words", [tag("H1", 0)]],
])("reads by lines where tags %s", async (_, structure) => {
  const items = rows.map((text, index): PdfItem => ({ text, x: 72, y: 100 + 60 * index, tag: index }));
  const elements = await read(items, structure);
  expect(outline(elements)).toEqual(rows.map((text) => `NarrativeText: ${text}`));
});

/** As browsers print what has no meaning: an element around elements, down to pieces of text. */
const plain = (...children: PdfTag["children"]) => tag("NonStruct", ...children);
const cell = (content: number) => plain(plain(content));

it("reads rows of cells without a meaning as a table where they stand in columns", async () => {
  const rows = [
    ["Net", "1,713.20"],
    ["Tax", "325.51"],
    ["Total", "2,038.71"],
  ];
  const items = rows.flatMap(([label = "", value = ""], row) => [
    { text: label, x: 300, y: 100 + 16 * row, tag: 2 * row },
    { text: value, x: 420, y: 100 + 16 * row, tag: 2 * row + 1 },
  ]);
  const structure = [plain(...rows.map((_, row) => plain(cell(2 * row), cell(2 * row + 1))))];
  expect(outline(await read(items, structure))).toEqual([
    "Table: Net | 1,713.20\nTax | 325.51\nTotal | 2,038.71",
  ]);
  // Boxes that only stand beside each other.
  const two = items.slice(0, 4).map((item, index) => ({ ...item, x: item.x + (index === 3 ? 60 : 0) }));
  const boxes = await read(two, [plain(plain(cell(0), cell(1)), plain(cell(2), cell(3)))]);
  expect(boxes.map(({ type }) => type)).not.toContain("Table");
});

it("joins pieces of one text in an element without a meaning", async () => {
  const items: PdfItem[] = [
    { text: "Invoice number", x: 72, y: 90, tag: 0 },
    { text: "RE-2025", x: 170, y: 90, font: "bold", tag: 1 },
    { text: "Thank you for your order.", x: 72, y: 120, tag: 2 },
  ];
  expect(outline(await read(items, [plain(plain(0), plain(1)), plain(plain(2))]))).toEqual([
    "NarrativeText: Invoice number RE-2025",
    "NarrativeText: Thank you for your order.",
  ]);
});

it("keeps a row of code together over a wide gap", async () => {
  const items: PdfItem[] = [
    { text: "lat", x: 72, y: 90, font: "mono", tag: 0 },
    { text: "= 50;", x: 130, y: 90, font: "mono", tag: 0 },
    { text: "lon", x: 72, y: 104, font: "mono", tag: 0 },
    { text: "= 4;", x: 130, y: 104, font: "mono", tag: 0 },
    { text: "These are the two places of the harbour.", x: 72, y: 140, tag: 1 },
  ];
  const [code] = await read(items, [plain(plain(0)), tag("P", 1)]);
  expect(code?.text.split("\n").map((line) => line.replace(/\s+/g, " "))).toEqual(["lat = 50;", "lon = 4;"]);
});
