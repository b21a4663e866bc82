import { describe, expect, test } from "vitest";
import { extract, number, output, table, text } from "../../../../testing/extract-parts.ts";

const day = { type: ["string", "null"], format: "date" };
const rows = (properties: Record<string, unknown>) => ({
  type: "array",
  items: { type: "object", properties },
});

describe("columns", () => {
  test("that are headed by years belong to the properties of these years", async () => {
    const part = table([
      ["Item", "2023", "2024"],
      ["Operations", "840", "(120)"],
      ["Investments", "(300)", "95"],
    ]);
    const wanted = rows({ item: text, "2023": number, in_2024: number, in_2025: number });
    expect(await output({ wanted }, [part])).toEqual({
      wanted: [
        { item: "Operations", "2023": 840, in_2024: -120, in_2025: null },
        { item: "Investments", "2023": -300, in_2024: 95, in_2025: null },
      ],
    });
  });

  test("with numbers in their headings belong to the properties with these numbers", async () => {
    const part = table([
      ["Customer", "30 days", "60 days"],
      ["Moss", "80", "12"],
      ["Cole", "5", ""],
    ]);
    const wanted = rows({ customer: text, "30_days": number, "60_days": number });
    expect(await output({ wanted }, [part])).toEqual({
      wanted: [
        { customer: "Moss", "30_days": 80, "60_days": 12 },
        { customer: "Cole", "30_days": 5, "60_days": null },
      ],
    });
  });

  test("are named as the property, also by a word that labels leave out", async () => {
    const part = table([
      ["Party", "In", "Out"],
      ["HSBC", "1,000.00", ""],
      ["3i", "", "210.00"],
    ]);
    expect(await output({ wanted: rows({ party: text, in: number, out: number }) }, [part])).toEqual({
      wanted: [
        { party: "HSBC", in: 1000, out: null },
        { party: "3i", in: null, out: 210 },
      ],
    });
  });

  test("without a heading name the rows", async () => {
    const part = table([
      ["", "Orders", "Returns"],
      ["Bikes", "412", "(17)"],
      ["Helmets", "98", "–"],
    ]);
    expect(await output({ found: rows({ segment: text, orders: number, returns: number }) }, [part])).toEqual(
      {
        found: [
          { segment: "Bikes", orders: 412, returns: -17 },
          { segment: "Helmets", orders: 98, returns: null },
        ],
      },
    );
  });
});

describe("rows", () => {
  test("that do not fit are kept, also beside empty cells and when only a number fits", async () => {
    const part = table([
      ["Device", "Lent on", "Back on", "Fee"],
      ["Beamer", "2025-03-03", "2025-03-05", "10.00"],
      ["Microphone", "lost", "", ""],
      ["", "unknown", "", "2.50"],
    ]);
    const wanted = rows({ device: text, lent_on: day, back_on: day, fee: number });
    expect(await output({ wanted }, [part])).toEqual({
      wanted: [
        { device: "Beamer", lent_on: "2025-03-03", back_on: "2025-03-05", fee: 10 },
        { device: "Microphone", lent_on: null, back_on: null, fee: null },
        { device: null, lent_on: null, back_on: null, fee: 2.5 },
      ],
    });
  });

  const items = async (...cells: string[][]) => {
    const { found } = (await output({ found: rows({ item: text, amount: number }) }, [
      table([["Item", "Amount"], ...cells]),
    ])) as { found: { item: string }[] };
    return found.map(({ item }) => item);
  };

  test("that are the sum of those above them and say so beside other words are no items", async () => {
    const [taxi, hotel, meal] = [
      ["Taxi", "12.00"],
      ["Hotel", "95.00"],
      ["Meal", "23.50"],
    ];
    const carried = ["Suma y sigue", "107.00"];
    expect(await items(taxi, hotel, carried, meal, ["Total gastos", "130.50"])).toEqual([
      "Taxi",
      "Hotel",
      "Meal",
    ]);
    const bus = ["Bus", "10.00"];
    expect(await items(taxi, hotel, carried, meal, bus, ["Suma comidas", "33.50"])).toEqual([
      "Taxi",
      "Hotel",
      "Meal",
      "Bus",
    ]);
    // The same words, and not the sum.
    expect(await items(taxi, hotel, ["Total hair care", "20.00"])).toEqual([
      "Taxi",
      "Hotel",
      "Total hair care",
    ]);
    // The sum, and no words that say so.
    expect(await items(taxi, hotel, ["Flight", "107.00"])).toEqual(["Taxi", "Hotel", "Flight"]);
    expect(await items(taxi, hotel, ["Average", "53.50"])).toEqual(["Taxi", "Hotel"]);
  });

  test("that follow a sum and lack the same column are no items, and others are", async () => {
    const wanted = rows({ artikel: text, anzahl: number, summe: number });
    const part = table([
      ["Artikel", "Anzahl", "Summe"],
      ["Stativ", "2", "310,00"],
      ["Lampe", "1", "40,00"],
      ["Nettosumme", "", "350,00"],
      ["zzgl. 19 % MwSt.", "", "66,50"],
      ["Kabel", "3", "9,00"],
    ]);
    const { wanted: found } = (await output({ wanted }, [part])) as { wanted: { artikel: string }[] };
    expect(found.map(({ artikel }) => artikel)).toEqual(["Stativ", "Lampe", "Kabel"]);
  });

  test("behind the last sum that all lack a column are no items", async () => {
    const wanted = rows({ kind: text, whole: number, share: number });
    const part = table([
      ["Kind", "Whole", "Share"],
      ["Heating", "12,480.00", "1,040.00"],
      ["Water", "3,600.00", "300.00"],
      ["Total costs", "16,080.00", "1,340.00"],
      ["Paid in advance", "", "1,400.00"],
      ["Credit", "", "-60.00"],
    ]);
    const { wanted: found } = (await output({ wanted }, [part])) as { wanted: { kind: string }[] };
    expect(found.map(({ kind }) => kind)).toEqual(["Heating", "Water"]);
    const { message } = await extract({ wanted }, [part]);
    expect(message).toBe(
      "2 rows below a sum were taken for no item (Paid in advance | 1,400.00; Credit | -60.00): a column is empty there that all items fill.",
    );
  });

  test("that say themselves that they sum up are left out without a word", async () => {
    const wanted = rows({ kind: text, whole: number, share: number });
    const part = table([
      ["Kind", "Whole", "Share"],
      ["Heating", "12,480.00", "1,040.00"],
      ["Water", "3,600.00", "300.00"],
      ["Net total", "", "1,340.00"],
      ["VAT 19 %", "", "254.60"],
      ["Total", "", "1,594.60"],
    ]);
    expect((await extract({ wanted }, [part])).message).toBeNull();
  });

  test("of totals are no items of a list that says what its items are, and n/a is no value", async () => {
    const wanted = rows({ supplier: text, invoice: text, net: number, vat: number });
    const part = table([
      ["Supplier", "Invoice", "Net", "VAT"],
      ["BT", "881", "100.00", "20.00"],
      ["EE", "n/a", "25.00", "5.00"],
      ["Total", "", "125.00", "25.00"],
    ]);
    expect(await output({ wanted }, [part])).toEqual({
      wanted: [
        { supplier: "BT", invoice: "881", net: 100, vat: 20 },
        { supplier: "EE", invoice: null, net: 25, vat: 5 },
      ],
    });
  });

  test("fill a list that is named in a plural that means something else", async () => {
    const list = { type: "array", items: { type: "string" } };
    const part = table([
      ["Player", "Position"],
      ["Ola Berg", "Keeper"],
      ["Tim Ness", "Wing"],
    ]);
    expect(await output({ positions: list }, [part])).toEqual({ positions: ["Keeper", "Wing"] });
  });
});
