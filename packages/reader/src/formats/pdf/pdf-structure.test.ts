import { describe, expect, it } from "vitest";
import {
  makePdf,
  type PdfFontName,
  type PdfItem,
  type PdfPageContent,
} from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(...pages: PdfPageContent[]) {
  const input = { bytes: makePdf(pages), fileName: "paper.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements;
}

const typed = (elements: { type: string; text: string }[]) =>
  elements.map(({ type, text }) => `${type}: ${text}`);
const starts = (elements: { type: string; text: string }[]) =>
  elements.map(({ type, text }) => `${type}: ${text.split(" ")[0]}`);

const text = (value: string, x: number, y: number, font: PdfFontName = "regular", size = 10): PdfItem => ({
  text: value,
  x,
  y,
  font,
  size,
});

const sentence = "the growth of this year was larger than that of any year before it and it goes on";

/** Lines of running text that begin with their own word. */
const prose = (name: string, x: number, y: number, count: number, words = 17): PdfItem[] =>
  Array.from({ length: count }, (_, row) =>
    text(`${name}${row} ${sentence.split(" ").slice(0, words).join(" ")}`, x, y + row * 12),
  );

describe("code", () => {
  it("is known by letters of one width, whatever the font is called", async () => {
    const elements = await read({
      items: [
        ...prose("body", 72, 120, 5),
        text("SELECT name, born", 72, 210, "unicode"),
        text("FROM people", 72, 222, "unicode"),
        text("WHERE town LIKE something", 72, 234, "unicode"),
        ...prose("more", 72, 270, 3),
      ],
    });
    expect(elements.map(({ type }) => type)).toEqual(["NarrativeText", "CodeSnippet", "NarrativeText"]);
  });

  it("keeps the words of two columns on their lines", async () => {
    const listing = ["SELECT name", "FROM people", "WHERE born", "ORDER name"].flatMap((line, row) => {
      const [word = "", rest = ""] = line.split(" ");
      return [text(word, 72, 210 + row * 12, "mono"), text(rest, 160, 210 + row * 12, "mono")];
    });
    const elements = await read({ items: [...prose("body", 72, 120, 5), ...listing] });
    expect(elements[1]).toMatchObject({
      type: "CodeSnippet",
      text: "SELECT name\nFROM people\nWHERE born\nORDER name",
    });
  });

  it("may end on a page of its own", async () => {
    const elements = await read({ items: [text("}", 72, 100, "mono"), ...prose("body", 72, 140, 5)] });
    expect(elements[0]).toMatchObject({ type: "CodeSnippet", text: "}" });
  });

  it("is no mail address", async () => {
    const elements = await read({
      items: [...prose("body", 72, 120, 5), text("{ada, grace}@example.org", 72, 210, "mono")],
    });
    expect(elements.map(({ type }) => type)).toEqual(["NarrativeText", "NarrativeText"]);
  });
});

describe("list items", () => {
  it("begin with a sign that its font does not name", async () => {
    const items = ["One thing", "Another thing"].flatMap((line, row) => [
      text("\ue123", 72, 210 + row * 14, "unicode"),
      text(line, 90, 210 + row * 14),
    ]);
    const elements = await read({ items: [...prose("body", 72, 120, 5), ...items] });
    expect(typed(elements).slice(1)).toEqual(["ListItem: • One thing", "ListItem: • Another thing"]);
  });

  it("below items are items of their own", async () => {
    const elements = await read({
      items: [
        text("\u2022 Topic", 72, 210),
        text("\u2022 Subtopic", 100, 222),
        text("\u2022 Part of it", 130, 234),
      ],
    });
    expect(typed(elements)).toEqual(["ListItem: • Topic", "ListItem: • Subtopic", "ListItem: • Part of it"]);
  });

  it("below a number end where the text is back at the margin, and dashes in them are items of their own", async () => {
    const elements = await read({
      items: [
        text("1) open sluice", 86, 210),
        text("– check chain", 106, 222),
        text("– oil wheel", 106, 234),
        text("2) close sluice", 86, 246),
        ...prose("Text", 72, 258, 3),
      ],
    });
    expect(starts(elements)).toEqual([
      "ListItem: 1)",
      "ListItem: –",
      "ListItem: –",
      "ListItem: 2)",
      "NarrativeText: Text0",
    ]);
  });

  it("keep their lines at the margin where the first one is full", async () => {
    const elements = await read({
      items: [text(`1. ${sentence}`, 90, 210), ...prose("then", 72, 222, 2)],
    });
    expect(starts(elements)).toEqual(["ListItem: 1."]);
  });

  it("are neither names between dashes nor names with initials", async () => {
    const elements = await read({
      items: [
        text("J. Smith and others", 72, 100),
        ...prose("body", 72, 140, 5),
        text("- Ada Lovelace -", 72, 260),
        text("Engineering", 72, 272),
      ],
    });
    expect(elements.map(({ type }) => type)).toEqual(["NarrativeText", "NarrativeText", "NarrativeText"]);
  });

  it("with letters stay items where the letters follow each other", async () => {
    const elements = await read({
      items: [...prose("body", 72, 140, 5), text("H. Hours of work", 72, 260), text("I. Illness", 72, 276)],
    });
    expect(elements.map(({ type }) => type)).toEqual(["NarrativeText", "ListItem", "ListItem"]);
  });
});

describe("small print", () => {
  it("with numbers at the foot of a page is footnotes, and elsewhere a list", async () => {
    const elements = await read({
      items: [
        text("1. Small thing", 72, 100, "regular", 8),
        text("2. Other thing", 72, 112, "regular", 8),
        ...prose("body", 72, 140, 8),
        text("33. See the report of the year before.", 72, 690, "regular", 8),
        text("34. Not counted in the year before.", 72, 702, "regular", 8),
      ],
    });
    expect(elements.map(({ type }) => type)).toEqual([
      "ListItem",
      "ListItem",
      "NarrativeText",
      "NarrativeText",
      "NarrativeText",
    ]);
  });
});

describe("headings", () => {
  it("are not the names of authors", async () => {
    const elements = await read({
      items: [
        text("On the Growth of Things", 150, 90, "bold", 18),
        text("Ada Lovelace, Grace Hopper, Joan Clarke", 190, 120, "bold", 12),
        ...prose("body", 72, 160, 6),
      ],
    });
    expect(elements.map(({ type }) => type)).toEqual(["Title", "NarrativeText", "NarrativeText"]);
  });

  it("end where the next word had room on their line", async () => {
    const elements = await read({
      items: [
        ...prose("body", 72, 120, 5),
        text("Credentials", 72, 200, "bold"),
        text("Ada Lovelace", 72, 213, "bold"),
        text("wrote the first program of all and it ran only a hundred years after her", 140, 213),
        ...prose("more", 72, 226, 3),
      ],
    });
    expect(starts(elements)).toEqual(["NarrativeText: body0", "Title: Credentials", "NarrativeText: Ada"]);
  });

  it("are bold where only tables hold other text", async () => {
    const cells = ["Name", "Hours", "Ada", "12", "Grace", "30", "Joan", "25"].map((value, index) =>
      text(value, 76 + (index % 2) * 120, 214 + Math.floor(index / 2) * 20),
    );
    const lines: PdfItem[] = [
      ...[200, 220, 240, 260, 280].map((y): PdfItem => ({ line: [72, y, 312, y] })),
      ...[72, 192, 312].map((x): PdfItem => ({ line: [x, 200, x, 280] })),
    ];
    const elements = await read({ items: [text("Hours of work", 72, 180, "bold"), ...cells, ...lines] });
    expect(elements.map(({ type }) => type)).toEqual(["Title", "Table"]);
  });
});

describe("margins", () => {
  it("keep the title on the left and the chapter on the right apart", async () => {
    const page = (name: string): PdfPageContent => ({
      items: [text("A manual", 72, 40), text("Port settings", 480, 40), ...prose(name, 72, 120, 6)],
    });
    const elements = await read(page("one"), page("two"), page("three"));
    const headers = elements.filter(({ type, pageNumber }) => type === "Header" && pageNumber === 1);
    expect(headers.map((header) => header.text)).toEqual(["A manual", "Port settings"]);
  });

  it("read the columns of an imprint one after the other", async () => {
    const imprint = (x: number, lines: string[]) =>
      lines.map((line, row) => text(line, x, 750 + row * 10, "regular", 8));
    const page = (name: string): PdfPageContent => ({
      items: [
        ...prose(name, 72, 120, 6),
        ...imprint(72, ["Hosting Ltd", "1 Main Street", "London"]),
        ...imprint(300, ["Bank of London", "Account 4711"]),
      ],
    });
    const elements = await read(page("one"), page("two"), page("three"));
    const footers = elements.filter(({ type, pageNumber }) => type === "Footer" && pageNumber === 1);
    expect(footers.map((footer) => footer.text)).toEqual([
      "Hosting Ltd 1 Main Street London",
      "Bank of London Account 4711",
    ]);
  });

  it.each(["(7)", "7-45", "[12]"])("hold no page number %s on a single page", async (value) => {
    const elements = await read({ items: [...prose("body", 72, 120, 6), text(value, 500, 740)] });
    expect(elements.map(({ type }) => type)).not.toContain("PageNumber");
  });

  it("hold no numbers of lines", async () => {
    const rows = Array.from({ length: 26 }, (_, row) => 120 + row * 25);
    const elements = await read({
      items: rows.flatMap((y, row) => [text(String(row + 1), 40, y), text(`line ${sentence}`, 72, y)]),
    });
    expect(elements.map(({ type }) => type)).not.toContain("PageNumber");
  });
});

describe("the order", () => {
  it("of a book lying open is the left page, then the right one", async () => {
    const side = (name: string, x: number): PdfItem[] => [
      ...prose(`${name}a`, x, 120, 4, 12),
      { line: [x, 180, x + 250, 180] },
      ...prose(`${name}b`, x, 300, 4, 12),
    ];
    const elements = await read({
      width: 842,
      height: 595,
      items: [
        ...side("left", 60),
        ...side("right", 480),
        text("A heading of the right page", 480, 90, "bold", 16),
        text("208", 60, 570),
        text("209", 780, 570),
      ],
    });
    expect(starts(elements).slice(0, 5)).toEqual([
      "NarrativeText: lefta0",
      "NarrativeText: leftb0",
      "Title: A",
      "NarrativeText: righta0",
      "NarrativeText: rightb0",
    ]);
  });

  it("of two columns stays whole beside a figure in one of them", async () => {
    const stripes: PdfItem = { image: [320, 210, 230, 150] };
    const elements = await read({
      items: [
        ...prose("Top", 50, 100, 3),
        ...prose("left", 50, 210, 34, 8),
        stripes,
        text("Figure 1: Stripes", 320, 380),
        ...prose("right", 320, 420, 16, 8),
      ],
    });
    expect(starts(elements)).toEqual([
      "NarrativeText: Top0",
      "NarrativeText: left0",
      "Image: ",
      "FigureCaption: Figure",
      "NarrativeText: right0",
    ]);
  });
});
