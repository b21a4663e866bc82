import { describe, expect, test } from "vitest";
import { drawnBlock } from "../../testing/drawn-block.ts";
import { type Part, table } from "../../testing/extract-parts.ts";
import { createRuleBasedExtractor } from "../adapters/builtin/extraction/rule-based-extractor.ts";
import type { Element } from "../elements/element.ts";
import type { RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import type { Source } from "../sources/source.ts";
import type { Citation } from "./answer.ts";
import { answerAskedField, type FieldDependencies } from "./answer-asked-field.ts";
import type { CitationEvent, StageBegun, TextDelta } from "./ask-event.ts";

const invoice = [
  drawnBlock(["Invoice no. 4711 of 5 June 2024"], { left: 50, top: 40 }),
  drawnBlock(["Seller:", "Harbour Tools Ltd", "4 Quay Street", "Leeds LS1 4DY"], { left: 50, top: 80 }),
  drawnBlock(["Bill to:", "Marsh & Reed plc", "12 Abbey Road", "Norwich NR1 1AA"], { left: 300, top: 80 }),
  table([
    ["Description", "Quantity", "Unit price", "Amount"],
    ["Anvil 40 kg", "2", "150.00", "300.00"],
    ["Tongs", "4", "25.00", "100.00"],
  ]),
  table(
    [
      ["Net", "€ 400.00"],
      ["VAT 20 %", "€ 80.00"],
      ["Total", "€ 480.00"],
    ],
    0,
  ),
  drawnBlock(["Your order 7700"], { left: 50, top: 380 }),
  drawnBlock(["Please pay by 5 July 2024"], { left: 50, top: 400 }),
  drawnBlock(["IBAN: GB82 WEST 1234 5698 7654 32"], { left: 50, top: 420 }),
];

const otherInvoice = [
  drawnBlock(["Invoice no. 9001 of 1 May 2024"], { left: 50, top: 40 }),
  drawnBlock(["Your order 7700"], { left: 50, top: 60 }),
  table(
    [
      ["Net", "€ 10.00"],
      ["VAT 20 %", "€ 2.00"],
      ["Total", "€ 12.00"],
    ],
    0,
  ),
];

const papers: Record<string, { fileName: string; parts: Part[]; pages: number }> = {
  a: { fileName: "harbour.pdf", parts: invoice, pages: 1 },
  b: { fileName: "fenland.pdf", parts: otherInvoice, pages: 1 },
  handbook: { fileName: "handbook.pdf", parts: ["Customer: see chapter 4", "Invoice number: 12"], pages: 90 },
};

const elementsOf = (fileId: string): Element[] =>
  (papers[fileId]?.parts ?? []).map((part, position) => ({
    elementId: `${fileId}-${position}`,
    position,
    type: "NarrativeText",
    pageNumber: 1,
    ...(typeof part === "string" ? { text: part } : part),
  }));

const dependencies: FieldDependencies = {
  extractor: createRuleBasedExtractor(),
  elements: {
    active: async (fileId) => ({
      versionId: fileId,
      fileId,
      method: "fast",
      totalPages: papers[fileId]?.pages ?? 0,
      failedPages: [],
      message: null,
    }),
    list: async (fileId) => ({ items: elementsOf(fileId), total: elementsOf(fileId).length }),
  },
  sources: { find: async (_, fileId) => ({ fileId, fileName: papers[fileId]?.fileName }) as Source },
  findNamedSources: async (_, question) =>
    question.includes("harbour") ? { fileIds: ["a"], terms: new Set(["harbour"]), question } : undefined,
  retrieve: async ({ text }) =>
    Object.keys(papers).map(
      (fileId): RetrievedChunk => ({
        chunkId: `${fileId}-${text}`,
        position: 0,
        text: elementsOf(fileId)
          .map((element) => element.text)
          .join("\n"),
        title: "",
        pageNumber: 1,
        elementIds: [],
        fileId,
        fileName: papers[fileId]?.fileName ?? "",
        versionId: fileId,
        score: 1,
      }),
    ),
  complete: async (_passage, _span, citation) => citation as Citation,
};

/** The answer's text without its marker; null where it is left to other ways of answering. */
async function answer(
  question: string,
  fileIds?: string[],
): Promise<{ text: string; citations: Citation[] } | null> {
  const pieces = answerAskedField(
    dependencies,
    { projectId: "p", fileIds, question, thinkingLevel: "balanced", includeCitationMarkup: false },
    new AbortController().signal,
  );
  let piece: IteratorResult<StageBegun | TextDelta | CitationEvent, Awaited<ReturnType<typeof answer>>>;
  do piece = await pieces.next();
  while (!piece.done);
  return (
    piece.value && { text: piece.value.text.replace(/ ?\[1\].*$/s, ""), citations: piece.value.citations }
  );
}

describe("a clerk's question of one paper", () => {
  test.each([
    ["What is the invoice number?", "4711"],
    ["When was the invoice issued?", "5 June 2024"],
    ["Bis wann muss die Rechnung bezahlt werden?", "5 July 2024"],
    ["Who issued it?", "Harbour Tools Ltd"],
    ["Qui est le client ?", "Marsh & Reed plc"],
    ["What is the total with tax?", "480.00"],
    ["Wie hoch ist die Summe ohne Steuer?", "400.00"],
    ["How much VAT is charged?", "80.00"],
    ["To which IBAN do we have to pay?", "GB82 WEST 1234 5698 7654 32"],
    ["How many “Tongs” were charged?", "4"],
    ["What does “Anvil 40 kg” cost in all?", "300.00"],
  ])("%s", async (question, expected) => {
    const given = await answer(question, ["a"]);
    expect(given?.text).toContain(expected);
    expect(given?.citations).toHaveLength(1);
    expect(given?.citations[0]?.fileName).toBe("harbour.pdf");
  });

  test("is about the paper whose name or number it says", async () => {
    expect((await answer("What is the total of the harbour invoice?"))?.text).toContain("480.00");
    expect((await answer("What is the total of invoice 9001?"))?.text).toContain("12.00");
  });

  test("is not answered from a paper that it does not mean", async () => {
    expect(await answer("What is the total of invoice 5555?", ["a"])).toBeNull();
    expect(await answer("What is the invoice number?", ["a", "b"])).toBeNull();
    expect(await answer("What is the total of order 7700?")).toBeNull();
    expect(await answer("What is the invoice number?")).toBeNull();
  });

  test.each([
    "What is the total of the travel costs?",
    "When does the warranty end?",
    "Who is the chief executive?",
    "What is the phone number of the customer?",
    "What discount do we get for paying early?",
    "What is the unit price of “Hammer”?",
    "Who is the payee?",
  ])("is left alone where it asks for something else: %s", async (question) => {
    expect(await answer(question, ["a"])).toBeNull();
  });

  test("is left alone where the paper has no such value, and in long documents", async () => {
    expect(await answer("What is the IBAN?", ["b"])).toBeNull();
    expect(await answer("What is the invoice number?", ["handbook"])).toBeNull();
  });
});
