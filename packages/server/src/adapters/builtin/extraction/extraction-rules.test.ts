import { describe, expect, test } from "vitest";
import { extract, number, output, table, text } from "../../../../testing/extract-parts.ts";

describe("who is who", () => {
  const parties = { issuer: text, customer: text };

  test("the issuer gives its registers at the foot, the customer stands in the window", async () => {
    const parts = [
      "Hotel Seeblick Uferstrasse 3 6353 Weggis",
      { type: "Title" as const, text: "Rechnung Nr. 5520" },
      "Rösterei Pilatus AG, Industriestrasse 40, 6010 Kriens, IBAN CH93 0076 2011 6238 5295 7",
    ];
    expect(await output(parties, parts)).toEqual({
      issuer: "Rösterei Pilatus AG",
      customer: "Hotel Seeblick",
    });
  });

  test("a label decides, and a delivery address is not the customer", async () => {
    const parts = [
      "Ashdown Supplies Ltd Unit 9, Forest Row Business Park East Grinstead RH18 5AA",
      "Deliver to: The Stables Piltdown TN22 3XN",
      "Invoice to: Hollybush Farm Partnership Hollybush Lane Uckfield TN22 1AB",
    ];
    expect(await output(parties, parts)).toEqual({
      issuer: "Ashdown Supplies Ltd",
      customer: "Hollybush Farm Partnership",
    });
  });

  test("a person above the firm, and a greeting, are not the firm", async () => {
    const parts = [
      "** WELCOME TO **",
      "LIM AH HOCK",
      "KEDAI SERI INDAH SDN BHD (801122-K) NO 18, JALAN BUNGA RAYA 3 75100 MELAKA",
    ];
    const { output: found, evidence } = await extract({ company: text, address: text }, parts);
    expect(found).toEqual({
      company: "KEDAI SERI INDAH SDN BHD",
      address: "NO 18, JALAN BUNGA RAYA 3 75100 MELAKA",
    });
    // Nothing but their places says whose they are.
    expect(evidence.map(({ verdict }) => verdict)).toEqual(["unverified", "unverified"]);
  });
});

describe("the sums of a paper", () => {
  const sums = { net: number, tax: number, total: number, amount_due: number };

  test("net + tax = total, and what was paid before is not the total", async () => {
    const rows = [
      ["Total HT", "2 700,00 €"],
      ["TVA 20 %", "540,00 €"],
      ["Total TTC", "3 240,00 €"],
      ["Acompte versé", "1 000,00 €"],
      ["Net à payer", "2 240,00 €"],
    ];
    expect(await output(sums, [table(rows, 0)])).toEqual({
      net: 2700,
      tax: 540,
      total: 3240,
      amount_due: 2240,
    });
  });

  test("the total is the one after rounding", async () => {
    const rows = [
      ["Total Incl. GST", "37.98"],
      ["Rounding Adj", "0.02"],
      ["NETT TOTAL", "38.00"],
      ["CASH", "50.00"],
      ["CHANGE", "12.00"],
    ];
    expect(await output({ total: number }, [table(rows, 0)])).toEqual({ total: 38 });
  });

  test("of two taxes none is the tax", async () => {
    const rows = [
      ["Zwischensumme", "550.00"],
      ["MWST 2,5% auf 490.00", "12.25"],
      ["MWST 7,7% auf 60.00", "4.62"],
      ["Zu bezahlen CHF", "566.87"],
    ];
    expect(await output({ net: number, tax: number, total: number }, [table(rows, 0)])).toEqual({
      net: 550,
      tax: null,
      total: 566.87,
    });
  });
});

describe("names of properties in other words", () => {
  const date = { ...text, format: "date" };
  test.each<[name: string, property: object, line: string, value: unknown]>([
    ["due_date", date, "Bitte überweisen Sie bis zum 24.07.2014", "2014-07-24"],
    ["due_date", date, "Please remit until 2019-07-01", "2019-07-01"],
    ["due_date", date, "Date d’échéance : 15/02/2020", "2020-02-15"],
    ["faelligkeitsdatum", date, "Fälligkeit 29.11.2018", "2018-11-29"],
    ["issueDate", date, "Rechnungsdatum: 5.3.2018 Lieferdatum: 6.3.2018", "2018-03-05"],
    ["delivery_date", date, "Liefer- und Leistungsdatum : 29.10.2018", "2018-10-29"],
    ["nettobetrag", number, "Summe netto: 496,00 €", 496],
    ["documentNumber", text, "Order number: 4711", null],
  ])("%s in %3$j", async (name, property, line, value) => {
    expect(await output({ [name]: property }, [line])).toEqual({ [name]: value });
  });

  test("a bullet ends a name", async () => {
    const parts = ["Bei Spiel GmbH ● Ecke 12 ● 12345 Stadthausen", "Rechnung 17"];
    expect(await output({ seller: text }, parts)).toEqual({ seller: "Bei Spiel GmbH" });
  });
});

describe("values are checked for what they are", () => {
  test.each([
    ["iban", "IBAN: DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"],
    ["card_number", "Card number: 4111 1111 1111 1111", "4111 1111 1111 1111"],
    ["card_number", "Card number: 4111 1111 1111 1112", null],
    ["vat_number", "VAT Reg No GB 980 7806 84. Registered in England 04417722", "GB 980 7806 84"],
    ["vat_number", "VAT number: see below", null],
    ["phone", "Phone: 12.05.2024", null],
    ["contact_person", "Contact person: 4711-22", null],
    ["company", "Company: 20965-W", null],
    ["customer_number", "Kunde Hotel Seeblick Uferstrasse 3", null],
    ["customer_number", "Kunde 10458", "10458"],
    ["order_number", "PO Box 318, Fremantle", null],
  ])("%s in %j: %j", async (name, line, value) => {
    const kind = name === "contact_person" ? { ...text, description: "full name of the person" } : text;
    expect(await output({ [name]: kind }, [line])).toEqual({ [name]: value });
  });
});

test("the year of a property is the year of its column", async () => {
  const rows = [
    ["", "2023", "2022"],
    ["Revenue", "412.6", "377.9"],
  ];
  const properties = { revenue_2022: number, revenue_2023: number, revenue_2020: number };
  expect(await output(properties, [table(rows)])).toEqual({
    revenue_2022: 377.9,
    revenue_2023: 412.6,
    revenue_2020: null,
  });
  expect(await output({ revenue: number }, [table(rows)], "Take the figures of 2022.")).toEqual({
    revenue: 377.9,
  });
});

test("prose names a subject and says what it is", async () => {
  const properties = {
    harbour_master: text,
    probation_period: text,
    mieter: text,
    kuendigungsfrist: text,
    ship: text,
  };
  const parts = [
    "The harbour master is Ingrid Solberg. The ship of the harbour master is old.",
    "The probation period is six months and the notice period is 8 weeks.",
    "und Herrn Tobias Wenger, Am Grün 12 – im Folgenden „Mieter“ –",
    "Die Kündigungsfrist beträgt drei Monate.",
  ];
  expect(await output(properties, parts)).toEqual({
    harbour_master: "Ingrid Solberg",
    probation_period: "six months",
    mieter: "Tobias Wenger",
    kuendigungsfrist: "drei Monate",
    ship: null,
  });
});

test("the jobs of a CV are a list of objects", async () => {
  const job = { title: text, company: text, start: text, end: text };
  const { output: found, evidence } = await extract(
    { jobs: { type: "array", items: { type: "object", properties: job } } },
    [
      { type: "Title", text: "Work experience" },
      { type: "Title", text: "Lead Developer, Brightwater Analytics" },
      "March 2020 – present",
      "Led a team of five",
      { type: "Title", text: "Software Engineer, Pennine Rail Systems" },
      "July 2016 – February 2020",
      { type: "Title", text: "Education" },
      { type: "Title", text: "BSc, University of Leeds" },
    ],
  );
  expect(found).toEqual({
    jobs: [
      { title: "Lead Developer", company: "Brightwater Analytics", start: "March 2020", end: "present" },
      {
        title: "Software Engineer",
        company: "Pennine Rail Systems",
        start: "July 2016",
        end: "February 2020",
      },
    ],
  });
  expect(evidence.every(({ verdict }) => verdict === "verified")).toBe(true);
});

test("columns that a reader joined, and a heading that comes late, are still columns", async () => {
  const line = { description: text, quantity: number, unit_price: number, amount: number };
  const rows = [
    ["An: Hotel Seeblick", "", "Datum 1.2.2024"],
    ["Bezeichnung", "Menge Einzelpreis", "Gesamt"],
    ["Anfahrt", "1 49,20 €", "49,20 €"],
  ];
  const lines = { lines: { type: "array", items: { type: "object", properties: line } } };
  const found = [{ description: "Anfahrt", quantity: 1, unit_price: 49.2, amount: 49.2 }];
  expect(await output(lines, [table(rows.slice(1))])).toEqual({ lines: found });
  const late = [
    ["To", "", "", "x"],
    ["Item", "Qty", "Unit price", "Amount"],
    ["Anfahrt", "1", "49,20 €", "49,20 €"],
  ];
  expect(await output(lines, [table(late)])).toEqual({ lines: found });
});

test("of alternatives the one that the document holds is filled, whatever the names", async () => {
  const properties = {
    contact: {
      oneOf: [
        { type: "object", properties: { kind: { const: "fax" }, fax: text } },
        { type: "object", properties: { kind: { const: "phone" }, phone: text } },
      ],
    },
    constructor: text,
    toString: text,
    hasOwnProperty: text,
  };
  Object.defineProperty(properties, "__proto__", { value: text, enumerable: true });
  const found = await output(properties, ["Phone: +49 40 1234567", "Constructor: Bob Builder", "Proto: zz"]);
  expect(Object.entries(found as object)).toEqual([
    ["contact", { kind: "phone", phone: "+49 40 1234567" }],
    ["constructor", "Bob Builder"],
    ["toString", null],
    ["hasOwnProperty", null],
    ["__proto__", "zz"],
  ]);
});
