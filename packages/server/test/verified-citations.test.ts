import { beforeAll, describe, expect, it } from "vitest";
import { createPage, pdfFile } from "../testing/documents/pdf-file.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

type Box = { left: number; top: number; width: number; height: number };
type Citation = {
  file_id: string;
  element_id: string;
  element_ids: string[];
  quote: string;
  char_start: number;
  char_end: number;
  bounding_box: Box | null;
  metadata: { box?: string; copies?: { file_id: string; file_name: string; page_number: number }[] };
  verdict: string;
};
type Element = { text: string; bounding_box: Box | null; metadata: Record<string, unknown> };

const lines = [
  "The warranty of the pump lasts two years from the date of purchase. It is void when",
  "the housing was opened by anybody but the maker. Seals are replaced free of charge",
  "within the first five hundred hours of use, and for half of their price after that.",
];

function pumpPdf(): Buffer {
  const page = createPage();
  for (const [index, line] of lines.entries()) page.text(72, 700 - 12 * index, 10, "Times-Roman", line);
  return pdfFile([page]);
}

describe("citations of a PDF", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
    await server.ingestAndWait("pump.pdf", pumpPdf());
  });

  const ask = async (question: string) =>
    (await server.call<{ answer: string; citations: Citation[] }>("POST", "/ask-sources", { question })).body;
  const elementOf = async ({ file_id, element_id }: Citation) =>
    (
      await server.call<{ items: Element[] }>(
        "GET",
        `/get-elements?file_id=${file_id}&element_ids=${element_id}`,
      )
    ).body.items[0];

  it("quote the element, and have the box of the quoted words, not of the block", async () => {
    const [citation] = (await ask("How long does the warranty of the pump last?")).citations;
    const element = citation && (await elementOf(citation));
    expect(citation).toMatchObject({
      quote: "The warranty of the pump lasts two years from the date of purchase.",
      verdict: "verified",
      metadata: { box: "words" },
    });
    expect(element?.text.slice(citation?.char_start, citation?.char_end)).toBe(citation?.quote);
    expect(citation?.element_ids).toEqual([citation?.element_id]);
    const [words, block] = [citation?.bounding_box, element?.bounding_box];
    expect(words?.left).toBeCloseTo(block?.left ?? 0, 0);
    expect(words?.width).toBeLessThan(0.9 * (block?.width ?? 0));
    expect(words?.height).toBeLessThan(0.5 * (block?.height ?? 0));
    expect(element?.metadata).not.toHaveProperty("word_boxes");
  });

  it("evidence of an extraction has the box of the words that hold the value", async () => {
    const page = createPage();
    page.text(
      72,
      700,
      10,
      "Times-Roman",
      "Invoice number: A-1740. It is payable within thirty days after delivery.",
    );
    const source = await server.ingestAndWait("invoice.pdf", pdfFile([page]));
    const { body } = await server.call<{ evidence: Citation[] }>("POST", "/run-extraction", {
      file_ids: [source.file_id],
      user_instruction: "Read the invoice",
      output_schema: { type: "object", properties: { invoice_number: { type: ["string", "null"] } } },
    });
    const [evidence] = body.evidence;
    const element = evidence && (await elementOf(evidence));
    expect(evidence).toMatchObject({ verdict: "verified", metadata: { box: "words" } });
    expect(evidence?.bounding_box?.width).toBeLessThan(0.5 * (element?.bounding_box?.width ?? 0));
  });

  it("are the same in the stream as in the answer", async () => {
    const question = "How long does the warranty of the pump last?";
    const { citations } = await ask(question);
    const response = await server.fetch(`${server.baseUrl}/ask-sources`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ question }),
    });
    const events = (await response.text()).split("\n\n").filter((event) => event.includes("event: answer"));
    const [, data = "{}"] = /^data: (.*)$/m.exec(events[0] ?? "") ?? [];
    expect(JSON.stringify(JSON.parse(data).citations)).toBe(JSON.stringify(citations));
  });

  it("name the copies of the same text, and keep the boxes of a copied version", async () => {
    const copy = await server.ingestAndWait("copy of pump.pdf", pumpPdf());
    const { citations } = await ask("How long does the warranty of the pump last?");
    expect(citations).toHaveLength(1);
    expect(citations[0]?.metadata).toMatchObject({ box: "words", copies: [{ page_number: 1 }] });
    const files = [citations[0]?.file_id, citations[0]?.metadata.copies?.[0]?.file_id];
    expect(files).toContain(copy.file_id);
    const body = { question: "How long does the warranty of the pump last?", file_ids: [copy.file_id] };
    const asked = (await server.call<{ citations: Citation[] }>("POST", "/ask-sources", body)).body;
    expect(asked.citations[0]).toMatchObject({ file_id: copy.file_id, metadata: { box: "words" } });
    expect(asked.citations[0]?.metadata).not.toHaveProperty("copies");
  });
});
