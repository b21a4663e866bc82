import { describe, expect, test } from "vitest";
import { extract, number, output, table, text } from "../../../../testing/extract-parts.ts";

const rows = (properties: Record<string, unknown>) => ({
  type: "array",
  items: { type: "object", properties },
});

describe("a label of one of several", () => {
  test("has a number, and no form or other label stands in for it", async () => {
    const parts = ["Phone: +44 20 7946 0018", "Phone 2:", "Level 1 support: Pia", "Level 2 support: Rasmus"];
    const wanted = {
      phone: text,
      phone_1: text,
      phone_2: text,
      level_2_support: text,
      level_3_support: text,
    };
    expect(await output(wanted, parts)).toEqual({
      phone: "+44 20 7946 0018",
      phone_1: "+44 20 7946 0018",
      phone_2: null,
      level_2_support: "Rasmus",
      level_3_support: null,
    });
  });

  test("has a number, and the letterhead is not the second", async () => {
    const parts = ["Harbour Tools Ltd", "4 Quay Street, Leeds LS1 4DY", "Invoice 12"];
    expect(await output({ supplier: text, supplier_2: text }, parts)).toEqual({
      supplier: "Harbour Tools Ltd",
      supplier_2: null,
    });
  });

  test("is no unit", async () => {
    const parts = ["Surface habitable : 64,5 m²", "Volume : 31 m³"];
    expect(await output({ surface_m2: number, volume_m3: number }, parts)).toEqual({
      surface_m2: 64.5,
      volume_m3: 31,
    });
  });

  test("or a letter", async () => {
    const parts = ["Tier A price: 12.00", "Tier B price: 10.50"];
    const wanted = { tier_a_price: number, tier_b_price: number, tier_c_price: number };
    expect(await output(wanted, parts)).toEqual({
      tier_a_price: 12,
      tier_b_price: 10.5,
      tier_c_price: null,
    });
  });

  test("also in a cell, where it has no colon", async () => {
    const part = table([
      ["Entry", "Answer"],
      ["Children", "2"],
      ["Child 1", "Lea, born 2014"],
      ["Child 2", "Tim, born 2017"],
      ["Child 3", ""],
    ]);
    expect(await output({ children: number, child_1: text, child_2: text, child_3: text }, [part])).toEqual({
      children: 2,
      child_1: "Lea, born 2014",
      child_2: "Tim, born 2017",
      child_3: null,
    });
  });
});

describe("a form as a table", () => {
  test("has a value in the row that a reader took for a heading", async () => {
    const part = table([
      ["Project", "Delta bridge", "Owner", "Ida Moss"],
      ["Deposit", "125,000", "Start", "2025-03-01"],
      ["Phase", "design", "Sponsor", ""],
    ]);
    expect(await output({ project: text, owner: text, deposit: number, sponsor: text }, [part])).toEqual({
      project: "Delta bridge",
      owner: "Ida Moss",
      deposit: 125000,
      sponsor: null,
    });
  });

  test("a heading of columns is no value", async () => {
    const part = table([
      ["Guest", "Nights"],
      ["Ida Moss", "2"],
      ["Ben Cole", "unknown"],
    ]);
    expect(await output({ guest: text }, [part])).toEqual({ guest: null });
  });

  test.each([
    ["its values are of one kind", ["Region", "Colour"], ["Start", "open"], ["End", "closed"]],
    ["it has the words of headings", ["Region", "Value"], ["Start", "2025"], ["End", "open"]],
  ])("nor is the first row where %s", async (_reason, ...cells) => {
    expect(await output({ region: text }, [table(cells)])).toEqual({ region: null });
  });

  test("an empty cell is no value, also above the last row", async () => {
    const part = table([
      ["Pallets", "8"],
      ["Plate", ""],
      ["Price", "740.00"],
    ]);
    expect(await output({ plate: text, price: number }, [part])).toEqual({ plate: null, price: 740 });
  });
});

describe("values", () => {
  test("go up to the next label of their line, also one of two words or with a unit", async () => {
    const line = "Buyer: Tanaka Trading Ship to: Kobe Warehouse Weight (kg): 12";
    expect(await output({ buyer: text, ship_to: text, weight: number }, [line])).toEqual({
      buyer: "Tanaka Trading",
      ship_to: "Kobe Warehouse",
      weight: 12,
    });
  });

  test("are none where the next label of their line follows at once, but may have a colon in them", async () => {
    expect(await output({ driver: text }, ["Plate: 9013 BCD Driver: Km: 102.775"])).toEqual({ driver: null });
    expect(await output({ topic: text }, ["Topic: Graphs: an introduction"])).toEqual({
      topic: "Graphs: an introduction",
    });
  });

  test("the label that is the property's own name is meant, not another word for it", async () => {
    const part = table([
      ["Article", "Quantity"],
      ["Freight", "1"],
    ]);
    expect(await output({ ship_to: text }, ["Seller: Nordic AS Ship to: Kobe", part])).toEqual({
      ship_to: "Kobe",
    });
  });

  test("a label without a value is the property's own, also with accents and elisions", async () => {
    const parts = ["Contrôlé le : 14/02/2025", "Prochain contrôle : à fixer", "Date d'effet : 1er mars 2025"];
    const day = { type: ["string", "null"], format: "date" };
    expect(await output({ controle_le: day, prochain_controle: day, date_effet: day }, parts)).toEqual({
      controle_le: "2025-02-14",
      prochain_controle: null,
      date_effet: "2025-03-01",
    });
  });

  test("a payment due date is a due date, a VAT number is anyone's, and a Zahlbetrag is what is due", async () => {
    const day = { type: ["string", "null"], format: "date" };
    const parts = ["Fällig am: 12.03.2025", "USt-IdNr.: DE136695976", "Zahlbetrag: 119,00 €"];
    const wanted = { payment_due_date: day, ust_id_verkaeufer: text, zahlbetrag: number };
    expect(await output(wanted, parts)).toEqual({
      payment_due_date: "2025-03-12",
      ust_id_verkaeufer: "DE136695976",
      zahlbetrag: 119,
    });
  });

  test("a share is a number where nothing else is one", async () => {
    expect(await output({ drift: number }, ["Drift: −1.35 %"])).toEqual({ drift: -1.35 });
  });

  test("a length is no million", async () => {
    expect(await output({ draught: number, sales: number }, ["Draught: 5.2 m", "Sales: £5.2 m"])).toEqual({
      draught: 5.2,
      sales: 5200000,
    });
  });

  test("a number may be a word, and a code may be written in groups", async () => {
    const parts = ["Site visits: two", "Reviews: one per site"];
    expect(await output({ site_visits: number, reviews: number }, parts)).toEqual({
      site_visits: 2,
      reviews: null,
    });
    expect(
      await output({ ni_number: text, tax_code: text }, ["NI number: QQ 12 34 56 C", "Tax code: 1257L"]),
    ).toEqual({ ni_number: "QQ 12 34 56 C", tax_code: "1257L" });
  });

  test("thousands have a point in a language that writes a comma before decimals", async () => {
    expect(await output({ gewicht: number }, ["Empfänger: Möbel Jansen", "Gewicht: 1.240 kg"])).toEqual({
      gewicht: 1240,
    });
    expect(await output({ mileage: number }, ["Driver: José Núñez", "Mileage: 48,210"])).toEqual({
      mileage: 48210,
    });
    expect(await output({ weight: number }, ["Receiver: Jansen", "Weight: 1.240 kg"])).toEqual({
      weight: 1.24,
    });
  });
});

test("headings fill the only text that no section has a label for, unverified", async () => {
  const parts = [
    { type: "Title" as const, text: "Pump hall", level: 2 },
    "Type: PT100\nLimit: 80",
    { type: "Title" as const, text: "Cellar", level: 2 },
    "Type: float\nLimit: 35",
  ];
  const sensors = rows({ location: text, type: text, limit: number });
  const { output: found, evidence } = await extract({ sensors }, parts);
  expect(found).toEqual({
    sensors: [
      { location: "Pump hall", type: "PT100", limit: 80 },
      { location: "Cellar", type: "float", limit: 35 },
    ],
  });
  expect(evidence.find(({ path }) => path === "/sensors/0/location")?.verdict).toBe("unverified");
});
