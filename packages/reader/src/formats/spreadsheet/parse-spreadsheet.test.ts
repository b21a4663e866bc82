import { constants, deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { makeCompound, u16 } from "../../../testing/fixtures/compound.ts";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { makeXls, makeXlsx, type XlsxContent, type XlsxSheet } from "../../../testing/fixtures/xlsx.ts";
import { makeZip } from "../../../testing/fixtures/zip.ts";
import { ParseError } from "../../parse-error.ts";
import { parseSpreadsheet } from "./parse-spreadsheet.ts";

const parse = (content: XlsxContent) => parseWith(parseSpreadsheet, makeXlsx(content), "xlsx");
const elements = async (sheet: XlsxSheet, more: Partial<XlsxContent> = {}) =>
  (await parse({ sheets: [sheet], ...more })).elements;
const tables = async (sheet: XlsxSheet, more: Partial<XlsxContent> = {}) =>
  (await elements(sheet, more)).filter(({ type }) => type === "Table");

const ducks = [
  ["Year", "Ducks"],
  [2019, 120],
  [2020, 135],
];

describe("sheets", () => {
  it("gives each sheet its name, its number and its table", async () => {
    const { elements: found, totalPages } = await parse({
      sheets: [
        { name: "Ponds &amp; lakes", rows: ducks },
        { name: "Empty" },
        { name: "Rivers", rows: [["Name"], ["Elbe"]] },
      ],
    });
    expect(outline(found)).toEqual([
      "Title1: Ponds & lakes",
      "Table: Year: 2019 | Ducks: 120\nYear: 2020 | Ducks: 135",
      "Title1: Rivers",
      "Table: Name\nElbe",
    ]);
    expect(found.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 3, 3]);
    expect(totalPages).toBe(3);
    expect(found[1]).toMatchObject({
      html: "<table><thead><tr><th>Year</th><th>Ducks</th></tr></thead><tbody><tr><td>2019</td><td>120</td></tr><tr><td>2020</td><td>135</td></tr></tbody></table>",
      markdown: "| Year | Ducks |\n| --- | --- |\n| 2019 | 120 |\n| 2020 | 135 |",
      metadata: { sheet: "Ponds & lakes", range: "A1:B3" },
    });
  });

  it("leaves hidden sheets, rows and columns out, and says so", async () => {
    const { elements: found } = await parse({
      sheets: [
        {
          before: '<cols><col min="2" max="2" hidden="1"/></cols>',
          data: [
            '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Salary</v></c><c r="C1" t="str"><v>Age</v></c></row>',
            '<row r="2" hidden="1"><c r="A2" t="str"><v>Secret</v></c><c r="C2"><v>1</v></c></row>',
            '<row r="3"><c r="A3" t="str"><v>Ann</v></c><c r="B3"><v>9000</v></c><c r="C3"><v>30</v></c></row>',
            '<row r="4"><c r="A4" t="str"><v>Bob</v></c><c r="B4"><v>8000</v></c><c r="C4"><v>40</v></c></row>',
          ].join(""),
        },
        { name: "Lists", state: "hidden", rows: [["hidden value"]] },
        { name: "Deep", state: "veryHidden", rows: [["hidden value"]] },
      ],
    });
    expect(outline(found)).toEqual(["Title1: Sheet1", "Table: Name: Ann | Age: 30\nName: Bob | Age: 40"]);
    expect(found[0]?.metadata).toEqual({
      sheet: "Sheet1",
      hidden_rows: ["2"],
      hidden_columns: ["B"],
      hidden_sheets: ["Lists", "Deep"],
    });
    expect(found[1]?.metadata).toMatchObject({ hidden_rows: ["2"], hidden_columns: ["B"] });
  });

  it("reads rows that only a filter hides, and names them", async () => {
    const [table] = await tables({
      data: [
        '<row r="1"><c t="str"><v>Name</v></c><c t="str"><v>Age</v></c></row>',
        '<row r="2" hidden="1"><c t="str"><v>Ann</v></c><c><v>30</v></c></row>',
        '<row r="3"><c t="str"><v>Bob</v></c><c><v>40</v></c></row>',
      ].join(""),
      after: '<autoFilter ref="A1:B3"><filterColumn colId="0"/></autoFilter>',
    });
    expect(table?.text).toBe("Name: Ann | Age: 30\nName: Bob | Age: 40");
    expect(table?.metadata).toMatchObject({ filtered_rows: ["2"] });
    expect(table?.metadata).not.toHaveProperty("hidden_rows");
  });
});

describe("used ranges", () => {
  it("makes one table of each block that empty rows and columns keep apart", async () => {
    const found = await elements({
      rows: [
        ["Year", "Ducks", undefined, "Place", "Geese"],
        [2019, 120, undefined, "Pond", 3],
        [2020, 135, undefined, "Lake", 5],
        [],
        ["Notes were taken by hand."],
        [],
        ["Month", "Rain"],
        ["May", 10],
        ["June", 20],
      ],
    });
    expect(outline(found).slice(1)).toEqual([
      "Table: Year: 2019 | Ducks: 120\nYear: 2020 | Ducks: 135",
      "Table: Place: Pond | Geese: 3\nPlace: Lake | Geese: 5",
      "NarrativeText: Notes were taken by hand.",
      "Table: Month: May | Rain: 10\nMonth: June | Rain: 20",
    ]);
    expect(found.slice(1).map(({ metadata }) => metadata?.range)).toEqual(["A1:B3", "D1:E3", "A5", "A7:B9"]);
  });

  it("keeps a table whole over one empty row, and labels beside their values", async () => {
    expect(await tables({ rows: [...ducks, [], [2021, 150], [2022, 170]] })).toHaveLength(1);
    const [form] = await tables({
      rows: [
        ["Voltage", undefined, 130, "kV"],
        ["Frequency", undefined, 50, "Hz"],
      ],
    });
    expect(form?.text).toBe("Voltage | 130 | kV\nFrequency | 50 | Hz");
  });

  it("reads lines above a table as titles", async () => {
    expect(outline(await elements({ rows: [["Annual report"], ...ducks] }))).toEqual([
      "Title1: Sheet1",
      "Title2: Annual report",
      "Table: Year: 2019 | Ducks: 120\nYear: 2020 | Ducks: 135",
    ]);
    const [, title, table] = await elements({ rows: [["Annual report"], ...ducks] });
    expect([title?.metadata?.range, table?.metadata?.range]).toEqual(["A1", "A2:B4"]);
  });

  it("keeps merged cells, with headings over headings", async () => {
    const [table] = await tables({
      rows: [
        ["Region", 2023, undefined],
        [undefined, "Sales", "Cost"],
        ["North", 1, 2],
        [undefined, 3, 4],
      ],
      after:
        '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>',
    });
    expect(table?.text).toBe(
      "Region: North | 2023 Sales: 1 | 2023 Cost: 2\nRegion: North | 2023 Sales: 3 | 2023 Cost: 4",
    );
    expect(table?.html).toContain('<th rowspan="2">Region</th><th colspan="2">2023</th>');
    expect(table?.html).toContain('<td rowspan="2">North</td><td>1</td>');
  });

  it("trusts a filter or frozen rows over the look of the first row", async () => {
    const rows = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    const [plain] = await tables({ rows });
    expect(plain?.html).not.toContain("<th>");
    const [filtered] = await tables({ rows, after: '<autoFilter ref="A1:B3"/>' });
    expect(filtered?.html).toContain("<thead><tr><th>1</th><th>2</th></tr></thead>");
    const pane = '<sheetViews><sheetView><pane ySplit="2" state="frozen"/></sheetView></sheetViews>';
    const [frozen] = await tables({ rows, before: pane });
    expect(frozen?.html).toContain("<tr><th>3</th><th>4</th></tr></thead>");
  });

  it("cuts a long table into pieces that repeat the headings", async () => {
    const rows = [
      ["Number", "Square"],
      ...Array.from({ length: 2500 }, (_, index) => [index, index * index]),
    ];
    const found = await tables({ rows });
    expect(found.map(({ metadata }) => [metadata?.first_row, metadata?.last_row])).toEqual([
      [2, 1001],
      [1002, 2001],
      [2002, 2501],
    ]);
    expect(found[2]?.text).toMatch(/^Number: 2000 \| Square: 4000000\n/);
  });

  it("reads a sheet of 5,000 columns, full or nearly empty", async () => {
    const wide = Array.from({ length: 5000 }, (_, column) => `c${column}`);
    const [table] = await tables({ rows: [wide, wide.map((_, column) => column)] });
    expect(table?.text).toContain("c4999: 4999");
    const sparse = Array.from({ length: 300 }, (_, row) => {
      const line: (string | undefined)[] = ["x"];
      line[(row * 17) % 5000] = `v${row}`;
      return Array.from(line);
    });
    const text = (await tables({ rows: [wide, ...sparse] })).map((one) => one.text).join("\n");
    expect(text).toContain("v299");
  });
});

describe("values", () => {
  const cell = (value: string, style = 0, type = "n") => `<c s="${style}" t="${type}"><v>${value}</v></c>`;
  const line = async (cells: string, more: Partial<XlsxContent> = {}) =>
    (await tables({ data: `<row>${cells}</row>` }, more))[0]?.text;

  it("shows numbers and dates as the sheet does", async () => {
    const formats = ['#,##0.00 "EUR"', "0.0%", "yyyy-mm-dd", "h:mm", "[Red]-0;;;"];
    const cells = [
      cell("1250", 1),
      cell("0.125", 2),
      cell("45292", 3),
      cell("0.5", 4),
      cell("0.1"),
      cell("7", 5),
    ];
    expect(await line(cells.join(""), { formats })).toBe(
      "1,250.00 EUR | 12.5% | 2024-01-01 | 12:00 | 0.1 | -7",
    );
    expect(await line(cell("0", 3) + cell("1"), { formats, date1904: true })).toBe("1904-01-01: 1");
  });

  it("hides what a format hides, and shows booleans, errors, rich text and formulas without a result", async () => {
    const strings = ["<r><t>Two</t></r><r><t> runs</t></r><rPh><t>トゥ</t></rPh>"];
    const cells = [
      cell("5", 1),
      cell("1", 0, "b"),
      cell("#DIV/0!", 0, "e"),
      cell("0", 0, "s"),
      "<c><f>SUM(A1:A3)</f></c>",
    ];
    expect(await line(cells.join(""), { formats: [";;;"], strings })).toBe(
      "TRUE | #DIV/0! | Two runs | =SUM(A1:A3)",
    );
  });

  it("writes powers so that they do not read as other numbers", async () => {
    const raised = (text: string) => `<r><rPr><vertAlign val="superscript"/></rPr><t>${text}</t></r>`;
    const strings = [`<r><t>10</t></r>${raised("3")}<r><t> m</t></r>${raised("2")}`];
    expect(await line(cell("0", 0, "s") + cell("7"), { strings })).toBe("10^3 m2: 7");
  });

  it("shows formulas without a value, and says so", async () => {
    const rows = [
      '<row r="1"><c r="A1" t="str"><v>Price</v></c><c r="B1" t="str"><v>Total</v></c></row>',
      '<row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0" ref="B2:B4">A2*$A$2&amp;"A2"</f><v></v></c></row>',
      '<row r="3"><c r="A3"><v>3</v></c><c r="B3"><f t="shared" si="0"/></c></row>',
      '<row r="4"><c r="A4"><v>4</v></c><c r="B4" t="str"><f>IF(A4&gt;9,"x","")</f><v></v></c></row>',
      '<row r="5"><c r="A5"><v>5</v></c><c r="B5"><f>A5*2</f><v>10</v></c></row>',
    ];
    const { elements: found, message } = await parse({ sheets: [{ data: rows.join("") }] });
    expect(found.at(-1)?.text).toBe(
      'Price: 2 | Total: =A2*$A$2&"A2"\nPrice: 3 | Total: =A3*$A$2&"A2"\nPrice: 4\nPrice: 5 | Total: 10',
    );
    expect(message).toMatch(
      /^2 cells show their formulas, because the workbook was saved without calculated values/,
    );
  });

  it("takes an empty text for no value where no formula of the sheet has one", async () => {
    const data = (total: string) =>
      `<row r="1"><c r="A1"><v>7</v></c><c r="B1" t="str"><f>IF(A1&gt;3,"ok","")</f><v/></c><c r="C1">${total}</c></row>`;
    const texts = async (total: string) => {
      const { elements: found } = await parse({ sheets: [{ data: data(total) }] });
      return found.at(-1)?.text;
    };
    expect(await texts("<f>A1*2</f>")).toBe('7 | =IF(A1>3,"ok","") | =A1*2');
    expect(await texts("<f>A1*2</f><v>14</v>")).toBe("7: 14");
    expect(await texts("<v>14</v>")).toBe("7: 14");
  });

  it("takes 0 for no value where the workbook asks to be calculated", async () => {
    const data = '<row r="1"><c t="str"><v>Sum</v></c><c><f>SUM(A1:A9)</f><v>0</v></c><c><v>0</v></c></row>';
    const bytes = makeXlsx({ sheets: [{ data }] });
    const asks = makeXlsx({ sheets: [{ data }], isUncalculated: true });
    const texts = async (content: Uint8Array) => {
      const { elements: found, message } = await parseWith(parseSpreadsheet, content, "xlsx");
      return [found.at(-1)?.text, message?.slice(0, 24)];
    };
    expect(await texts(bytes)).toEqual(["Sum | 0 | 0", undefined]);
    expect(await texts(asks)).toEqual(["Sum | =SUM(A1:A9) | 0", "1 cell shows its formula"]);
  });

  it("decodes the codes of control characters in texts", async () => {
    const strings = ["<t>5 High Street_x000D_\nLondon_x000D_</t>", "<t>_x005F_x000D_ is a code</t>"];
    const cells = [cell("0", 0, "s"), cell("1", 0, "s"), cell("up_x000a_down", 0, "str")];
    const [table] = await tables({ data: `<row>${cells.join("")}</row>` }, { strings });
    expect(table?.html).toBe(
      "<table><tbody><tr><td>5 High Street<br>London</td><td>_x000D_ is a code</td><td>up<br>down</td></tr></tbody></table>",
    );
  });

  it("keeps links and comments", async () => {
    const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const found = await elements(
      {
        rows: ducks,
        after: '<hyperlinks><hyperlink ref="A2" r:id="web"/></hyperlinks>',
        related: [
          ["web", "hyperlink", "https://example.org/2019"],
          ["notes", "comments", "../comments1.xml"],
        ],
      },
      {
        parts: {
          "xl/comments1.xml": `<comments xmlns="${main}"><authors><author>Ann</author></authors><commentList><comment ref="B3" authorId="0"><text><r><t>Ann:</t></r><r><t>
Counted twice.</t></r></text></comment></commentList></comments>`,
        },
      },
    );
    expect(found[1]?.markdown).toContain("[2019](https://example.org/2019)");
    expect(found[2]).toMatchObject({
      type: "UncategorizedText",
      text: "Counted twice.",
      metadata: { kind: "comment", range: "B3", author: "Ann", sheet: "Sheet1" },
    });
  });

  it("keeps printed headers, pictures and text boxes", async () => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>3</xdr:row></xdr:from><xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A duck"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor><xdr:oneCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Floating words</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor></xdr:wsDr>`;
    const found = await elements(
      {
        rows: ducks,
        after:
          '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Research &amp;&amp; Co&amp;RPage &amp;P</oddHeader></headerFooter><drawing r:id="d"/>',
        related: [["d", "drawing", "../drawings/drawing1.xml"]],
      },
      {
        parts: {
          "xl/drawings/drawing1.xml": drawing,
          "xl/drawings/_rels/drawing1.xml.rels":
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="x/image" Target="../media/a.png"/></Relationships>',
          "xl/media/a.png": png,
        },
      },
    );
    expect(outline(found)).toEqual([
      "Title1: Sheet1",
      "Header: Research & Co\tPage",
      "Table: Year: 2019 | Ducks: 120\nYear: 2020 | Ducks: 135",
      "Image: A duck",
      "UncategorizedText: Floating words",
    ]);
    expect(found[3]).toMatchObject({ imageBase64: png.toString("base64"), metadata: { range: "C4" } });
  });
});

const biffBeginning = [0x09, 0x08, 0x10, 0, 0, 6, 5, 0, ...Array<number>(12).fill(0)];
const biffEnd = [0x0a, 0, 0, 0];

describe("charts", () => {
  const numbers = (cells: string) =>
    `<c:numRef><c:f>${cells}</c:f><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.25</c:v></c:pt></c:numCache></c:numRef>`;
  const chartOf = (cells: string): XlsxSheet & Required<Pick<XlsxContent, "parts">> => ({
    rows: ducks,
    after: '<drawing r:id="d"/>',
    related: [["d", "drawing", "../drawings/drawing1.xml"]],
    parts: {
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:c="${drawn}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:oneCellAnchor><xdr:graphicFrame><c:chart r:id="c"/></xdr:graphicFrame></xdr:oneCellAnchor></xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels":
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="x/chart" Target="../charts/c.xml"/></Relationships>',
      "xl/charts/c.xml": `<c:chartSpace xmlns:c="${drawn}/chart"><c:chart><c:title><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Share of ducks</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:val>${numbers(cells)}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
    },
  });
  const drawn = "http://schemas.openxmlformats.org/drawingml/2006";
  const read = async (cells: string) => {
    const { parts, ...sheet } = chartOf(cells);
    const hidden: XlsxSheet = { name: "Raw data", state: "hidden", rows: [[0.25]] };
    return outline((await parse({ sheets: [{ name: "It's all", ...sheet }, hidden], parts })).elements).slice(
      2,
    );
  };

  it("leave their values to the cells that show them", async () => {
    expect(await read("'It''s all'!$B$2")).toEqual(["FigureCaption: Share of ducks"]);
  });

  it("show the values of cells that nothing else shows", async () => {
    expect(await read("'Raw data'!$A$1")).toEqual(["FigureCaption: Share of ducks", "Table: 1 | 25%"]);
  });
});

describe("binary workbooks", () => {
  it("show numbers and dates as the sheet does", async () => {
    const bytes = makeXls([
      ["Day", "Code"],
      [{ t: "n", v: 45351, z: "dd.mm.yyyy" }, 4006381333931],
    ]);
    const { elements: found } = await parseWith(parseSpreadsheet, bytes, "xls");
    expect(found.at(-1)?.text).toBe("Day: 29.02.2024 | Code: 4006381333931");
  });

  it.each(["biff8", "xlml"] as const)("reads %s", async (bookType) => {
    const { elements: found, totalPages } = await parseWith(
      parseSpreadsheet,
      makeXls(ducks, bookType, "Lists"),
      "xls",
    );
    expect(outline(found)).toEqual([
      "Title1: Sheet1",
      "Table: Year: 2019 | Ducks: 120\nYear: 2020 | Ducks: 135",
    ]);
    expect(found[0]?.metadata).toMatchObject({ hidden_sheets: ["Lists"] });
    expect(totalPages).toBe(2);
  });

  it("refuses one that a password protects, and one with too many cells, before it is read", async () => {
    const workbook = (records: number[]) => makeCompound({ Workbook: Uint8Array.from(records) });
    const protectedBook = workbook([0x2f, 0, 2, 0, 0, 0]);
    await expect(parseWith(parseSpreadsheet, protectedBook, "xls")).rejects.toThrow(/password/);
    const cells = new Uint8Array(4 * 2_000_001);
    for (let at = 0; at < cells.length; at += 4) cells[at] = 0x05;
    const large = makeCompound({ Workbook: cells });
    await expect(parseWith(parseSpreadsheet, large, "xls")).rejects.toThrow(/2,000,000 filled cells/);
  });

  it("prints nothing about records that it does not know", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const records = Uint8Array.from([...biffBeginning, 0xe0, 0x20, 0, 0, ...biffEnd]);
    await expect(parseWith(parseSpreadsheet, makeCompound({ Workbook: records }), "xls")).rejects.toThrow(
      ParseError,
    );
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it("ends where the library would unpack a damaged theme for ever", async () => {
    const content = Buffer.from("The quick brown fox jumps over the lazy dog. ".repeat(40));
    const cut = deflateRawSync(content, { strategy: constants.Z_HUFFMAN_ONLY }).subarray(0, 300);
    const endless = makeZip([{ name: "theme/theme/theme1.xml", data: content, compressed: cut }]);
    const header = [...u16(0x896), ...Array(14).fill(0)];
    const theme = [...u16(0x896), ...u16(header.length + endless.length), ...header, ...endless];
    const records = Uint8Array.from([...biffBeginning, ...theme, ...biffEnd]);
    await expect(parseWith(parseSpreadsheet, makeCompound({ Workbook: records }), "xls")).rejects.toThrow(
      /no values/,
    );
    await expect(parseWith(parseSpreadsheet, endless, "xls")).rejects.toThrow(/damaged/);
  });

  it("ends where the library would read a damaged formula for ever", async () => {
    // A memory area, whose end is before its beginning.
    const expression = [...u16(4), ...Buffer.from("261f00360069006669004a006040", "hex")];
    const formula = [...Array<number>(20).fill(0), ...expression];
    const sheet = [...u16(0x85), ...u16(9), ...u16(37), 0, 0, 0, 0, 1, 0, 0x53];
    const sheetBeginning = [...biffBeginning.slice(0, 6), 0x10, 0, ...biffBeginning.slice(8)];
    const cell = [...u16(0x06), ...u16(formula.length), ...formula];
    const records = Uint8Array.from([
      ...biffBeginning,
      ...sheet,
      ...biffEnd,
      ...sheetBeginning,
      ...cell,
      ...biffEnd,
    ]);
    const { elements: found } = await parseWith(parseSpreadsheet, makeCompound({ Workbook: records }), "xls");
    expect(found.map(({ text }) => text)).toEqual(["S", "0"]);
  });

  const records = (...content: number[][]) =>
    makeCompound({
      Workbook: Uint8Array.from([
        ...[...biffBeginning, ...u16(0x85), ...u16(9), ...u16(37), 0, 0, 0, 0, 1, 0, 0x53, ...biffEnd],
        ...[...biffBeginning.slice(0, 6), 0x10, 0, ...biffBeginning.slice(8), ...content.flat(), ...biffEnd],
      ]),
    });
  const record = (kind: number, content: number[]) => [...u16(kind), ...u16(content.length), ...content];
  const seven = [...new Uint8Array(new Float64Array([7]).buffer)];

  it("reads the number of a calculated cell that ends before its formula", async () => {
    const cell = record(0x06, [...Array<number>(6).fill(0), ...seven, ...Array<number>(6).fill(0)]);
    const { elements: found } = await parseWith(parseSpreadsheet, records(cell), "xls");
    expect(found.map(({ text }) => text)).toEqual(["S", "7"]);
  });

  it("refuses a calculated cell that ends before its value", async () => {
    const words = record(0x06, [...Array<number>(6).fill(0), 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
    for (const cell of [words, record(0x06, [0, 0, 0, 0])])
      await expect(parseWith(parseSpreadsheet, records(cell), "xls")).rejects.toThrow(/damaged/);
  });

  it("refuses a damaged one", async () => {
    await expect(parseWith(parseSpreadsheet, makeXls(ducks).slice(0, 900), "xls")).rejects.toThrow(/damaged/);
  });
});

describe("files", () => {
  it.each([
    [new Uint8Array(), /empty/],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /password/],
    [strToU8("just text"), /not an Excel workbook/],
    [zipSync({ "a.txt": strToU8("x") }), /damaged/],
    [
      zipSync({
        "xl/workbook.bin": strToU8("x"),
        "_rels/.rels": strToU8(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        ),
      }),
      /xlsb/,
    ],
    [makeXlsx({ sheets: [{}] }), /no values/],
    [makeXlsx({ sheets: [{ state: "hidden", rows: ducks }] }), /hidden/],
    [makeXlsx({ sheets: [{ rows: ducks }] }).slice(0, 600), /damaged/],
  ])("refuses file %#", async (bytes, reason) => {
    await expect(parseWith(parseSpreadsheet, bytes, "xlsx")).rejects.toThrow(reason);
  });
});
