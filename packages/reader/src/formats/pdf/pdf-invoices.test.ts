import { describe, expect, it } from "vitest";
import { makePdf, type PdfFontName, type PdfItem, pdfTextWidth } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(...items: PdfItem[][]) {
  const input = { bytes: makePdf([{ items: items.flat() }]), fileName: "invoice.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements.map(({ type, text }) => `${type}: ${text.replace(/\n/g, " / ").replace(/\t/g, " | ")}`);
}

const text = (value: string, x: number, y: number, font: PdfFontName = "regular", size = 10): PdfItem => ({
  text: value,
  x,
  y,
  font,
  size,
});

/** Lines under each other, the first of them bold. */
const labelled = (x: number, y: number, [label = "", ...values]: string[], pitch = 12): PdfItem[] => [
  text(label, x, y, "bold"),
  ...values.map((value, row) => text(value, x, y + (row + 1) * pitch)),
];

const small = (items: PdfItem[]): PdfItem[] =>
  items.map((item) => ("text" in item ? { ...item, size: 8 } : item));

/** Labels on the left, and amounts that end at one edge. */
const sums = (x: number, y: number, rows: [string, string][]): PdfItem[] =>
  rows.flatMap(([label, amount], row) => [
    text(label, x, y + row * 14),
    text(amount, x + 190 - pdfTextWidth(amount, 10), y + row * 14),
  ]);

const terms = [
  "Please pay within thirty days by bank transfer to the account that is named on this page of the invoice.",
  "Late payments bear interest at eight per cent above the base rate of the bank that keeps our account.",
  "We thank you for your order and hope to see you again in our shop at the harbour in the coming year.",
].map((line, row) => text(line, 72, 600 + row * 12));

describe("a label above its value", () => {
  it("is no heading", async () => {
    const found = await read(
      labelled(72, 100, ["Invoice date", "12 May 2024"]),
      labelled(72, 150, ["Due date", "11 June 2024"]),
      [text("Payment terms", 72, 588, "bold"), ...terms],
    );
    expect(found.map((element) => element.slice(0, 40))).toEqual([
      "NarrativeText: Invoice date 12 May 2024",
      "NarrativeText: Due date 11 June 2024",
      "Title: Payment terms",
      "NarrativeText: Please pay within thirty ",
    ]);
  });

  it("is no heading even when it is longer than its value", async () => {
    const found = await read(labelled(72, 100, ["Invoice number", "N7"]), terms);
    expect(found[0]).toBe("NarrativeText: Invoice number N7");
  });

  it("ends with a colon, whichever of the two is bold", async () => {
    const found = await read([text("Account:", 72, 100), text("296664039561", 72, 112, "bold")], terms);
    expect(found[0]).toBe("NarrativeText: Account: 296664039561");
  });

  it("is a heading when years of a post stand below it", async () => {
    const found = await read(labelled(72, 100, ["Head of design", "2015 – 2019, Leeds"]), terms);
    expect(found.slice(0, 2)).toEqual(["Title: Head of design", "NarrativeText: 2015 – 2019, Leeds"]);
  });

  it.each([12, 24])("is read with it and not with its neighbours, %s points further down", async (pitch) => {
    const found = await read(
      labelled(72, 100, ["Number", "88123"], pitch),
      labelled(200, 100, ["Date", "2 February 2025"], pitch),
      labelled(340, 100, ["Customer", "Green Farm"], pitch),
      terms,
    );
    expect(found.slice(0, 3)).toEqual([
      "NarrativeText: Number 88123",
      "NarrativeText: Date 2 February 2025",
      "NarrativeText: Customer Green Farm",
    ]);
  });

  it("is the heading of a column when there are rows below it", async () => {
    const found = await read(
      labelled(72, 100, ["Customer", "Ada", "Grace", "Joan"]),
      labelled(200, 100, ["Town", "London", "New York", "Leeds"]),
      labelled(340, 100, ["Year", "1843", "1952", "1951"]),
      terms,
    );
    expect(found[0]).toBe(
      "Table: Customer | Town | Year / Ada | London | 1843 / Grace | New York | 1952 / Joan | Leeds | 1951",
    );
  });
});

describe("an address", () => {
  const bill = ["Bill to", "Ada Lovelace", "5 St James's Square", "London SW1Y 4JU"];
  const ship = ["Ship to", "Analytical Works", "77 Mill Road", "Cambridge CB1 2AS"];

  it("beside other addresses and facts is one block", async () => {
    const facts = [
      ...labelled(400, 100, ["Number", "NW-117"]),
      ...labelled(400, 124, ["Date", "12 May 2024"]),
    ];
    const found = await read(labelled(72, 100, bill), labelled(230, 100, ship), facts, terms);
    expect(found.slice(0, 4)).toEqual([
      `NarrativeText: ${bill.join(" ")}`,
      `NarrativeText: ${ship.join(" ")}`,
      "NarrativeText: Number NW-117",
      "NarrativeText: Date 12 May 2024",
    ]);
  });

  it("in the imprint is one block", async () => {
    const account = "IBAN DE89 3704 0044 0532 0130 00";
    const next = 222 + pdfTextWidth(account, 8) + 8;
    const found = await read(
      [text("Ada Muster", 72, 628)],
      small(labelled(72, 640, ["Muster GmbH", "Hauptstraße 1", "10115 Berlin"], 10)),
      small(labelled(222, 640, ["Bank", account, "BIC COBADEFF"], 10)),
      small(labelled(next, 640, ["Kontakt", "Tel. 030 1234567", "info@muster.example"], 10)),
    );
    expect(found.slice(-3)).toEqual([
      "NarrativeText: Muster GmbH Hauptstraße 1 10115 Berlin",
      "NarrativeText: Bank IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF",
      "NarrativeText: Kontakt Tel. 030 1234567 info@muster.example",
    ]);
  });

  it("goes on below the name of a company that ends with a full stop", async () => {
    const lines = ["Lantern Works Ltd.", "93 Harbour Lane", "Bristol"];
    const found = await read(
      lines.map((line, row) => text(line, 72, 100 + row * 12)),
      terms,
    );
    expect(found[0]).toBe(`NarrativeText: ${lines.join(" ")}`);
  });
});

describe("tables beside each other", () => {
  const charges = sums(72, 214, [
    ["Rent of tractor", "$310.00"],
    ["Diesel", "$96.40"],
    ["Insurance", "$22.00"],
  ]);
  const payments = sums(330, 214, [
    ["Paid in January", "$100.00"],
    ["Paid in March", "$50.00"],
    ["Paid in April", "$28.40"],
    ["Balance", "$250.00"],
  ]);

  it("are two, each below its own title, before what stands below both", async () => {
    const titles = [text("Charges", 72, 200, "bold", 12), text("Payments", 330, 200, "bold", 12)];
    const below = [
      text("How to pay", 72, 290, "bold", 12),
      text("Send a cheque to the address above.", 72, 304),
    ];
    expect(await read(titles, charges, payments, below, terms)).toMatchObject([
      "Title: Charges",
      "Table: Rent of tractor | $310.00 / Diesel | $96.40 / Insurance | $22.00",
      "Title: Payments",
      "Table: Paid in January | $100.00 / Paid in March | $50.00 / Paid in April | $28.40 / Balance | $250.00",
      "Title: How to pay",
      expect.stringContaining("NarrativeText: Send a cheque"),
      expect.stringContaining("NarrativeText: Please pay"),
    ]);
  });

  it.each([
    [
      "their units stand close to the numbers",
      ["Lamp", "Chair", "Table"],
      ["pieces", "metres", "boxes"],
      [72, 200, 230, 300],
    ],
    ["all columns are numbers", ["1", "2", "3"], ["40", "50", "60"], [72, 150, 330, 450]],
  ])("are one when %s", async (_, firsts, thirds, xs) => {
    const rows = firsts.map((first, row) => [first, `${row + 4}`, thirds[row] ?? "", `${row + 2}5.50`]);
    const found = await read(
      rows.flatMap((cells, row) => cells.map((cell, column) => text(cell, xs[column] ?? 0, 100 + row * 14))),
      terms,
    );
    expect(found[0]).toBe(`Table: ${rows.map((cells) => cells.join(" | ")).join(" / ")}`);
  });

  it("are one where headings stand over the amounts", async () => {
    const heads = ["Charge", "Amount", "Payment", "Amount"].map((head, column) =>
      text(head, [72, 222, 330, 480][column] ?? 0, 200, "bold"),
    );
    const found = await read(heads, charges, payments, terms);
    expect(found.filter((element) => element.startsWith("Table"))).toHaveLength(1);
  });
});

describe("headings of invoices", () => {
  it("are no sums, and no sentences before a colon", async () => {
    const introduction = "The amount to pay will be taken from the account below:";
    const found = await read(
      [text("Total due 522.00 €", 72, 100, "bold"), text(introduction, 72, 130, "bold")],
      terms,
    );
    expect(found.slice(0, 2)).toEqual([
      "NarrativeText: Total due 522.00 €",
      `NarrativeText: ${introduction}`,
    ]);
  });
});

describe("years beside text", () => {
  it("are read row by row", async () => {
    const found = await read([
      ...terms.map((item) => ("text" in item ? { ...item, y: item.y - 500 } : item)),
      text("1930 – 1934", 72, 160),
      text("Doctorate in mathematics, Yale University", 180, 160),
      text("1924 – 1928", 72, 174),
      text("Bachelor in physics, Vassar College", 180, 174),
    ]);
    expect(found.slice(1).join(" ")).toBe(
      "NarrativeText: 1930 – 1934 Doctorate in mathematics, Yale University 1924 – 1928 Bachelor in physics, Vassar College",
    );
  });
});

describe("notes at the foot of an invoice", () => {
  it("begin with their asterisks and are no list", async () => {
    const found = await read(terms, [
      text("* May include estimated tax", 72, 700, "regular", 7),
      text("** This is no receipt", 72, 709, "regular", 7),
    ]);
    expect(found.slice(1)).toEqual([
      "NarrativeText: * May include estimated tax",
      "NarrativeText: ** This is no receipt",
    ]);
  });
});

describe("an invoice whose columns stand close", () => {
  const row = (y: number, cells: [string, number][], size = 12): PdfItem[] =>
    cells.map(([value, x]) => text(value, x, y, "regular", size));

  it("keeps the quantity apart from a name of two lines, and gives each column its heading", async () => {
    const heads: [string, number][] = [
      ["Pos.", 58],
      ["Bezeichnung", 110],
      ["Menge", 305],
      ["Einheit", 348],
      ["Einzelpreis", 395],
      ["Gesamt", 498],
    ];
    const found = await read(
      heads.map(([head, x]) => text(head, x, 270, "bold", 12)),
      row(300, [
        ["1", 58],
        ["Fassade reinigen", 93],
        ["84,5", 308],
        ["m²", 352],
        ["4,20 €", 400],
        ["354,90 €", 498],
      ]),
      row(331, [["Anstrich zweifach, Silikatfarbe", 93]]),
      row(338, [
        ["2", 58],
        ["84,5", 308],
        ["m²", 352],
        ["17,80 €", 400],
        ["1.504,10 €", 498],
      ]),
      row(345, [["weiß", 93]]),
      row(376, [
        ["3", 58],
        ["Gerüst, 3 Wochen", 93],
        ["1", 308],
        ["psch.", 352],
        ["690,00 €", 400],
        ["690,00 €", 498],
      ]),
    );
    expect(found).toEqual([
      `Table: ${[
        "Pos. | Bezeichnung | Menge | Einheit | Einzelpreis | Gesamt",
        "1 | Fassade reinigen | 84,5 | m² | 4,20 € | 354,90 €",
        "2 | Anstrich zweifach, Silikatfarbe weiß | 84,5 | m² | 17,80 € | 1.504,10 €",
        "3 | Gerüst, 3 Wochen | 1 | psch. | 690,00 € | 690,00 €",
      ].join(" / ")}`,
    ]);
  });

  it("reads a value beside the last label, and not after the heading below", async () => {
    const found = await read(
      row(100, [["Leistungszeitraum: 13.–24.10.2025", 58]], 10),
      row(
        130,
        [
          ["Kundennr.:", 58],
          ["10442", 180],
        ],
        10,
      ),
      [text("Rechnung", 58, 170, "bold", 18)],
      terms,
    );
    expect(found.slice(0, 3)).toEqual([
      "NarrativeText: Leistungszeitraum: 13.–24.10.2025",
      "NarrativeText: Kundennr.: 10442",
      "Title: Rechnung",
    ]);
  });
});
