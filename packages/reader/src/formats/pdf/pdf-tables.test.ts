import type { Method } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import {
  makePdf,
  type PdfFontName,
  type PdfItem,
  type PdfPageContent,
  pdfTextWidth,
} from "../../../testing/fixtures/pdf.ts";
import type { BoundingBox } from "../../element.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function parse(pages: PdfPageContent[], method: Method = "auto") {
  const input = { bytes: makePdf(pages), fileName: "test.pdf", extension: "pdf", method };
  return (await parser(input, { onProgress: () => {} })).elements;
}

/** The rows of each table on a page; a cell over several columns or rows says so. */
async function tablesOf(items: PdfItem[]): Promise<string[][][]> {
  const elements = await parse([{ items }]);
  return elements.filter(({ type }) => type === "Table").map(({ html = "" }) => rowsOf(html));
}

const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/g)].map(([, spans = "", text = ""]) => `${text}${spans}`),
  );

const headings = (html = "") => rowsOf(/<thead>.*<\/thead>/.exec(html)?.[0] ?? "");

type At = number | { right: number } | { middle: number };

/** Texts on one baseline, each from a left edge, up to a right edge, or around a middle. */
function row(y: number, texts: string[], places: At[], font: PdfFontName = "regular", size = 9): PdfItem[] {
  return texts.flatMap((text, index) => {
    const place = places[index] ?? 0;
    if (text === "") return [];
    const width = pdfTextWidth(text, size, font);
    const x =
      typeof place === "number" ? place : "right" in place ? place.right - width : place.middle - width / 2;
    return [{ text, x, y, size, font }];
  });
}

const rule = (y: number, from = 72, to = 540): PdfItem => ({ line: [from, y, to, y] });
const right = (...edges: number[]): At[] => [72, ...edges.map((edge) => ({ right: edge }))];
const middle = (...centres: number[]): At[] => centres.map((centre) => ({ middle: centre }));

const sentence =
  "The survey of all offices was carried out in the month before the report and covers each region.";
const paragraph = (y: number): PdfItem[] =>
  [0, 1, 2].map((line) => ({ text: sentence.slice(0, 95 - line), x: 72, y: y + line * 12, size: 10 }));

describe("headings", () => {
  const body = [
    ...row(240, ["North", "1,200", "31.5", "17"], right(300, 400, 500)),
    ...row(254, ["South", "980", "28.0", "9"], right(300, 400, 500)),
    ...row(268, ["West", "1,410", "40.2", "22"], right(300, 400, 500)),
  ];
  const rows = [
    ["North", "1,200", "31.5", "17"],
    ["South", "980", "28.0", "9"],
    ["West", "1,410", "40.2", "22"],
  ];

  it("of several lines are one row, with rules around them", async () => {
    const tables = await tablesOf([
      ...paragraph(140),
      rule(195),
      ...row(206, ["Number of", "Share of all"], middle(290, 385)),
      ...row(217, ["offices that", "offices in", ""], middle(290, 385)),
      ...row(228, ["Region", "answered", "percent", "Rank"], [72, ...middle(290, 385, 490)]),
      rule(231),
      ...body,
      rule(272),
    ]);
    expect(tables).toEqual([
      [["Region", "Number of offices that answered", "Share of all offices in percent", "Rank"], ...rows],
    ]);
  });

  it("of several lines are taken in without any rule", async () => {
    const tables = await tablesOf([
      ...paragraph(140),
      ...row(190, ["(in thousands)"], middle(286)),
      ...row(204, ["Number of", "Share of all"], middle(290, 385)),
      ...row(215, ["offices that", "offices in"], middle(290, 385)),
      ...row(226, ["Region", "answered", "percent", "Rank"], [72, ...middle(290, 385, 490)]),
      ...body,
    ]);
    expect(tables).toEqual([
      [["Region", "Number of offices that answered", "Share of all offices in percent", "Rank"], ...rows],
    ]);
  });

  it("with rules above and below belong to the numbers under them", async () => {
    const tables = await tablesOf([
      rule(205),
      ...row(217, ["Offices", "Percent"], middle(290, 385)),
      ...row(228, ["Region", "asked", "of all", "Rank"], [72, ...middle(290, 385, 490)]),
      rule(231),
      ...body,
    ]);
    expect(tables).toEqual([[["Region", "Offices asked", "Percent of all", "Rank"], ...rows]]);
  });

  it("close to each other stand over their own columns", async () => {
    const tables = await tablesOf([
      ...row(
        226,
        ["Region", "Estimated population", "Standard error", "Rank"],
        [72, { right: 300 }, { right: 364 }, { right: 500 }],
      ),
      ...body.map((item) => ("text" in item && item.text.includes(".") ? { ...item, x: item.x - 40 } : item)),
    ]);
    expect(tables[0]?.[0]).toEqual(["Region", "Estimated population", "Standard error", "Rank"]);
  });

  const groups = (rules: PdfItem[]) =>
    tablesOf([
      rule(190),
      ...row(202, ["Fiscal year 2008", "Fiscal year 2009"], middle(295, 450)),
      ...rules,
      ...row(218, ["Office", "Staff", "Cost", "Staff", "Cost"], [72, ...middle(255, 335, 415, 490)]),
      rule(222),
      ...row(234, ["North", "12", "300", "14", "310"], right(265, 345, 425, 500)),
      ...row(248, ["South", "9", "280", "8", "275"], right(265, 345, 425, 500)),
      ...row(262, ["West", "22", "510", "25", "540"], right(265, 345, 425, 500)),
      rule(266),
    ]);
  const grouped = [
    ["", 'Fiscal year 2008 colspan="2"', 'Fiscal year 2009 colspan="2"'],
    ["Office", "Staff", "Cost", "Staff", "Cost"],
  ];

  it.each([
    ["with a rule under each group", [rule(206, 240, 350), rule(206, 400, 505)]],
    ["with the rules drawn in pieces", [rule(206, 240, 300), rule(206, 300, 350), rule(206, 400, 505)]],
    ["without", []],
  ])("over other headings span their columns, %s", async (_name, rules) => {
    expect((await groups(rules))[0]?.slice(0, 2)).toEqual(grouped);
  });

  it("over other headings span their columns without any rule in the table", async () => {
    const tables = await tablesOf([
      ...row(202, ["Fiscal year 2008", "Fiscal year 2009"], middle(295, 450)),
      ...row(214, ["Office", "Staff", "Cost", "Staff", "Cost"], [72, ...middle(255, 335, 415, 490)]),
      ...row(228, ["North", "12", "300", "14", "310"], right(265, 345, 425, 500)),
      ...row(242, ["South", "9", "280", "8", "275"], right(265, 345, 425, 500)),
      ...row(256, ["West", "22", "510", "25", "540"], right(265, 345, 425, 500)),
    ]);
    expect(tables.map((table) => table.slice(0, 2))).toEqual([grouped]);
  });

  it("span the columns over the rule under them, wherever they stand on it", async () => {
    const tables = await tablesOf([
      rule(190),
      ...row(202, ["Size"], [246]),
      rule(206, 240, 440),
      ...row(218, ["Office", "Small", "Large", "All", "Cost"], [72, ...middle(255, 335, 415, 490)]),
      rule(222),
      ...row(234, ["North", "12", "300", "14", "310"], right(265, 345, 425, 500)),
      ...row(248, ["South", "9", "280", "8", "275"], right(265, 345, 425, 500)),
      rule(252),
    ]);
    expect(tables[0]?.[0]).toEqual(["", 'Size colspan="3"', ""]);
  });

  it("with a wide space in them are one", async () => {
    const tables = await tablesOf([
      rule(194),
      ...row(206, ["Fraction", "of"], [385, 429]),
      ...row(217, ["Region", "Offices", "wealth lost here", "Total", "EUR"], [72, 260, 385, 478, 510]),
      rule(221),
      ...row(233, ["North", "12", "17.4%", "310"], right(300, 420, 520)),
      ...row(247, ["South", "9", "22.5%", "275"], right(300, 420, 520)),
      rule(251),
    ]);
    expect(tables[0]?.[0]).toEqual(["Region", "Offices", "Fraction of wealth lost here", "Total EUR"]);
  });

  it("wider than their numbers don't end the table", async () => {
    const places = (...edges: number[]): At[] => [58, ...edges.map((edge) => ({ right: edge }))];
    const years = ["1,990", "28.1", "52.3"].map((_, index) => 1990 + index);
    const tables = await tablesOf([
      ...row(200, ["Year", "Rate per 100,000 population", "Index (1982=100)"], [58, 120, 261]),
      ...years.flatMap((year, index) =>
        row(214 + index * 14, [`${year}`, "476.7", "28.1"], places(258, 345)),
      ),
      ...["1993", "1994", "1995", "1996"].flatMap((year, index) =>
        row(256 + index * 14, [year, "22,957", "128,184"], places(258, 345)),
      ),
    ]);
    expect(tables.map((table) => table.length)).toEqual([8]);
    expect(tables[0]?.[0]).toEqual(["Year", "Rate per 100,000 population", "Index (1982=100)"]);
  });

  it("of several lines whose columns don't fit the numbers are no table of their own", async () => {
    const tables = await tablesOf([
      ...row(200, ["Number of", "Percent of all", "Average daily"], [223, 284, 349]),
      ...row(211, ["facilities", "facilities in the", "census of"], [228, 282, 355]),
      ...row(222, ["Type", "reporting", "survey", "patients"], [74, 226, 297, 358]),
      ...row(236, ["Clinics", "12,400", "46.3%", "7,805"], right(288, 339, 405)),
      ...row(250, ["Wards", "11,300", "70.5%", "3,119"], right(288, 339, 405)),
      ...row(264, ["Homes", "74,250", "10.2%", "6,016"], right(288, 339, 405)),
    ]);
    expect(tables.map((table) => table.map((cells) => cells.length))).toEqual([[4, 4, 4, 4]]);
    expect(tables[0]?.[0]?.[1]).toBe("Number of facilities reporting");
  });

  it("that reach beyond the lines are whole", async () => {
    const tables = await tablesOf([
      rule(190, 72, 490),
      ...row(202, ["Region", "Amount before", "Amount with tax"], right(300, 506)),
      rule(206, 72, 490),
      ...row(218, ["North", "12", "300"], right(300, 488)),
      ...row(232, ["South", "9", "280"], right(300, 488)),
      rule(236, 72, 490),
    ]);
    expect(tables[0]?.[0]).toEqual(["Region", "Amount before", "Amount with tax"]);
  });

  it("that stand again and again under others are not their second line", async () => {
    const tables = await tablesOf([
      rule(190),
      ...row(202, ["First", "Second"], middle(280, 440)),
      ...row(213, ["Model", "A", "B", "C", "A", "B", "C"], [72, ...middle(230, 280, 330, 390, 440, 490)]),
      rule(217),
      ...row(229, ["one", "1", "2", "3", "4", "5", "6"], right(235, 285, 335, 395, 445, 495)),
      ...row(241, ["two", "7", "8", "9", "1", "2", "3"], right(235, 285, 335, 395, 445, 495)),
      ...row(253, ["three", "4", "5", "6", "7", "8", "9"], right(235, 285, 335, 395, 445, 495)),
      rule(257),
    ]);
    expect(tables[0]?.slice(0, 2)).toEqual([
      ["", 'First colspan="3"', 'Second colspan="3"'],
      ["Model", "A", "B", "C", "A", "B", "C"],
    ]);
  });
});

describe("rows", () => {
  const head = row(200, ["Kind of office", "2007", "2008", "2009"], right(300, 400, 500));

  it("keep signs that stand for a number", async () => {
    const tables = await tablesOf([
      ...head,
      ...row(214, ["North", "—", "12", "(D)"], right(300, 400, 500)),
      ...row(228, ["South", "9", "*", "14"], right(300, 400, 500)),
      ...row(242, ["West", "7", "—", "—"], right(300, 400, 500)),
    ]);
    expect(tables[0]?.slice(1)).toEqual([
      ["North", "—", "12", "(D)"],
      ["South", "9", "*", "14"],
      ["West", "7", "—", "—"],
    ]);
  });

  it("keep a currency sign with its number, however far left it stands", async () => {
    const tables = await tablesOf([
      ...row(200, ["", "2008", "2009"], right(330, 460)),
      ...row(214, ["Cash", "$", "1,200", "$", "980"], [72, 270, { right: 330 }, 400, { right: 460 }]),
      ...row(228, ["Loans", "310", "(275)"], right(330, 460)),
      ...row(242, ["Total", "$", "1,510", "$", "705"], [72, 270, { right: 330 }, 400, { right: 460 }]),
    ]);
    expect(tables).toEqual([
      [
        ["", "2008", "2009"],
        ["Cash", "$ 1,200", "$ 980"],
        ["Loans", "310", "(275)"],
        ["Total", "$ 1,510", "$ 705"],
      ],
    ]);
  });

  it("end a label after its leader dots", async () => {
    const line = (y: number, label: string, value: string, other: string) => {
      const dots = ` ${".".repeat(120)}`;
      let text = label + dots;
      while (pdfTextWidth(`${text} ${value}`, 9) > 228) text = text.slice(0, -1);
      return row(y, [`${text} ${value}`, other], [72, { right: 400 }]);
    };
    const [table] = await tablesOf([
      ...row(200, ["Kind", "Number", "Percent"], right(300, 400)),
      ...line(214, "Motor vehicles", "1,204", "31.5"),
      ...line(228, "Boats", "88,310", "28.0"),
      ...line(242, "Aircraft", "77", "9.1"),
      ...line(256, "Railways", "5,017", "12.6"),
    ]);
    expect(table?.map((cells) => cells.slice(1))).toEqual([
      ["Number", "Percent"],
      ["1,204", "31.5"],
      ["88,310", "28.0"],
      ["77", "9.1"],
      ["5,017", "12.6"],
    ]);
  });

  it.each([
    ["last", ["", "", ""], ["12", "14", "15"]],
    ["first", ["12", "14", "15"], ["", "", ""]],
  ])("join a label of two lines when the numbers stand beside its %s line", async (_name, upper, lower) => {
    const places = right(300, 400, 500);
    const tables = await tablesOf([
      rule(190),
      ...head,
      rule(203),
      ...row(214, ["Offices", "1", "2", "3"], places),
      ...row(225, ["Offices that answered in time and", ...upper], places),
      ...row(236, ["without a reminder", ...lower], places),
      ...row(247, ["Stations", "7", "8", "9"], places),
      rule(251),
    ]);
    expect(tables[0]?.slice(1)).toEqual([
      ["Offices", "1", "2", "3"],
      ["Offices that answered in time and without a reminder", "12", "14", "15"],
      ["Stations", "7", "8", "9"],
    ]);
  });

  it("whose lines stand closer than the rows are joined by that", async () => {
    const places = right(300, 400, 500);
    const tables = await tablesOf([
      ...head,
      ...row(222, ["National Park", "12", "14", "15"], places),
      ...row(232, ["Service"], [72]),
      ...row(252, ["Forest Service", "7", "8", "9"], places),
      ...row(274, ["Bureau of Land", "3", "2", "1"], places),
      ...row(284, ["Management"], [72]),
      ...row(304, ["Coast Guard", "4", "5", "6"], places),
    ]);
    expect(tables[0]?.slice(1).map(([name]) => name)).toEqual([
      "National Park Service",
      "Forest Service",
      "Bureau of Land Management",
      "Coast Guard",
    ]);
  });

  it("keep cells apart that end a word space before the next column", async () => {
    const tables = await tablesOf([
      ...row(200, ["Name", "Place", "Number"], [72, 250, { right: 400 }]),
      ...row(214, ["Alder", "Harbour", "12"], [72, 250, { right: 400 }]),
      ...row(
        228,
        ["The long name of an office that just fits", "Bridge", "14"],
        [{ right: 246 }, 250, { right: 400 }],
      ),
      ...row(242, ["Cedar", "Market", "9"], [72, 250, { right: 400 }]),
      ...row(270, ["Oak", "Wall", "8"], [72, 250, { right: 400 }]),
      ...row(256, ["Elm", "Gate", "11"], [72, 250, { right: 400 }]),
    ]);
    expect(tables.map((table) => table.map((cells) => cells[1]))).toEqual([
      ["Place", "Harbour", "Bridge", "Market", "Gate", "Wall"],
    ]);
  });

  it("has a row for each line between rules around groups, below headings that span", async () => {
    const [left, right] = [72, 342];
    const across = [100, 120, 140, 172, 219, 238].map(
      (y): PdfItem => ({ line: [y === 120 ? 162 : left, y, right, y] }),
    );
    const down = [72, 162, 252, 342].map((x): PdfItem => ({ line: [x, x === 252 ? 120 : 100, x, 238] }));
    const places = [76, 166, 256];
    const items = [
      ...across,
      ...down,
      ...row(114, ["", "Hotel North"], places),
      ...row(134, ["", "Guests", "Rate"], places),
      ...[
        ["2022", "14,112", "86.0"],
        ["2023", "15,020", "87.7"],
      ].flatMap((cells, index) => row(152 + index * 14, cells, places)),
      ...[
        ["Jan", "1,204", "88.1"],
        ["Feb", "1,310", "90.4"],
        ["Mar", "1,287", "89.9"],
      ].flatMap((cells, index) => row(184 + index * 14, cells, places)),
      ...row(232, ["Q1", "3,801", "89.5"], places),
    ];
    expect((await tablesOf(items))[0]?.slice(-6)).toEqual([
      ["2022", "14,112", "86.0"],
      ["2023", "15,020", "87.7"],
      ["Jan", "1,204", "88.1"],
      ["Feb", "1,310", "90.4"],
      ["Mar", "1,287", "89.9"],
      ["Q1", "3,801", "89.5"],
    ]);
  });

  it("has a row for each line of a group whose one label stands in its middle", async () => {
    const rules = [100, 120, 176, 214].map((y): PdfItem => ({ line: [72, y, 400, y] }));
    const items = [
      ...rules,
      ...row(114, ["Region", "Town", "Sales"], [76, 160, 350]),
      ...row(149, ["North"], [76]),
      ...[
        ["Oslo", "120"],
        ["Bergen", "95"],
        ["Bod", "40"],
      ].flatMap((cells, index) => row(135 + index * 14, cells, [160, 350])),
      ...row(197, ["South"], [76]),
      ...[
        ["Roma", "310"],
        ["Bari", "220"],
      ].flatMap((cells, index) => row(190 + index * 14, cells, [160, 350])),
    ];
    expect((await tablesOf(items))[0]?.slice(1)).toEqual([
      [`North rowspan="3"`, "Oslo", "120"],
      ["Bergen", "95"],
      ["Bod", "40"],
      [`South rowspan="2"`, "Roma", "310"],
      ["Bari", "220"],
    ]);
  });

  it("keep the label of a group as a row of its own", async () => {
    const places = right(300, 400, 500);
    const tables = await tablesOf([
      rule(190),
      ...head,
      rule(203),
      ...row(214, ["Offices:"], [72]),
      ...row(225, ["open all day", "1", "2", "3"], [80, ...places.slice(1)]),
      ...row(236, ["closed", "4", "5", "6"], [80, ...places.slice(1)]),
      ...row(247, ["All regions"], [{ middle: 286 }]),
      ...row(258, ["Stations", "7", "8", "9"], places),
      rule(262),
    ]);
    expect(tables[0]?.slice(1)).toEqual([
      ["Offices:", "", "", ""],
      ["open all day", "1", "2", "3"],
      ["closed", "4", "5", "6"],
      ['All regions colspan="4"'],
      ["Stations", "7", "8", "9"],
    ]);
  });

  it("of sentences begin with the short texts of the first column", async () => {
    const entry = (y: number, key: string, left: string[], other: string[]) => [
      ...row(y, [key, left[0] ?? "", other[0] ?? ""], [72, 120, 340]),
      ...row(y + 11, [left[1] ?? "", other[1] ?? ""], [120, 340]),
    ];
    const tables = await tablesOf([
      ...row(200, ["Code", "Title", "Remarks"], [72, 120, 340]),
      ...entry(
        216,
        "A1",
        ["Counts of boats that pass the lock", "between the harbour and the sea"],
        ["taken by hand on every working", "day of the year"],
      ),
      ...entry(
        242,
        "A2",
        ["Counts of carts that cross the bridge", "to the market in the old town"],
        ["taken by the master of the gate", "since the first of March"],
      ),
      ...entry(
        268,
        "A3",
        ["Counts of those who walk along", "the wall on days of the fair"],
        ["taken from the tower with the", "help of two guards"],
      ),
    ]);
    expect(tables[0]?.map((cells) => cells[0])).toEqual(["Code", "A1", "A2", "A3"]);
    expect(tables[0]?.[1]?.[1]).toBe("Counts of boats that pass the lock between the harbour and the sea");
  });
});

it("a caption in the first row of the frame stands beside the table", async () => {
  const items: PdfItem[] = [
    ...[200, 216, 232, 248, 264].map((y) => rule(y, 72, 372)),
    { line: [72, 200, 72, 264] },
    { line: [372, 200, 372, 264] },
    { line: [172, 216, 172, 264] },
    { line: [272, 216, 272, 264] },
    { text: "Table 3. Boats of each region", x: 76, y: 212, size: 9 },
    ...row(228, ["Region", "2008", "2009"], [76, 176, 276]),
    ...row(244, ["North", "1", "2"], [76, 176, 276]),
    ...row(260, ["South", "3", "4"], [76, 176, 276]),
  ];
  const elements = await parse([{ items }]);
  expect(elements.map(({ type, text }) => [type, text.split("\n")[0]])).toEqual([
    ["FigureCaption", "Table 3. Boats of each region"],
    ["Table", "Region | 2008 | 2009"],
  ]);
});

describe("two tables one above the other", () => {
  it("stay two when a caption stands between their rules", async () => {
    const places = right(300, 420, 540);
    const table = (y: number, name: string, size: number): PdfItem[] => [
      rule(y),
      ...row(y + 12, ["Region", `${name} 1`, `${name} 2`, `${name} 3`], places),
      rule(y + 16),
      ...Array.from({ length: size }, (_, index) =>
        row(y + 28 + index * 12, [`Place ${index}`, "1", "2", "3"], places),
      ).flat(),
      rule(y + 20 + size * 12),
    ];
    const elements = await parse([
      {
        items: [
          ...table(200, "Boats", 3),
          { text: "Table 2. Carts of each region", x: 72, y: 274, size: 9, font: "bold" },
          ...table(280, "Carts", 4),
        ],
      },
    ]);
    expect(elements.map(({ type, html }) => [type, rowsOf(html ?? "").length])).toEqual([
      ["Table", 4],
      ["FigureCaption", 0],
      ["Table", 5],
    ]);
  });
});

describe("lines that are no table", () => {
  it("are the numbers at the ends of a chart's bars", async () => {
    const bars = [310, 180, 260, 420, 150, 345, 230];
    const names = ["Alder", "Birch", "Cedar", "Elm", "Larch", "Oak", "Willow"];
    expect(
      await tablesOf(
        bars.flatMap((end, index) =>
          row(200 + index * 20, [names[index] ?? "", `${end / 10}`], [{ right: 130 }, end]),
        ),
      ),
    ).toEqual([]);
  });

  it("are the labels inside a chart's grid", async () => {
    const xs = Array.from({ length: 11 }, (_, index) => 100 + index * 40);
    const bars = [220, 240, 260, 280];
    const items: PdfItem[] = [
      ...xs.map((x): PdfItem => ({ line: [x, 200, x, 300] })),
      rule(200, 100, 500),
      rule(300, 100, 500),
      ...bars.flatMap((y) => [rule(y - 10, 100, 500), ...row(y, ["30.5", "49.0", "20.4"], [140, 290, 450])]),
    ];
    expect(await tablesOf(items)).toEqual([]);
  });

  it("are the entries of a table of contents", async () => {
    const entry = (y: number, text: string, page: string): PdfItem[] => {
      let dotted = text;
      while (pdfTextWidth(`${dotted} .`, 9) < 400) dotted += " .";
      return row(y, [dotted, page], [72, { right: 540 }]);
    };
    const names = [
      "Boats and harbours",
      "Carts",
      "Bridges of the town",
      "Gates",
      "Walls",
      "Markets and fairs",
    ];
    expect(
      await tablesOf(names.flatMap((name, index) => entry(200 + index * 14, name, `${index * 7 + 3}`))),
    ).toEqual([]);
    // Pages before the first one have Roman numbers.
    const pages = ["iii", "vii", "1", "48", "112", "240"];
    expect(
      await tablesOf(names.flatMap((name, index) => entry(200 + index * 14, name, pages[index] ?? ""))),
    ).toEqual([]);
  });
});

it("takes in the headings above the first line where each row has a line below it, and ends at white space", async () => {
  const part = (y: number, first: string): PdfItem[] => [
    { text: first === "10" ? "A. Income" : "B. Spending", x: 60, y, size: 12, font: "bold" },
    ...[150, 370].flatMap((x) =>
      [
        ["Region", "Sales"],
        ["North", first],
        ["South", "15"],
        ["West", "17"],
      ].flatMap((texts, index) => [
        ...row(y + 26 + index * 18, texts, [x, { right: x + 130 }]),
        rule(y + 30 + index * 18, x, x + 135),
      ]),
    ),
  ];
  const elements = await parse([{ items: [...part(80, "10"), ...part(220, "20")] }]);
  const table = (first: string) => `Region | Sales\nNorth | ${first}\nSouth | 15\nWest | 17`;
  expect(elements.map(({ text }) => text)).toEqual([
    "A. Income",
    table("10"),
    table("10"),
    "B. Spending",
    table("20"),
    table("20"),
  ]);
});

it("takes in headings and totals that the table's two lines divide from its rows, and keeps debits from credits", async () => {
  const places: At[] = [72, 130, { right: 430 }, { right: 540 }];
  const items = [
    ...row(100, ["Date", "Text", "Debit", "Credit"], places),
    rule(104),
    ...row(118, ["1 Apr", "Rent of the flat", "850.00", ""], places),
    ...row(134, ["3 Apr", "Water and power", "92.40", ""], places),
    ...row(150, ["15 Apr", "Wages", "", "3,120.55"], places),
    ...row(166, ["28 Apr", "Market", "48.17", ""], places),
    rule(171),
    ...row(184, ["New balance", "", "", "4,912.88"], places),
    ...row(230, ["Paid by card 1234", "Page 1"], [72, { right: 540 }]),
  ];
  expect(await tablesOf(items)).toEqual([
    [
      ["Date", "Text", "Debit", "Credit"],
      ["1 Apr", "Rent of the flat", "850.00", ""],
      ["3 Apr", "Water and power", "92.40", ""],
      ["15 Apr", "Wages", "", "3,120.55"],
      ["28 Apr", "Market", "48.17", ""],
      ["New balance", "", "", "4,912.88"],
    ],
  ]);
});

describe("a table that goes on on the next page", () => {
  const places = right(300, 420, 540);
  const head = (y: number, first = "Region"): PdfItem[] => [
    rule(y - 12),
    ...row(y, [first, "2007", "2008", "2009"], places, "bold"),
    rule(y + 4),
  ];
  const lines = (y: number, from: number, count: number): PdfItem[] => [
    ...Array.from({ length: count }, (_, index) =>
      row(y + index * 14, [`Place ${from + index}`, `${from + index}`, "20", "30"], places),
    ).flat(),
    rule(y + count * 14 - 8),
  ];
  const page = (...items: PdfItem[][]): PdfPageContent => ({ items: items.flat() });
  const first = page(paragraph(300), head(500), lines(516, 1, 15));
  const withHead = page(head(60), lines(76, 16, 12), paragraph(400));

  const countOf = async (pages: PdfPageContent[], method?: Method) =>
    (await parse(pages, method))
      .filter(({ type }) => type === "Table")
      .map(({ html }) => rowsOf(html ?? "").length);

  it("is one, with its heading once and its pages named", async () => {
    const tables = (await parse([first, withHead])).filter(({ type }) => type === "Table");
    expect(tables).toHaveLength(1);
    const [table] = tables;
    expect(rowsOf(table?.html ?? "").map(([name]) => name)).toEqual([
      "Region",
      ...Array.from({ length: 27 }, (_, index) => `Place ${index + 1}`),
    ]);
    expect(headings(table?.html)).toHaveLength(1);
    expect(table).toMatchObject({ pageNumber: 1, metadata: { table_pages: [1, 2] } });
    expect(table?.text).toContain("Place 27 | 27 | 20 | 30");
    expect(table?.markdown).toContain("| Place 27 | 27 | 20 | 30 |");
    expect(table?.boundingBox?.top).toBeGreaterThan(480);
  });

  it("says where each page's part begins in the text, and where it stands on the page", async () => {
    const [table] = (await parse([first, withHead])).filter(({ type }) => type === "Table");
    const [own, next] = (table?.metadata?.table_parts ?? []) as {
      page: number;
      char_start: number;
      bounding_box: BoundingBox;
    }[];
    expect(own).toMatchObject({ page: 1, char_start: 0, bounding_box: table?.boundingBox });
    expect(next?.page).toBe(2);
    expect(table?.text.slice(next?.char_start).startsWith("Place 16 | ")).toBe(true);
    expect(next?.bounding_box.top).toBeLessThan(120);
  });

  it("may go on over more than two pages, without a heading", async () => {
    const whole = page([rule(48)], lines(60, 16, 45));
    const last = page([rule(48)], lines(60, 61, 5), paragraph(400));
    const tables = (await parse([first, whole, last])).filter(({ type }) => type === "Table");
    expect(tables.map(({ metadata }) => metadata?.table_pages)).toEqual([[1, 2, 3]]);
    expect(rowsOf(tables[0]?.html ?? "")).toHaveLength(66);
  });

  it.each([
    ["text stands between", [page(head(500), lines(516, 1, 10), paragraph(700)), withHead], [11, 13]],
    ["the headings differ", [first, page(head(60, "Office"), lines(76, 16, 12))], [16, 13]],
    ["the first ends high on its page", [page(head(60), lines(76, 1, 10)), withHead], [11, 13]],
  ])("is two when %s", async (_name, pages, counts) => {
    expect(await countOf(pages)).toEqual(counts);
  });

  it("is left in its parts by the methods that read page by page", async () => {
    expect(await countOf([first, withHead], "fast")).toEqual([16, 13]);
    expect(await countOf([first, withHead], "balanced")).toEqual([16, 13]);
    expect(await countOf([first, withHead], "accurate")).toEqual([28]);
  });
});

it("keeps facts that stand in the columns of the table below them out of it", async () => {
  const places: At[] = [72, 150, { right: 330 }, { right: 420 }, { right: 500 }];
  const facts: At[] = [72, 150, 280, { right: 500 }];
  const [table, ...more] = await tablesOf([
    ...row(100, ["Holder", "Mara Lindqvist", "Opening balance", "1,204.17"], facts),
    ...row(114, ["Account", "4410-22 917", "Closing balance", "876.02"], facts),
    ...row(150, ["Date", "Text", "Debit", "Credit", "Balance"], places, "bold"),
    ...row(166, ["02 Apr", "Grocer North", "54.10", "", "1,150.07"], places),
    ...row(182, ["03 Apr", "Rent April", "690.00", "", "460.07"], places),
    ...row(198, ["11 Apr", "Salary", "", "2,300.00", "2,760.07"], places),
    ...row(214, ["29 Apr", "Interest", "", "15.95", "876.02"], places),
  ]);
  expect(table?.[0]).toEqual(["Date", "Text", "Debit", "Credit", "Balance"]);
  expect(table).toHaveLength(5);
  expect(more).toEqual([]);
});

it("keeps signs for yes and no in their cells", async () => {
  // The standard fonts have no ticks.
  const signs = [
    ["Harbour", "5.12", "5.42", "6.02"],
    ["Old Market", "5.19", "|", "6.09"],
    ["Central", "5.24", "5.51", "6.14"],
    ["University", "5.40", "6.05", "6.30"],
  ];
  const items = signs.flatMap((texts, index) => row(100 + 16 * index, texts, right(200, 280, 360)));
  expect((await tablesOf(items))[0]?.[1]).toEqual(["Old Market", "5.19", "|", "6.09"]);
});
