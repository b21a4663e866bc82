import { describe, expect, test } from "vitest";
import { drawnBlock } from "../../../../testing/drawn-block.ts";
import { extract, number, output, type Part, table, text } from "../../../../testing/extract-parts.ts";

const properties = {
  line_items: {
    type: "array",
    items: {
      type: "object",
      properties: { description: text, quantity: number, unit_price: number, line_total: number },
    },
  },
};

/** Cells that a reader took for blocks of their own: [left, text]. */
const drawnRow = (top: number, cells: [left: number, text: string][]): Part[] =>
  cells.map(([left, written]) => drawnBlock([written], { left, top }));

const item = (description: string, quantity: number, price: number, total: number) => ({
  description,
  quantity,
  unit_price: price,
  line_total: total,
});

describe("rows of goods as they are drawn", () => {
  test("are found without a table, by quantity × price = amount, with the names below the head that names goods", async () => {
    const parts = [
      ...drawnRow(100, [
        [50, "Pos"],
        [80, "Art-Nr"],
        [160, "Bezeichnung"],
        [300, "Preis"],
        [380, "Menge"],
        [480, "Betrag"],
      ]),
      ...drawnRow(120, [
        [50, "1"],
        [80, "KR3M"],
        [160, "Kunstrasen"],
        [300, "3,3333"],
        [380, "3 m²"],
        [480, "10,00"],
      ]),
      ...drawnRow(132, [[160, "grün"]]),
      ...drawnRow(160, [
        [50, "2"],
        [80, "SFK5"],
        [160, "Gartenbank"],
        [300, "55,50"],
        [380, "2 Stk"],
        [480, "111,00"],
      ]),
    ];
    const { output: found, evidence } = await extract(properties, parts);
    expect(found).toEqual({
      line_items: [item("Kunstrasen grün", 3, 3.3333, 10), item("Gartenbank", 2, 55.5, 111)],
    });
    const cited = evidence.find(({ path }) => path === "/line_items/1/line_total");
    expect([cited?.quote, cited?.verdict]).toEqual(["111,00", "verified"]);
  });

  test("one that does not fit is kept, unverified, where its values are in the columns of those that do", async () => {
    const parts = [
      ...drawnRow(100, [
        [50, "Description"],
        [300, "Qty"],
        [380, "Unit price"],
        [480, "Amount"],
      ]),
      ...drawnRow(120, [
        [50, "Garden bench"],
        [300, "2"],
        [380, "55.50"],
        [480, "111.00"],
      ]),
      ...drawnRow(140, [
        [50, "Steel coil"],
        [300, "9"],
        [380, "10.50"],
        [480, "850.00"],
      ]),
    ];
    const { output: found, evidence } = await extract(properties, parts);
    expect(found).toEqual({
      line_items: [item("Garden bench", 2, 55.5, 111), item("Steel coil", 9, 10.5, 850)],
    });
    const verdictAt = (path: string) => evidence.find((each) => each.path === path)?.verdict;
    expect(verdictAt("/line_items/0/line_total")).toBe("verified");
    expect(verdictAt("/line_items/1/line_total")).toBe("unverified");
  });

  test("go on over pages under the heads of the first, and their discounts are taken off", async () => {
    const parts = [
      ...drawnRow(100, [
        [50, "Désignation"],
        [300, "Quantité"],
        [380, "Prix unitaire"],
        [480, "Montant"],
      ]),
      ...drawnRow(120, [
        [50, "Nougat 250g"],
        [300, "20"],
        [380, "4,55"],
        [430, "10%"],
        [480, "81,90"],
      ]),
      ...drawnRow(60, [
        [50, "Biscuits"],
        [300, "15"],
        [380, "3,20"],
        [480, "48,00"],
      ]).map((part) => (typeof part === "string" ? part : { ...part, pageNumber: 2 })),
    ];
    expect(await output(properties, parts)).toEqual({
      line_items: [item("Nougat 250g", 20, 4.55, 81.9), item("Biscuits", 15, 3.2, 48)],
    });
  });

  test("a table that has them all keeps its names and the rows that no arithmetic tells", async () => {
    const joined = table([
      ["Description", "Qty", "Unit price", "Amount"],
      ["Copying levy", "1", "", ""],
      ["Garden bench, oak", "7 2", "55.50", "111.00"],
    ]);
    const drawn = drawnBlock(["Copying levy 1", "Garden bench, oak 2 55.50 111.00"], {
      left: 50,
      top: 120,
    });
    const { html } = joined as { html: string };
    expect(await output(properties, [{ ...(drawn as { text: string }), type: "Table", html }])).toEqual({
      line_items: [
        { description: "Copying levy", quantity: 1, unit_price: null, line_total: null },
        item("Garden bench, oak", 2, 55.5, 111),
      ],
    });
  });

  test("products of a list that asks for something else are no rows of goods", async () => {
    const parts = [
      ...drawnRow(120, [
        [50, "Room"],
        [300, "2"],
        [380, "55.50"],
        [480, "111.00"],
      ]),
    ];
    const rooms = { type: "array", items: { type: "object", properties: { room: text, area: number } } };
    expect(await output({ rooms }, parts)).toEqual({ rooms: [] });
  });

  test("a row that does not fit as drawn replaces no number of its table", async () => {
    const rows = [
      ["Désignation", "Qté", "P.U. HT", "Total HT"],
      ["Fenêtre bois", "6", "580,00", "3 480,00"],
      ["Dépose", "6", "75,00", "450,00"],
    ];
    // The thousands of an amount are a word of their own.
    const drawn = [
      ...drawnRow(120, [
        [60, "Fenêtre bois"],
        [308, "6"],
        [331, "580,00"],
        [368, "3"],
        [376, "480,00"],
      ]),
      ...drawnRow(140, [
        [60, "Dépose"],
        [308, "6"],
        [336, "75,00"],
        [376, "450,00"],
      ]),
    ];
    const found = (await output(properties, [table(rows), ...drawn])) as { line_items: object[] };
    expect(found.line_items[0]).toMatchObject({ line_total: 3480 });
  });
});
