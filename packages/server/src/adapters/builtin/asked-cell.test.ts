import { describe, expect, test } from "vitest";
import type { AnswererEvent, Passage } from "../../answering/answerer.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  fileId: "file",
  fileName: "survey.md",
  elementId: text,
  elementType: "NarrativeText",
  pageNumber: 1,
  sectionNumber: 1,
  sectionTitle: "Results",
  text,
  score: 0.5,
  ...more,
});

const table = (rows: string[][]): Passage => {
  const cells = (row: string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  const html = rows.map((row, index) => `<tr>${cells(row, index === 0 ? "th" : "td")}</tr>`).join("");
  return passage(rows.map((row) => row.join(" | ")).join("\n"), {
    elementType: "Table",
    html: `<table>${html}</table>`,
  });
};

const ask = async (question: string, ...passages: Passage[]): Promise<string[]> => {
  const texts: string[] = [];
  const compare = async () => {
    throw new Error("Sentences were compared.");
  };
  const request = { question, history: [], passages, thinkingLevel: "fast" as const, compare };
  for await (const event of answerer(request, new AbortController().signal) as AsyncIterable<AnswererEvent>)
    if (event.type === "statement") texts.push(event.statement.text);
  return texts;
};

const survey = table([
  ["Sample", "Site", "Lead (µg/l)", "Copper (mg/l)", "Taken on"],
  ...Array.from({ length: 200 }, (_, index) => [
    `W-${2001 + index}`,
    `Harbour ${index % 9}`,
    `${index}.5`,
    `0.${index}`,
    "2025-03-15",
  ]),
]);
const tariffs = table([
  ["", "Basic 5", "Plus 25", "Pro 100"],
  ["Price per month", "3 €", "8 €", "19 €"],
  ["Storage", "5 GB", "25 GB", "100 GB"],
]);

describe("a cell is found by the names of its row and its column, without an encoder", () => {
  test.each([
    ["lead value of W-2052", "Sample: W-2052 | Lead (µg/l): 51.5"],
    ["how much copper was in W 2101?", "Sample: W-2101 | Copper (mg/l): 0.100"],
    [
      "W-2052",
      "Sample: W-2052 | Site: Harbour 6 | Lead (µg/l): 51.5 | Copper (mg/l): 0.51 | Taken on: 2025-03-15",
    ],
  ])("%s", async (question, answer) => {
    expect(await ask(question, survey)).toEqual([answer]);
  });

  test.each([
    ["how much storage with Plus 25?", "Storage | Plus 25: 25 GB"],
    ["price of Pro 100", "Price per month | Pro 100: 19 €"],
  ])("under the heading of a column: %s", async (question, answer) => {
    expect(await ask(question, tariffs)).toEqual([answer]);
  });

  test("a cell that repeats the question is no answer", async () => {
    const faults = table([
      ["Code", "Light", "Cause"],
      ["E07", "blue", "Leak at the outlet"],
      ["E08", "red", "Motor too hot"],
    ]);
    expect(await ask("blue light at E07?", faults)).toEqual([
      "Code: E07 | Light: blue | Cause: Leak at the outlet",
    ]);
  });

  test("a day is no place", async () => {
    const [answer] = await ask("where was W-2159 taken, which site?", survey);
    expect(answer).toBe("Sample: W-2159 | Site: Harbour 5");
  });
});

describe("what is left to the sentences", () => {
  const compares = "Sentences were compared.";

  test.each([
    ["a code that the table lacks", "lead value of W-3052", [survey]],
    ["a column that the table lacks", "zinc in W-2052", [survey]],
    [
      "what the document says elsewhere",
      "lead limit for W-2052",
      [survey, passage("The limit depends on the use of the water.")],
    ],
    [
      "what a sentence says in words",
      "lead in W-2052",
      [survey, passage("Lead in W-2052 was measured twice, because the first bottle broke.")],
    ],
    [
      "a code of two rows",
      "price of K-77",
      [
        table([
          ["Part", "Price"],
          ["K-77", "3 €"],
          ["K-77", "4 €"],
        ]),
      ],
    ],
  ])("%s", async (_, question, passages) => {
    await expect(ask(question, ...passages)).rejects.toThrow(compares);
  });
});
