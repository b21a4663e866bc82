import { describe, expect, test } from "vitest";
import { extract, number, output, type Part, table, text } from "../../../../testing/extract-parts.ts";

const date = { ...text, format: "date" };
const list = { type: "array", items: { type: "string" } };
const rows = (properties: Record<string, unknown>) => ({
  type: "array",
  items: { type: "object", properties },
});
const heading = (written: string, level = 2): Part => ({ type: "Title", level, text: written });
const items = (...written: string[]): Part[] => written.map((each) => ({ type: "ListItem", text: each }));

describe("a telephone number that only its label makes one", () => {
  test.each([
    ["Phone 1: 555 0101", { phone_1: "555 0101" }],
    ["Telefon: 4021", { telefon: "4021" }],
    ["Emergency phone: 112", { emergency_phone: "112" }],
    ["Phone: 555-0177 (evenings)", { phone: "555-0177" }],
    ["Phone: 12.05.2024", { phone: null }],
    ["Phone: 3 of them", { phone: null }],
    ["Room 4021", { phone: null }],
  ])("%s", async (line, wanted) => {
    const schema = Object.fromEntries(Object.keys(wanted).map((name) => [name, text]));
    expect(await output(schema, ["Emergency card", line, "Phone 3:"])).toEqual(wanted);
  });
});

describe("a label without a value that fits", () => {
  test.each<[name: string, property: object, parts: Part[]]>([
    ["due_date", date, ["Due date: to be agreed", "Issue date: 2025-03-01"]],
    ["faelligkeit", date, ["Fälligkeit: offen\nRechnungsdatum: 01.03.2025"]],
    ["discount", number, ["Discount: none", "Total: 500.00"]],
    ["discount", number, ["Discount\nTotal 500.00"]],
    ["weight", number, ["Weight:", "Volume: 12.5"]],
    ["floor", number, [table([["Floor", "ground", "Rooms", "4"]], 0)]],
    [
      "deposit",
      number,
      [
        table(
          [
            ["Deposit", "-"],
            ["Rent", "950.00"],
          ],
          0,
        ),
      ],
    ],
    ["email", text, ["E-mail: none", "Write to help@acme.example.com"]],
    ["phone", text, ["Phone: none", "Mobile: 0151 555 020"]],
    ["telefon", text, ["Mobil: 0151 555 020", "Telefon: keins"]],
    ["delivery_date", date, ["Delivery date: open\nDate of delivery note: 2025-03-01"]],
    ["date", date, ["Date: not yet known", "Printed 3 May 2024"]],
  ])("%s of %j is null", async (name, property, _) => {
    expect(await output({ [name]: property }, _)).toEqual({ [name]: null });
  });

  test("the value may be below a cell of labels", async () => {
    const parts = [table([["Invoice number: Invoice date:", "42183017 August 3, 2024"]], 0)];
    expect(await output({ invoice_number: text }, parts)).toEqual({ invoice_number: "42183017" });
  });
});

describe("numbers keep their sign and their point", () => {
  test.each([
    ["Balance: -4,200.50", -4200.5],
    ["Balance:-700,25", -700.25],
    ["Balance -12", -12],
    ["Balance: − 4", -4],
    ["Balance: (1,250.00)", -1250],
    ["Balance: .75", 0.75],
    ["Balance - 12", 12],
    ["Balance ...... 12", 12],
    ["Balance: 1.234,- €", 1234],
    ["Balance: CHF 1'250.–", 1250],
  ])("%s is %d", async (line, value) => {
    expect(await output({ balance: number }, [line])).toEqual({ balance: value });
  });

  test("brackets are a minus in a cell of their own, and none around a count", async () => {
    const parts = [
      "Members (12)",
      table([
        ["Site", "Delta"],
        ["North", "(7)"],
        ["South", "9"],
      ]),
    ];
    const properties = { members: number, sites: rows({ site: text, delta: number }) };
    expect(await output(properties, parts)).toEqual({
      members: 12,
      sites: [
        { site: "North", delta: -7 },
        { site: "South", delta: 9 },
      ],
    });
  });
});

describe("numbered labels", () => {
  const quarters = { q1_revenue: number, q2Revenue: number, q4_revenue: number, revenue: number };
  const expected = { q1_revenue: 100, q2Revenue: 200, q4_revenue: null, revenue: null };

  test.each<[string, Part]>([
    ["in lines", "Q1 revenue: 100\nQ2 revenue: 200"],
    [
      "as rows",
      table([
        ["Quarter", "Revenue"],
        ["Q1", "100"],
        ["Q2", "200"],
      ]),
    ],
    [
      "as columns",
      table([
        ["", "Q1", "Q2"],
        ["Revenue", "100", "200"],
      ]),
    ],
  ])("%s", async (_, part) => {
    const { revenue: _revenue, ...numbered } = quarters;
    const { revenue: _none, ...found } = expected;
    expect(await output(numbered, [part])).toEqual(found);
  });

  test("a property without a number is not one of several parts, but the first of several of a kind", async () => {
    const parts = ["Q1 revenue: 100", "Phone 1: 030 111111\nPhone 2: 030 222222"];
    expect(await output({ revenue: number, phone: text, phone_2: text }, parts)).toEqual({
      revenue: null,
      phone: "030 111111",
      phone_2: "030 222222",
    });
  });
});

test("short names and names with digits are names", async () => {
  const names = ["BP", "3M", "Store 101", "1&1"];
  const part = table([["Supplier", "Amount"], ...names.map((name) => [name, "1.50"])]);
  const found = await output({ customer: text, rows: rows({ supplier: text, amount: number }) }, [
    "Customer: HP",
    part,
  ]);
  expect(found).toEqual({ customer: "HP", rows: names.map((supplier) => ({ supplier, amount: 1.5 })) });
});

describe("rows of tables", () => {
  const lines = rows({ item: text, amount: number });

  test.each(["Total", "Summe", "Gesamtbetrag", "VAT 19 %", "Net total"])(
    "%s sums up, and is not an item",
    async (last) => {
      const part = table([
        ["Item", "Amount"],
        ["Total station", "10.00"],
        ["Lamp", "20.00"],
        [last, "30.00"],
      ]);
      expect(await output({ lines }, [part])).toEqual({
        lines: [
          { item: "Total station", amount: 10 },
          { item: "Lamp", amount: 20 },
        ],
      });
    },
  );

  test("a list of taxes has them as its items", async () => {
    const part = table([
      ["Tax", "Amount"],
      ["VAT 19 %", "5.70"],
      ["VAT 7 %", "1.40"],
    ]);
    const found = await output({ taxes: rows({ tax: text, amount: number }) }, [part]);
    expect(found).toEqual({
      taxes: [
        { tax: "VAT 19 %", amount: 5.7 },
        { tax: "VAT 7 %", amount: 1.4 },
      ],
    });
  });

  const stock = table([
    ["Item", "Quantity"],
    ["Lamp", "4"],
    ["Bulb", "to be counted"],
    ["Cord", ""],
  ]);

  test("a row that does not fit is kept with null", async () => {
    expect(await output({ stock: rows({ item: text, quantity: number }) }, [stock])).toEqual({
      stock: [
        { item: "Lamp", quantity: 4 },
        { item: "Bulb", quantity: null },
        { item: "Cord", quantity: null },
      ],
    });
  });

  test("or left out with a message, where the schema requires a value", async () => {
    const item = {
      type: "object",
      properties: { item: text, quantity: { type: "integer" } },
      required: ["quantity"],
    };
    const { output: found, message } = await extract({ stock: { type: "array", items: item } }, [stock]);
    expect(found).toEqual({ stock: [{ item: "Lamp", quantity: 4 }] });
    expect(message).toBe(
      "2 items of /stock left out (Bulb; Cord): each lacks a fitting value for quantity, which output_schema requires.",
    );
  });

  test("quantity × price that is the amount verifies them; a row where it is not is left unverified", async () => {
    const part = table([
      ["Item", "Quantity", "Price", "Amount"],
      ["Lamp", "3", "2.50", "7.50"],
      ["Cord", "2", "4.00", "9.00"],
    ]);
    const lines = rows({ item: text, quantity: number, price: number, amount: number });
    const { evidence } = await extract({ lines }, [part]);
    expect(evidence.map(({ path, verdict }) => [path.slice("/lines/".length), verdict])).toEqual([
      ["0/item", "verified"],
      ["0/quantity", "verified"],
      ["0/price", "verified"],
      ["0/amount", "verified"],
      ["1/item", "verified"],
      ["1/quantity", "unverified"],
      ["1/price", "unverified"],
      ["1/amount", "unverified"],
    ]);
  });

  test("a list that is named in a German plural is filled from the column with the singular", async () => {
    const part = table([
      ["Raum", "Gang"],
      ["R 2", "Ost"],
      ["R 5", "West"],
    ]);
    expect(await output({ gaenge: list, raeume: list }, [part])).toEqual({
      gaenge: ["Ost", "West"],
      raeume: ["R 2", "R 5"],
    });
  });

  test("a column fills a list of single values", async () => {
    const part = table([
      ["Item", "SKU", "Badge"],
      ["Hex key", "DT-100", "17"],
      ["Wrench", "DT-220", "21"],
    ]);
    const badges = { type: "array", items: { type: "number" } };
    expect(await output({ skus: list, items: list, badges }, [part])).toEqual({
      skus: ["DT-100", "DT-220"],
      items: ["Hex key", "Wrench"],
      badges: [17, 21],
    });
  });
});

describe("records that repeat", () => {
  test("are sections below headings, with their only list", async () => {
    const parts = [
      heading("Courses", 1),
      heading("Welding"),
      "Teacher: Ida Holm Seats: 12",
      ...items("Goggles", "Gloves"),
      heading("2. Baking"),
      "Teacher: Per Lind Seats: n/a",
      ...items("Apron"),
    ];
    const courses = rows({ title: text, teacher: text, seats: number, materials: list });
    const { output: found, evidence } = await extract({ courses }, parts);
    expect(found).toEqual({
      courses: [
        { title: "Welding", teacher: "Ida Holm", seats: 12, materials: ["Goggles", "Gloves"] },
        { title: "Baking", teacher: "Per Lind", seats: null, materials: ["Apron"] },
      ],
    });
    expect(evidence).toHaveLength(8);
  });

  test("a section that has the label of the list alone is one of them", async () => {
    const parts = [
      heading("Sites", 1),
      heading("Kiel"),
      "Head: Wanda Thom",
      "Tasks:",
      ...items("Customs"),
      heading("Emden"),
      "Tasks:",
      ...items("Freight", "Storage"),
      heading("Stade"),
      "Head: Enno Harms",
      "Tasks:",
      ...items("Repairs"),
      heading("Directions"),
      "All of them are near a station.",
    ];
    expect(await output({ sites: rows({ name: text, head: text, tasks: list }) }, parts)).toEqual({
      sites: [
        { name: "Kiel", head: "Wanda Thom", tasks: ["Customs"] },
        { name: "Emden", head: null, tasks: ["Freight", "Storage"] },
        { name: "Stade", head: "Enno Harms", tasks: ["Repairs"] },
      ],
    });
  });

  test("or go from one label to the next of its kind", async () => {
    const parts = [
      "Name: Ada Moss\nRole: Clerk\nPhone: 030 12345",
      "Name: Ben Cole\nRole: Guard\nPhone: none",
    ];
    expect(await output({ staff: rows({ name: text, role: text, phone: text }) }, parts)).toEqual({
      staff: [
        { name: "Ada Moss", role: "Clerk", phone: "030 12345" },
        { name: "Ben Cole", role: "Guard", phone: null },
      ],
    });
  });
});

describe("a rate is never the amount that it makes", () => {
  const integer = { type: ["integer", "null"] };
  test.each<[name: string, property: object, part: Part, value: number | null]>([
    ["mwst_satz", number, "zzgl. 19 % MwSt. 484,31 €", 19],
    ["vat_rate", number, "VAT: £484.31", null],
    ["vat_rate", number, "VAT EUR 84.31", null],
    ["vat_rate", integer, "VAT rate: 20", 20],
    ["interest_rate", number, "Interest rate: 4.25", 4.25],
    ["tax_percent", number, "Tax: 120.00", null],
  ])("%s %j %j", async (name, property, part, value) => {
    expect(await output({ [name]: property }, ["Invoice 12", part])).toEqual({ [name]: value });
  });
});

describe("a payslip", () => {
  const payslip = [
    table([
      ["Payments", "Units", "Rate", "Amount", "Deductions", "Amount"],
      ["Basic pay", "160.00", "14.50", "2,320.00", "PAYE tax", "254.40"],
      ["Overtime", "12.50", "21.75", "271.88", "National Insurance", "123.55"],
      ["", "", "", "", "Pension", "116.00"],
      ["Total payments", "", "", "2,591.88", "Total deductions", "493.95"],
    ]),
  ];

  test("has no gross amount in the total of its deductions", async () => {
    expect(await output({ gross_pay: number }, payslip)).toEqual({ gross_pay: null });
  });

  test("has a value where the row of one word meets the column of the other", async () => {
    expect(await output({ overtime_rate: number, overtime_units: number }, payslip)).toEqual({
      overtime_rate: 21.75,
      overtime_units: 12.5,
    });
  });
});
