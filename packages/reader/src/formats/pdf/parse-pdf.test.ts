import { describe, expect, it } from "vitest";
import {
  makePdf,
  type PdfFontName,
  type PdfItem,
  type PdfPageContent,
  pdfTextWidth,
} from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import type { ParseProgress } from "../../parser.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function parse(pages: PdfPageContent[], options: Parameters<typeof makePdf>[1] = {}) {
  return parseBytes(makePdf(pages, options));
}

const parseBytes = (bytes: Uint8Array, onProgress: (progress: ParseProgress) => void = () => {}) =>
  parser({ bytes, fileName: "test.pdf", extension: "pdf" }, { onProgress });

const words =
  "the quick brown fox jumps over a lazy dog while seven wizards quietly mix poison under the old bridge of this town".split(
    " ",
  );

/** Lines of running text that fill a width. Each starts with its own word. */
function prose(name: string, x: number, y: number, width: number, count: number, size = 10): PdfItem[] {
  return Array.from({ length: count }, (_, row) => {
    let text = `${name}${row === 0 ? "" : row}`;
    let next = row * 3;
    while (pdfTextWidth(`${text} ${words[next % words.length]}`, size) < width) {
      text += ` ${words[next % words.length]}`;
      next += 1;
    }
    return { text, x, y: y + row * size * 1.2, size };
  });
}

const typed = (elements: { type: string; text: string }[]) =>
  elements.map(({ type, text }) => `${type}: ${text}`);

function row(y: number, cells: string[], xs: number[], font: PdfFontName = "regular"): PdfItem[] {
  return cells.map((text, index) => ({ text, x: xs[index] ?? 0, y, font }));
}

describe("text", () => {
  it("becomes titles with levels, paragraphs and list items", async () => {
    const { elements, totalPages } = await parse([
      {
        items: [
          { text: "A Study of Things", x: 72, y: 90, size: 24, font: "bold" },
          { text: "1 Introduction", x: 72, y: 130, size: 14, font: "bold" },
          ...prose("first", 72, 150, 450, 4),
          { text: "1.1 Aims", x: 72, y: 215, size: 14, font: "bold" },
          {
            text: "\u2022 one thing that is said at such a length that it has to go on in a second line below,",
            x: 72,
            y: 235,
          },
          { text: "hanging under the text", x: 79, y: 247 },
          { text: "\u2022 another thing", x: 72, y: 259 },
          { text: "2 Methods", x: 72, y: 290, size: 14, font: "bold" },
          ...prose("second", 72, 310, 450, 4),
          ...prose("third", 72, 376, 450, 3),
        ],
      },
    ]);
    expect(totalPages).toBe(1);
    expect(elements.map(({ type, level }) => (level ? `${type} ${level}` : type))).toEqual([
      "Title 1",
      "Title 2",
      "NarrativeText",
      "Title 3",
      "ListItem",
      "ListItem",
      "Title 2",
      "NarrativeText",
      "NarrativeText",
    ]);
    expect(elements[0]).toMatchObject({
      text: "A Study of Things",
      markdown: "# A Study of Things",
      pageNumber: 1,
    });
    expect(elements[4]?.text).toMatch(/second line below, hanging under the text$/);
    expect(elements[5]?.markdown).toBe("- another thing");
    expect(elements[7]?.text.startsWith("second")).toBe(true);
  });

  it("has boxes in points from the top-left corner, and the page's size", async () => {
    const { elements } = await parse([
      { items: [{ text: "Somewhere on the page", x: 100, y: 300, size: 12 }] },
    ]);
    const [element] = elements;
    expect(element?.pageLayout).toEqual({ width: 612, height: 792 });
    expect(element?.boundingBox?.left).toBeCloseTo(100, 0);
    expect(element?.boundingBox?.width).toBeCloseTo(pdfTextWidth("Somewhere on the page", 12), 0);
    expect(element?.boundingBox?.top).toBeGreaterThan(286);
    expect((element?.boundingBox?.top ?? 0) + (element?.boundingBox?.height ?? 0)).toBeLessThan(305);
  });

  it("joins words broken at a line's end", async () => {
    const { elements } = await parse([
      {
        items: [
          {
            text: "Every document of this kind is written in a well-known language and then conver-",
            x: 72,
            y: 300,
          },
          {
            text: "ted to pages, which is what everybody does in this branch, and it is also a well-",
            x: 72,
            y: 312,
          },
          { text: "known problem.", x: 72, y: 324 },
        ],
      },
    ]);
    expect(elements.map((element) => element.text)).toEqual([
      "Every document of this kind is written in a well-known language and then converted to pages, which is what everybody does in this branch, and it is also a well-known problem.",
    ]);
  });

  it("drops text drawn twice to look bold", async () => {
    const { elements } = await parse([
      {
        items: [
          { text: "Doubled words here", x: 72, y: 300 },
          { text: "Doubled words here", x: 72.4, y: 300.2 },
        ],
      },
    ]);
    expect(elements.map((element) => element.text)).toEqual(["Doubled words here"]);
  });

  it("reads Hebrew from right to left, but numbers and Latin words from left to right", async () => {
    const visual = (text: string) => [...text].reverse().join("");
    const place = (text: string, x: number): PdfItem => ({ text, x, y: 300, font: "unicode" });
    const { elements } = await parse([
      {
        items: [
          place(visual("שלום"), 200),
          place(visual("עולם"), 170),
          place("New", 122),
          place("York", 143),
          place("2024", 90),
        ],
      },
    ]);
    expect(elements.map((element) => element.text)).toEqual(["שלום עולם New York 2024"]);
  });

  it("keeps text along the margin out of the body text", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("body", 90, 200, 430, 6),
          { text: "arXiv:1234.5678 [cs.XX] 1 Jan 2024", x: 30, y: 500, turn: -90, size: 14 },
        ],
      },
    ]);
    expect(elements.map((element) => element.type)).toEqual(["NarrativeText", "UncategorizedText"]);
    expect(elements[1]?.text).toBe("arXiv:1234.5678 [cs.XX] 1 Jan 2024");
    expect(elements[1]?.boundingBox?.height).toBeGreaterThan(elements[1]?.boundingBox?.width ?? 0);
  });

  it("reads rotated pages and pages with rotated text", async () => {
    const upright = prose("line", 72, 200, 400, 3);
    const sideways: PdfItem[] = upright.map((item, index) =>
      "text" in item ? { ...item, x: 300 - index * 12, y: 72, turn: 90 } : item,
    );
    const plain = await parse([{ items: upright }]);
    const byPage = await parse([{ items: upright, rotate: 90 }]);
    const byText = await parse([{ items: sideways, height: 700 }]);
    expect(byPage.elements.map((element) => element.text)).toEqual(
      plain.elements.map((element) => element.text),
    );
    expect(byText.elements.map((element) => element.text)).toEqual(
      plain.elements.map((element) => element.text),
    );
    expect(byText.elements[0]?.boundingBox?.height).toBeGreaterThan(300);
    expect(byText.elements[0]?.boundingBox?.left).toBeLessThan(300);
  });

  it("marks captions, code and links", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("body", 72, 150, 450, 5),
          { text: "function add(a, b) {", x: 72, y: 230, font: "mono" },
          { text: "return a + b;", x: 84, y: 242, font: "mono" },
          { text: "}", x: 72, y: 254, font: "mono" },
          { text: "Figure 3: Growth over the years", x: 72, y: 290 },
          { text: "Table 2-2 shows more of the same growth", x: 72, y: 310 },
          { text: "More is said elsewhere in the manual", x: 72, y: 330 },
        ],
        links: [{ url: "https://example.org/manual", x: 72, y: 320, width: 150, height: 12 }],
      },
    ]);
    expect(elements.map((element) => element.type)).toEqual([
      "NarrativeText",
      "CodeSnippet",
      "FigureCaption",
      "NarrativeText",
      "NarrativeText",
    ]);
    expect(elements[1]?.text).toBe("function add(a, b) {\n  return a + b;\n}");
    expect(elements[1]?.markdown).toBe("```\nfunction add(a, b) {\n  return a + b;\n}\n```");
    expect(elements[4]?.metadata).toMatchObject({ link_urls: ["https://example.org/manual"] });
  });

  it("takes headings from the outline, whatever their style", async () => {
    const items = [{ text: "Closing words", x: 72, y: 130 }, ...prose("body", 72, 160, 450, 5)];
    const { elements } = await parse([{ items }], { outline: [{ title: "3. Closing words", page: 1 }] });
    expect(elements[0]).toMatchObject({ type: "Title", level: 1, text: "Closing words" });
  });
});

describe("columns", () => {
  it("are read one after the other, after a title across both", async () => {
    const { elements } = await parse([
      {
        items: [
          { text: "One Title Standing Over Both of the Columns", x: 110, y: 90, size: 18, font: "bold" },
          ...prose("right", 320, 140, 240, 20),
          ...prose("left", 50, 140, 240, 20),
        ],
      },
    ]);
    expect(elements.map((element) => element.text.split(" ")[0])).toEqual(["One", "left", "right"]);
  });

  it("of labels and values are read by row", async () => {
    const { elements } = await parse([
      {
        items: [
          ...row(300, ["Invoice number:", "4711"], [72, 200]),
          ...row(314, ["Date:", "2 May 2024"], [72, 200]),
        ],
      },
    ]);
    expect(elements.map((element) => element.text).join(" ")).toBe("Invoice number: 4711 Date: 2 May 2024");
  });
});

/** The lines of a grid. */
const lines = (xs: number[], ys: number[]): PdfItem[] => [
  ...ys.map((y): PdfItem => ({ line: [xs[0] ?? 0, y, xs.at(-1) ?? 0, y] })),
  ...xs.map((x): PdfItem => ({ line: [x, ys[0] ?? 0, x, ys.at(-1) ?? 0] })),
];

describe("tables", () => {
  it("drawn with lines keep their cells, wrapped text and headings", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("before", 72, 150, 450, 3),
          ...lines([72, 200, 320, 440], [200, 220, 250, 270]),
          ...row(214, ["Name", "Task", "Hours"], [76, 204, 324]),
          ...row(232, ["Ada", "writing the", "12"], [76, 204, 324]),
          { text: "first program", x: 204, y: 244 },
          ...row(264, ["Grace", "compiling", "30"], [76, 204, 324]),
        ],
      },
    ]);
    expect(elements.map((element) => element.type)).toEqual(["NarrativeText", "Table"]);
    expect(elements[1]).toMatchObject({
      text: "Name | Task | Hours\nAda | writing the first program | 12\nGrace | compiling | 30",
      markdown:
        "| Name | Task | Hours |\n| --- | --- | --- |\n| Ada | writing the first program | 12 |\n| Grace | compiling | 30 |",
      html:
        "<table><thead><tr><th>Name</th><th>Task</th><th>Hours</th></tr></thead><tbody>" +
        "<tr><td>Ada</td><td>writing the first program</td><td>12</td></tr>" +
        "<tr><td>Grace</td><td>compiling</td><td>30</td></tr></tbody></table>",
    });
  });

  it("drawn with a cell over two columns keep its span", async () => {
    const { elements } = await parse([
      {
        items: [
          { line: [72, 200, 400, 200] },
          { line: [72, 220, 400, 220] },
          { line: [72, 240, 400, 240] },
          { line: [72, 260, 400, 260] },
          { line: [72, 200, 72, 260] },
          { line: [400, 200, 400, 260] },
          { line: [236, 220, 236, 260] },
          { text: "Both columns", x: 180, y: 214 },
          ...row(234, ["left", "right"], [76, 240]),
          ...row(254, ["1", "2"], [76, 240]),
        ],
      },
    ]);
    expect(elements[0]?.html).toContain('<td colspan="2">Both columns</td>');
  });

  it("shown only by alignment are found with three or more rows", async () => {
    const xs = [72, 220, 300, 380];
    const { elements } = await parse([
      {
        items: [
          ...prose("before", 72, 120, 450, 3),
          ...row(200, ["Region", "2021", "2022", "2023"], xs, "bold"),
          ...row(216, ["North of the river", "1.5", "2.5", "3.5"], xs),
          ...row(232, ["South", "10.1", "20.2", "30.3"], xs),
          ...row(248, ["West", "7.7", "8.8", "9.9"], xs),
          ...prose("after", 72, 290, 450, 3),
        ],
      },
    ]);
    expect(typed(elements).map((text) => text.slice(0, 30))).toEqual([
      expect.stringContaining("NarrativeText: before"),
      "Table: Region | 2021 | 2022 | ",
      expect.stringContaining("NarrativeText: after"),
    ]);
    expect(elements[1]?.text.split("\n")).toEqual([
      "Region | 2021 | 2022 | 2023",
      "North of the river | 1.5 | 2.5 | 3.5",
      "South | 10.1 | 20.2 | 30.3",
      "West | 7.7 | 8.8 | 9.9",
    ]);
    expect(elements[1]?.html).toContain("<th>Region</th>");
  });

  it("are not made from two columns of text with aligned lines", async () => {
    const { elements } = await parse([
      { items: [...prose("left", 50, 140, 240, 12), ...prose("right", 320, 140, 240, 12)] },
    ]);
    expect(elements.map((element) => element.type)).toEqual(["NarrativeText", "NarrativeText"]);
  });
});

describe("lines that align but are no table", () => {
  /** Sentences set in a narrow column: a few words a line, most lines begin in the middle of a sentence. */
  const narrow = (name: string, x: number, y: number, count: number, offset = 0): PdfItem[] => {
    const sentence = `${name} the old town keeps its walls and gates while people of every trade walk past them and hardly look up.`;
    const all = Array(8).fill(sentence).join(" ").split(" ").slice(offset);
    return Array.from({ length: count }, (_, row) => ({
      text: all.slice(row * 3, row * 3 + 3).join(" "),
      x,
      y: y + row * 12,
    }));
  };
  const types = (elements: { type: string }[]) => elements.map((element) => element.type);

  it("are columns of a few words a line, read one after the other", async () => {
    const { elements } = await parse([
      {
        items: [
          { text: "News of the Week", x: 72, y: 90, size: 20, font: "bold" },
          ...narrow("First", 72, 140, 14),
          ...narrow("Second", 230, 140, 14, 1),
          ...narrow("Third", 390, 140, 14, 2),
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
    const text = elements.map((element) => element.text).join(" ");
    expect(text).toMatch(/^News of the Week First the old town keeps its walls and gates/);
    expect(text.indexOf("First")).toBeLessThan(text.indexOf("Second"));
    expect(text.lastIndexOf("First")).toBeLessThan(text.indexOf("Second"));
  });

  it("are columns in a frame, with a line between them", async () => {
    const { elements } = await parse([
      {
        items: [
          ...lines([60, 300, 540], [120, 320]),
          ...narrow("First", 72, 140, 14),
          ...narrow("Second", 320, 140, 13, 1),
          { line: [300, 300, 540, 300] },
          { text: "More on page 7", x: 320, y: 314 },
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
  });

  it("are columns between the lines above and below a page's text", async () => {
    const { elements } = await parse([
      {
        items: [
          { line: [72, 120, 540, 120] },
          ...narrow("First", 72, 140, 14),
          ...narrow("Second", 230, 140, 14, 1),
          ...narrow("Third", 390, 140, 14, 2),
          { line: [72, 320, 540, 320] },
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
  });

  it("are the last lines of columns that run on above", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("left", 50, 100, 240, 20),
          ...prose("right", 320, 100, 240, 20),
          { text: "It ends here.", x: 50, y: 340 },
          { text: "So it goes.", x: 50, y: 352 },
          { text: "Nobody knows.", x: 50, y: 364 },
          { text: "Here, too.", x: 320, y: 340 },
          { text: "And so on.", x: 320, y: 352 },
          { text: "Somebody does.", x: 320, y: 364 },
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
    const text = elements.map((element) => element.text).join(" ");
    expect(text.indexOf("Nobody knows.")).toBeLessThan(text.indexOf("right"));
  });

  it("are footnotes and captions under two columns", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("left", 50, 100, 240, 20),
          { text: "Figure 2: The gates of the town", x: 50, y: 360, size: 9 },
          { line: [50, 690, 130, 690] },
          { text: "1 Seen from the river in the north.", x: 50, y: 702, size: 8 },
          { text: "2 The second gate was built later.", x: 50, y: 712, size: 8 },
          ...prose("right", 320, 100, 240, 22),
          { text: "Table 1: Nothing to be shown here", x: 320, y: 372, size: 9 },
          { text: "3 As told by the gatekeeper himself.", x: 320, y: 702, size: 8 },
          { text: "4 His name is not known to anybody.", x: 320, y: 712, size: 8 },
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
    const text = elements.map((element) => element.text).join(" ");
    const order = ["left", "Figure 2", "right", "Table 1", "1 Seen", "2 The", "3 As", "4 His"];
    expect(order.map((start) => text.indexOf(start))).toEqual(
      order.map((start) => text.indexOf(start)).sort((a, b) => a - b),
    );
    expect(order.every((start) => text.includes(start))).toBe(true);
  });

  it("are signatures side by side", async () => {
    const { elements } = await parse([
      {
        items: [
          ...prose("agreed", 72, 120, 450, 5),
          ...row(240, ["Ada Lovelace", "Grace Hopper"], [72, 320]),
          ...row(252, ["Analytical Engines Ltd", "Compilers and Sons"], [72, 320]),
          ...row(264, ["Head of Programming", "Director of Research"], [72, 320]),
          ...row(276, ["London, 2 May 2024", "New York, 3 May 2024"], [72, 320]),
        ],
      },
    ]);
    expect(types(elements)).not.toContain("Table");
    const text = elements.map((element) => element.text).join(" ");
    expect(text).toContain(
      "Ada Lovelace Analytical Engines Ltd Head of Programming London, 2 May 2024 Grace",
    );
  });

  it("are code with comments at one tab stop", async () => {
    const code = (y: number, statement: string, comment: string): PdfItem[] => [
      { text: statement, x: 72, y, font: "mono" },
      { text: comment, x: 260, y, font: "mono" },
    ];
    const { elements } = await parse([
      {
        items: [
          ...prose("listing", 72, 120, 450, 5),
          ...code(200, "let total = 0;", "// the sum"),
          ...code(212, "for (item of list) {", "// each item"),
          ...code(224, "total += item.price;", "// adds up"),
          ...code(236, "}", "// end"),
        ],
      },
    ]);
    expect(types(elements)).toEqual(["NarrativeText", "CodeSnippet"]);
    expect(elements[1]?.text).toMatch(/^let total = 0; +\/\/ the sum\nfor/);
  });

  it("but a table whose cells are sentences is one", async () => {
    const xs = [72, 200, 400];
    const { elements } = await parse([
      {
        items: [
          ...prose("before", 72, 120, 450, 3),
          ...row(200, ["Field", "Meaning", "Type"], xs, "bold"),
          ...row(220, ["id", "Tells one record from all", "number"], xs),
          ...row(232, ["others of the list"], [200]),
          ...row(252, ["name", "What people call the thing", "text"], xs),
          ...row(264, ["in daily life"], [200]),
          ...row(284, ["size", "How much room it needs on", "number"], xs),
          ...row(296, ["the shelf"], [200]),
        ],
      },
    ]);
    expect(types(elements)).toEqual(["NarrativeText", "Table"]);
  });
});

describe("headers, footers and page numbers", () => {
  const page = (number: number): PdfPageContent => ({
    items: [
      { text: "Journal of Examples", x: 72, y: 40, size: 9 },
      ...prose(`page${number}`, 72, 120, 450, 30),
      { text: `Volume ${number + 4}, all rights reserved`, x: 72, y: 735, size: 9 },
      { text: String(number), x: 300, y: 760, size: 9 },
    ],
  });

  it("are recognised because they stand at the same place on several pages", async () => {
    const { elements, totalPages } = await parse([page(1), page(2), page(3)]);
    expect(totalPages).toBe(3);
    for (const number of [1, 2, 3]) {
      const types = elements
        .filter((element) => element.pageNumber === number)
        .map((element) => element.type);
      expect(types).toEqual(["Header", "NarrativeText", "Footer", "PageNumber"]);
    }
  });

  it("do not include text that stands there only once", async () => {
    const { elements } = await parse([page(1), { items: [...prose("Other", 72, 88, 450, 30)] }]);
    const last = elements.filter((element) => element.pageNumber === 2);
    expect(last.map((element) => element.type)).toEqual(["NarrativeText"]);
  });

  it("include a bare number at the foot of a single page", async () => {
    const { elements } = await parse([
      { items: [...prose("body", 72, 120, 450, 30), { text: "- 7 -", x: 300, y: 750 }] },
    ]);
    expect(elements.at(-1)).toMatchObject({ type: "PageNumber", text: "- 7 -" });
  });
});

describe("documents that can't be parsed", () => {
  it("say what is wrong and what to do", async () => {
    const message = async (bytes: Uint8Array) =>
      parseBytes(bytes).then(
        () => "parsed",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const text: PdfPageContent = { items: [{ text: "text", x: 72, y: 72 }] };
    expect(await message(new Uint8Array())).toBe(
      "ParseError: This file is empty. Check the file and upload it again.",
    );
    expect(await message(makePdf([text], { locked: true }))).toBe(
      "ParseError: This PDF is protected by a password. Remove the password and upload it again.",
    );
    expect(await message(new TextEncoder().encode("no PDF"))).toMatch(
      /^ParseError: This file is damaged or is not a PDF/,
    );
    expect(await message(makePdf([{ items: [{ image: [10, 10, 500, 700] }] }]))).toMatch(
      /^ParseError: This PDF has no text layer, and no text was found in the pictures on its pages/,
    );
    expect(await message(makePdf([{ items: [{ box: [10, 10, 50, 50] }] }]))).toBe(
      "ParseError: This PDF has no text: its pages are empty or show drawings only. Check the file and upload it again.",
    );
    expect(await message(makePdf([{ items: [{ text: "away", x: 900, y: 72 }] }]))).toBe(
      "ParseError: This PDF has no text that can be seen. 1 word that is not visible was left out: 1 outside the page. " +
        "Check the file and upload it again.",
    );
    expect(await message(makePdf([]))).toMatch(
      /^ParseError: No page of this PDF can be found: its list of pages is damaged or empty/,
    );
    expect(await message(makePdf([{ items: [], broken: true }]))).toMatch(
      /^ParseError: No page of this PDF can be read/,
    );
  });

  it("are refused beyond 5,000 pages", async () => {
    const notAskedFor = () => Promise.reject(new Error("not asked for"));
    const huge = createPdfParser(
      async () => ({
        pageCount: 5_001,
        readPage: notAskedFor,
        renderPage: notAskedFor,
        outline: () => [],
        xmlForm: () => null,
        attachedFiles: () => [],
        eInvoice: () => null,
        close: () => {},
      }),
      notAskedFor,
    );
    const input = { bytes: new Uint8Array([1]), fileName: "huge.pdf", extension: "pdf" };
    await expect(huge(input, { onProgress: () => {} })).rejects.toThrow("at most 5000 are allowed");
  });

  it("lose only the pages that cannot be read", async () => {
    const { elements, failedPages, totalPages } = await parse([
      { items: prose("one", 72, 100, 400, 3) },
      { items: [], broken: true },
      { items: prose("three", 72, 100, 400, 3) },
    ]);
    expect({ failedPages, totalPages }).toEqual({ failedPages: [2], totalPages: 3 });
    expect(elements.map((element) => element.pageNumber)).toEqual([1, 3]);
  });
});

it("says how many words were left out because nobody sees them", async () => {
  const { message } = await parse([
    {
      items: [
        { text: "seen", x: 72, y: 72 },
        { text: "far away", x: 900, y: 72 },
        { text: "hidden", x: 72, y: 100, mode: 3 },
      ],
    },
  ]);
  expect(message).toBe(
    "3 words that are not visible were left out: 2 outside the page, 1 invisible, covered or in a hidden layer",
  );
});

it("marks pages whose fonts don't say what they show", async () => {
  const shifted = (text: string) =>
    text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 94) % 26) + 97));
  const garbled = prose("second", 72, 100, 400, 6).map((item) =>
    "text" in item ? { ...item, text: shifted(item.text) } : item,
  );
  const { elements, message } = await parse([
    { items: prose("first", 72, 100, 400, 6) },
    { items: garbled },
    { items: [{ text: "Dr. Schwrtz, Brnn, tsch, krks: pst!", x: 72, y: 100 }] },
  ]);
  expect(elements.map(({ metadata }) => metadata?.text_quality)).toEqual([undefined, "garbled", undefined]);
  expect(message).toBe(
    "The text of page 2 is garbled, because the fonts don't say which characters they show",
  );
});

it("reports progress page by page up to the last", async () => {
  const seen: ParseProgress[] = [];
  const pages = Array.from({ length: 5 }, (_, index) => ({ items: prose(`p${index}`, 72, 100, 400, 3) }));
  await parseBytes(makePdf(pages), (progress) => seen.push(progress));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  expect(seen.every((progress) => progress.total === 5 && progress.unit === "pages")).toBe(true);
  expect(seen.at(-1)).toEqual({ done: 5, total: 5, unit: "pages" });
});
