import { describe, expect, test } from "vitest";
import { drawnBlock } from "../../../../testing/drawn-block.ts";
import { extract, number, output, table, text } from "../../../../testing/extract-parts.ts";

const names = { seller_name: text, buyer_name: text };

test("the name in the window of a letter is drawn above its address, which is not the issuer's", async () => {
  const parts = [
    drawnBlock(["Rechnung RE-2017/505 vom 09.05.2017"], { left: 57, top: 352 }),
    drawnBlock(["Powered by Somebooks"], { left: 57, top: 679 }),
    drawnBlock(["Bei Spiel GmbH ● Ecke 12 ● 12345 Stadthausen ● Germany"], { left: 71, top: 156 }),
    drawnBlock(["Theodor Est", "Bahnstr. 42", "88802 Spielkreis"], { left: 71, top: 170 }),
    drawnBlock(["Bei Spiel GmbH", "Ecke 12", "12345 Stadthausen", "USt-ID: DE136695976"], {
      left: 451,
      top: 122,
    }),
  ];
  expect(await output(names, parts)).toEqual({ seller_name: "Bei Spiel GmbH", buyer_name: "Theodor Est" });
});

test("a firm above the person that a letter is for is the customer; above a person alone there is none", async () => {
  const letter = (block: string[]) => [
    drawnBlock(["Fenwick Joinery Ltd", "Unit 3, Weir Lane", "Hexham NE46 9ZZ"], { left: 71, top: 40 }),
    drawnBlock(block, { left: 71, top: 170 }),
    drawnBlock(["Invoice FJ-318"], { left: 71, top: 300 }),
  ];
  const [person, street, town] = ["Ms Alison Reid", "22 Market Street", "Morpeth NE61 9ZZ"] as const;
  const sold = { seller_name: "Fenwick Joinery Ltd" };
  expect(await output(names, letter(["Corner House Dental Practice", person, street, town]))).toEqual({
    ...sold,
    buyer_name: "Corner House Dental Practice",
  });
  expect(await output(names, letter([person, street, town]))).toEqual({ ...sold, buyer_name: person });
});

describe("parties below their labels", () => {
  test("are read from blocks whose rows a reader joined, past other labels", async () => {
    const parts = [
      drawnBlock(["Handelsrechnung Nr. 3301 vom 02.05.2024"], { left: 50, top: 40 }),
      drawnBlock(
        [
          "Verkäufer:",
          "Nummer : 7710",
          "Nordlicht Optik GmbH",
          "Hafenweg 3",
          "DE 24103 Kiel",
          "Käufer/Leistungsempfänger:",
        ],
        { left: 50, top: 80 },
      ),
      drawnBlock(["Nummer : K-88"], { left: 50, top: 152 }),
      drawnBlock(
        ["Globale Nummer: 4000001987658 (GTIN)", "Brillen AG Süd", "Marktplatz 1", "DE 80331 München"],
        { left: 50, top: 164 },
      ),
    ];
    expect(await output(names, parts)).toEqual({
      seller_name: "Nordlicht Optik GmbH",
      buyer_name: "Brillen AG Süd",
    });
  });

  test("are not those of an agent, a place of delivery or a payee", async () => {
    const parts = [
      drawnBlock(["Seller", "Harbour Tools Ltd", "4 Quay Street", "Leeds LS1 4DY"], { left: 50, top: 40 }),
      drawnBlock(["Abweichender Warenempfänger:", "Depot Nord GmbH", "Lagerweg 9", "20095 Hamburg"], {
        left: 50,
        top: 100,
      }),
      drawnBlock(["Ship to", "Fenland Stores", "9 Mill Lane", "Ely CB7 4AA"], { left: 50, top: 160 }),
      drawnBlock(["Bill to", "Marsh & Reed plc", "12 Abbey Road", "Norwich NR1 1AA"], { left: 50, top: 220 }),
    ];
    expect(await output(names, parts)).toEqual({
      seller_name: "Harbour Tools Ltd",
      buyer_name: "Marsh & Reed plc",
    });
  });

  test("are in the row that is labelled name, below a label alone in its row", async () => {
    const parts = [
      table(
        [
          ["Verkäufer", ""],
          ["Globale Nummer:", "4000001123452"],
          ["Name:", "Lieferant Nord GmbH"],
          ["Käufer", ""],
          ["Nummer:", "GE20"],
          ["Name:", "Tischlerei Holm"],
        ],
        0,
      ),
    ];
    expect(await output(names, parts)).toEqual({
      seller_name: "Lieferant Nord GmbH",
      buyer_name: "Tischlerei Holm",
    });
  });

  test("a customer's number says nothing of the name below it", async () => {
    const parts = [
      drawnBlock(["Alder Works Ltd - 3 High Street - Bath BA1 1AA"], { left: 50, top: 40 }),
      drawnBlock(["Tilda Moor"], { left: 50, top: 56 }),
      drawnBlock(["8 Weir Road"], { left: 50, top: 72 }),
      drawnBlock(["Bath BA2 3CC"], { left: 50, top: 88 }),
      drawnBlock(["Customer: 2"], { left: 50, top: 140 }),
      drawnBlock(["Your Order AB"], { left: 50, top: 156 }),
    ];
    expect(await output(names, parts)).toEqual({ seller_name: "Alder Works Ltd", buyer_name: "Tilda Moor" });
  });
});

test("values in a block beside a block of labels belong to the label of their row", async () => {
  const parts = [
    drawnBlock(["Rechnungsnummer", "Rechnungsdatum", "Kundennummer"], { left: 350, top: 80 }),
    drawnBlock(["471102", "05.03.2013", "GE2020211"], { left: 500, top: 80 }),
  ];
  const properties = {
    rechnungsnummer: text,
    rechnungsdatum: { ...text, format: "date" },
    kundennummer: text,
  };
  expect(await output(properties, parts)).toEqual({
    rechnungsnummer: "471102",
    rechnungsdatum: "2013-03-05",
    kundennummer: "GE2020211",
  });
});

test("prose that wraps stays whole", async () => {
  const parts = [
    drawnBlock(
      [
        "The notice period of the lease for the tenant is three",
        "months to the end of a quarter. It must be in writing",
      ],
      { left: 50, top: 80 },
    ),
  ];
  expect(await output({ notice_period: text }, parts)).toEqual({
    notice_period: "three months to the end of a quarter",
  });
});

describe("sums", () => {
  test("are the net, the tax and the total that make each other, among rates and charges", async () => {
    const parts = [
      table([
        ["Art", "Basisbetrag", "Steuerbetrag"],
        ["Umsatzsteuer 7 %", "113,03", "7,91"],
        ["Umsatzsteuer 19 %", "64,46", "12,25"],
      ]),
      table(
        [
          ["Positionssumme", "180,76"],
          ["Gesamtbetrag der Zuschläge", "5,80"],
          ["Gesamtbetrag der Abschläge", "-9,07"],
          ["Rechnungssumme ohne USt.", "177,49"],
          ["Steuerbetrag", "20,16"],
          ["Bruttosumme", "197,65"],
          ["Erhaltene Anzahlungen", "-50,00"],
          ["Zahlbetrag", "147,65"],
        ],
        0,
      ),
    ];
    const properties = { net_total: number, tax_total: number, grand_total: number, amount_due: number };
    const { output: found, evidence } = await extract(properties, parts);
    expect(found).toEqual({ net_total: 177.49, tax_total: 20.16, grand_total: 197.65, amount_due: 147.65 });
    expect(evidence.find(({ path }) => path === "/tax_total")?.verdict).toBe("verified");
  });

  test("stand in a row of amounts without words, below their heads", async () => {
    const parts = [
      table([
        ["Warenwert", "Nettobetrag", "MwSt-Betrag", "Endbetrag"],
        ["300,00", "290,00", "55,10", "345,10"],
        ["100,00", "100,00", "7,00", "107,00"],
        ["400,00", "390,00", "62,10", "452,10"],
      ]),
    ];
    expect(await output({ net_total: number, tax_total: number, grand_total: number }, parts)).toEqual({
      net_total: 390,
      tax_total: 62.1,
      grand_total: 452.1,
    });
  });

  test("a total that is smaller than what is listed above it is none", async () => {
    const parts = [
      table([
        ["Item", "Price"],
        ["Desk", "480,00 €"],
        ["Chair", "220,00 €"],
        ["Lamp", "90,00 €"],
      ]),
      "Total freight 15,00 €",
      "Total weight of parcels 30,00 €",
    ];
    expect(await output({ grand_total: number }, parts)).toEqual({ grand_total: null });
  });
});

test("an account number with wrong check digits is given after its label, unverified, and nowhere else", async () => {
  const { output: found, evidence } = await extract({ iban: text }, ["IBAN: DE89 3704 0044 0532 0130 01"]);
  expect(found).toEqual({ iban: "DE89 3704 0044 0532 0130 01" });
  expect(evidence[0]?.verdict).toBe("unverified");
  expect(await output({ iban: text }, ["Shelf DE89 3704 0044 0532 0130 01"])).toEqual({ iban: null });
});
