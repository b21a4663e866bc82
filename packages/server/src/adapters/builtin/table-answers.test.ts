import { describe, expect, test } from "vitest";
import type { AnswererEvent, Passage, Statement } from "../../answering/answerer.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const table = (sectionTitle: string, rows: string[][], headerRows = 1): Passage => {
  const cells = (row: string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  const html = rows.map((row, index) => `<tr>${cells(row, index < headerRows ? "th" : "td")}</tr>`).join("");
  return {
    fileId: "file",
    fileName: "report.pdf",
    elementId: sectionTitle,
    elementType: "Table",
    pageNumber: 1,
    sectionNumber: 1,
    sectionTitle,
    text: rows.map((row) => row.filter((cell) => cell !== "").join(" | ")).join("\n"),
    html: `<table>${html}</table>`,
    score: 1,
  };
};

const eventsOf = async (question: string, passages: Passage[]): Promise<AnswererEvent[]> => {
  const request = { question, history: [], passages, thinkingLevel: "accurate" as const };
  const events: AnswererEvent[] = [];
  for await (const event of answerer(request, new AbortController().signal)) events.push(event);
  return events;
};

const ask = async (question: string, ...passages: Passage[]): Promise<Statement[]> =>
  (await eventsOf(question, passages)).flatMap((event) =>
    event.type === "statement" ? [event.statement] : [],
  );
const textsOf = async (question: string, ...passages: Passage[]): Promise<string[]> =>
  (await ask(question, ...passages)).map(({ text }) => text);

const sales = table("Sales by branch", [
  ["Branch", "2021", "2022", "2023"],
  ["Alton", "1,204", "1,251", "1,190"],
  ["Barley", "455", "470", "468"],
  ["Corby", "2,310", "2,402", "2,344"],
  ["Total", "3,969", "4,123", "4,002"],
]);

describe("a cell comes with its heading and its row", () => {
  test("the year of the question chooses the column", async () => {
    expect(await textsOf("What were the sales of Barley in 2022?", sales)).toEqual([
      "Branch: Barley | 2022: 470",
    ]);
  });

  test("the words of the question choose it, too", async () => {
    const limits = table("Quality", [
      ["Substance", "Limit", "Mean", "Maximum"],
      ["Nitrate", "40", "8", "19"],
      ["Lead", "10", "0.5", "2"],
    ]);
    expect(await textsOf("What is the limit for lead?", limits)).toEqual(["Substance: Lead | Limit: 10"]);
    expect(await textsOf("What was the maximum of nitrate?", limits)).toEqual([
      "Substance: Nitrate | Maximum: 19",
    ]);
  });

  test("a year that the table lacks is not answered by another", async () => {
    expect(await textsOf("What were the sales of Barley in 2019?", sales)).toEqual([]);
  });

  test("cells that only hold a currency sign or nothing join the number beside them", async () => {
    const filing = table("Consolidated statements of operations", [
      ["", "", "2023", "", "", "2022"],
      ["Net sales", "$", "383,285", "", "$", "394,328"],
      ["Cost of sales", "", "214,137", "", "", "223,546"],
      ["Net loss", "", "(1,200", ")", "", "(980"],
    ]);
    expect(await textsOf("What were the net sales in 2022?", filing)).toEqual(["Net sales | 2022: $394,328"]);
    expect(await textsOf("What was the cost of sales in 2023?", filing)).toEqual([
      "Cost of sales | 2023: 214,137",
    ]);
    expect(await textsOf("What was the net loss in 2023?", filing)).toEqual(["Net loss | 2023: (1,200)"]);
  });
});

describe("values computed over one table cite their rows", () => {
  test("an extreme is the row that has it, without the row of totals", async () => {
    const [statement] = await ask("Which branch had the highest sales in 2023?", sales);
    expect(statement?.text).toBe("Branch: Corby | 2023: 2,344");
    expect(statement?.computed).toEqual({
      operation: "max",
      column: "2023",
      rows: [
        { passage: 0, text: "Alton | 1,204 | 1,251 | 1,190" },
        { passage: 0, text: "Barley | 455 | 470 | 468" },
        { passage: 0, text: "Corby | 2,310 | 2,402 | 2,344" },
      ],
    });
    expect(await textsOf("Which branch had the lowest sales in 2021?", sales)).toEqual([
      "Branch: Barley | 2021: 455",
    ]);
  });

  test.each([
    ["What is the average of the sales of all branches in 2022?", "average", "Average of 2022: 1,374.33"],
    ["How many branches are in the table of sales?", "count", "Number of rows (Branch): 3"],
    ["Wie hoch ist der Durchschnitt der Sales je Branch 2022?", "average", "Durchschnitt von 2022: 1,374.33"],
  ])("%s", async (question, operation, text) => {
    const [statement] = await ask(question, sales);
    expect(statement?.text).toBe(text);
    expect(statement?.computed?.operation).toBe(operation);
  });

  test("a sum is computed where the table has none, and quoted where it has one", async () => {
    expect(await textsOf("What is the total of all sales in 2023?", sales)).toEqual([
      "Branch: Total | 2023: 4,002",
    ]);
    const [, ...rows] = [
      ["Branch", "2023"],
      ["Alton", "1,190"],
      ["Barley", "468"],
    ];
    const open = table("Sales by branch", [["Branch", "2023"], ...rows]);
    expect(await textsOf("What is the sum of the sales in 2023?", open)).toEqual(["Sum of 2023: 1,658"]);
  });

  test("nothing is computed over a column that the question does not name", async () => {
    const [statement] = await ask("Which branch had the highest costs in 2023?", sales);
    expect(statement?.computed?.column).not.toBe("2021");
    expect(await textsOf("Which branch has the most windows?", sales)).toEqual([]);
  });
});

describe("a question that has to be worked out is declined", () => {
  const declines = async (question: string): Promise<boolean> => {
    const events = await eventsOf(question, [sales]);
    return events.some(({ type }) => type === "declined") && !events.some(({ type }) => type === "statement");
  };

  test.each([
    "How much more did Corby sell than Barley in 2023?",
    "What is the difference between the sales of Corby and Alton in 2022?",
    "What share of the sales is Corby's in 2023?",
    "Wie viel mehr hat Corby 2023 verkauft als Barley?",
  ])("%s", async (question) => {
    expect(await declines(question)).toBe(true);
  });

  test("not when a sentence says the result", async () => {
    const sentence = "In 2023 Corby sold 1,876 more than Barley.";
    const prose: Passage = { ...sales, elementType: "NarrativeText", text: sentence };
    expect(await textsOf("How much more did Corby sell than Barley in 2023?", prose, sales)).toContain(
      sentence,
    );
  });
});

describe("the cheapest and the most expensive", () => {
  const garden = table("Garden", [
    ["Product", "Size", "Price in euros", "Delivery"],
    ["Hose", "25 m", "34.90", "2 days"],
    ["Greenhouse Flora", "7 m²", "749.00", "3 weeks"],
    ["Greenhouse Lux", "13 m²", "1090.00", "4 weeks"],
    ["Soil", "40 l", "7.95", "1 day"],
  ]);

  test.each([
    ["cheapest product", "Product: Soil | Size: 40 l | Price in euros: 7.95 | Delivery: 1 day"],
    [
      "What's the most expensive thing you have?",
      "Product: Greenhouse Lux | Size: 13 m² | Price in euros: 1090.00 | Delivery: 4 weeks",
    ],
    [
      "which greenhouse is the cheapest?",
      "Product: Greenhouse Flora | Size: 7 m² | Price in euros: 749.00 | Delivery: 3 weeks",
    ],
    [
      "Was ist das teuerste Produkt?",
      "Product: Greenhouse Lux | Size: 13 m² | Price in euros: 1090.00 | Delivery: 4 weeks",
    ],
  ])("%s", async (question, answer) => {
    expect(await textsOf(question, garden)).toEqual([answer]);
  });

  test("a heading may say what the rows are, and the question which of the prices", async () => {
    const firms = table("New playground equipment", [
      ["Firm", "Price", "Guarantee"],
      ["Oakfield Play", "£6,150", "10 years"],
      ["Tumble & Co", "£5,480", "3 years"],
    ]);
    expect(await textsOf("which playground quote was cheapest", firms)).toEqual([
      "Firm: Tumble & Co | Price: £5,480 | Guarantee: 3 years",
    ]);
    expect(await textsOf("which tennis coach was cheapest", firms)).toEqual([]);
    const tariffs = table("Tarife", [
      ["Tarif", "Monatsbeitrag", "Preis je Stunde", "Preis je Kilometer"],
      ["Basis", "0,00 €", "3,40 €", "0,36 €"],
      ["Profi", "19,00 €", "1,90 €", "0,27 €"],
    ]);
    expect(await textsOf("welcher Tarif ist am billigsten pro Kilometer", tariffs)).toEqual([
      "Tarif: Profi | Monatsbeitrag: 19,00 € | Preis je Stunde: 1,90 € | Preis je Kilometer: 0,27 €",
    ]);
  });

  test("is not looked for among other things, nor where no column or two columns are prices", async () => {
    const books = table("Books", [
      ["Book", "Pages"],
      ["Alder", "240"],
      ["Birch", "80"],
    ]);
    const fees = table("Fees", [
      ["Member", "Annual fee", "Entrance fee"],
      ["Adult", "240", "80"],
      ["Child", "60", "0"],
    ]);
    const computed = async (question: string, ...passages: Passage[]) =>
      (await ask(question, ...passages)).filter((statement) => statement.computed);
    expect(await computed("which lawn mower is the cheapest?", garden)).toEqual([]);
    expect(await computed("which greenhouse heater is the cheapest?", garden)).toEqual([]);
    expect(await computed("which is the cheapest?", fees)).toEqual([]);
    expect(await computed("which is the cheapest?", books)).toEqual([]);
  });
});
