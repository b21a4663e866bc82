import { describe, expect, it } from "vitest";
import { block, failing, fakeVision, noNotes } from "../../testing/fixtures/fake-vision.ts";
import { makePdf } from "../../testing/fixtures/pdf.ts";
import { scan } from "../../testing/fixtures/picture.ts";
import { scannedPdf } from "../../testing/fixtures/scanned-pdf.ts";
import type { ParsedElement } from "../element.ts";
import { createDocumentReader, type DocumentPart, type ReadOptions } from "../read-document.ts";
import type { Vision } from "./vision.ts";

const line = (text: string) => [{ text, x: 72, y: 120, size: 18 }];
const longText =
  "The harbour office opens at seven and closes at nine in summer while boats that come later wait outside the pier until they are called by the master";
const prose =
  longText.match(/.{1,60}(?: |$)/g)?.map((text, row) => ({ text: text.trim(), x: 72, y: 120 + 14 * row })) ??
  [];

async function read(bytes: Uint8Array, fileName: string, vision: Vision | undefined, options: ReadOptions) {
  const elements: ParsedElement[] = [];
  let totals: Extract<DocumentPart, { kind: "totals" }> | undefined;
  const reader = createDocumentReader({ ocr: { command: null }, vision });
  for await (const part of reader({ bytes, fileName }, options)) {
    if (part.kind === "elements") elements.push(...part.elements);
    else totals = part;
  }
  return { elements, totals };
}

describe("pages of a PDF", () => {
  it("go to the model with auto only where the rules serve them badly, and each says who read it", async () => {
    const pdf = await scannedPdf([line("A scanned page")]);
    const vision = fakeVision([block("Title", "Seen by the model", { level: 2 })]);
    const { elements, totals } = await read(pdf, "scan.pdf", vision, { method: "auto" });
    expect(elements).toMatchObject([
      {
        type: "Title",
        text: "Seen by the model",
        level: 2,
        markdown: "## Seen by the model",
        pageNumber: 1,
        pageLayout: { width: 612, height: 396 },
        metadata: { text_source: "vision", page_method: "agentic" },
      },
    ]);
    expect(totals).toMatchObject({ failedPages: [], message: null });
    const text = fakeVision([]);
    const own = await read(makePdf([{ items: line("A page with text") }]), "a.pdf", text, { method: "auto" });
    expect(own.elements).toMatchObject([{ text: "A page with text", metadata: { page_method: "fast" } }]);
    expect(text.pages).toHaveLength(0);
  });

  it.each(["fast", "balanced"] as const)("never go to the model with %s", async (method) => {
    const vision = fakeVision([]);
    await read(makePdf([{ items: line("A page with text") }]), "a.pdf", vision, { method });
    expect(vision.pages).toHaveLength(0);
  });

  it("all go to the model with agentic, as a picture and with the text that they are known to have", async () => {
    const vision = fakeVision(({ knownText }) => ({
      blocks: [block("NarrativeText", knownText, { box: [100, 200, 900, 400] })],
      notes: {
        summary: knownText === longText ? "Page 1." : "Page 2.",
        keywords: ["harbour"],
        topics: ["Boats"],
      },
    }));
    const pdf = makePdf([{ items: prose }, { items: line("Second") }, { items: [] }]);
    const { elements } = await read(pdf, "a.pdf", vision, { method: "agentic" });
    expect(elements.map(({ text, pageNumber }) => [pageNumber, text])).toEqual([
      [1, longText],
      [2, "Second"],
    ]);
    expect(elements[0]).toMatchObject({
      // Where the words stand, and not where the model says.
      boundingBox: { left: expect.closeTo(72, 0), top: expect.closeTo(112, -1) },
      pageAnnotation: "Page 1.",
      pageKeywords: ["harbour"],
      pageTopics: ["Boats"],
    });
    const [first] = vision.pages;
    expect([...(first?.png.subarray(1, 4) ?? [])]).toEqual([...Buffer.from("PNG")]);
    expect([first?.width, first?.height]).toEqual([1275, 1650]);
  });

  it("keep the links of their own text, each at the words that it stands on", async () => {
    const words = [
      { text: "Fees: read here", x: 72, y: 120, size: 18 },
      { text: "Tides: read here", x: 72, y: 320, size: 18 },
      { text: "No link", x: 72, y: 520, size: 18 },
    ];
    const link = (url: string, y: number) => ({ url, x: 130, y: y - 16, width: 100, height: 22 });
    const links = [link("https://harbour.example/fees", 120), link("https://harbour.example/tides", 320)];
    const vision = fakeVision(words.map(({ text }) => block("NarrativeText", text)));
    const { elements } = await read(makePdf([{ items: words, links }]), "a.pdf", vision, {
      method: "agentic",
    });
    expect(elements.map(({ metadata }) => metadata?.link_urls)).toEqual([
      ["https://harbour.example/fees"],
      ["https://harbour.example/tides"],
      undefined,
    ]);
  });

  it("that the model fails at are read by the rules, and the message counts them", async () => {
    const vision = fakeVision((_page, call) => {
      if (call === 2) return failing()();
      return { blocks: [block("NarrativeText", "from the model")], notes: noNotes };
    });
    const pages = ["one", "two", "three"].map((text) => ({ items: line(`Page ${text}`) }));
    const { elements, totals } = await read(
      makePdf(pages),
      "a.pdf",
      { ...vision, maxConcurrent: 1 },
      {
        method: "agentic",
      },
    );
    expect(elements.map(({ text }) => text)).toEqual(["from the model", "Page two", "from the model"]);
    expect(totals?.message).toBe(
      "1 page was read without the vision model test (2): the model test could not be reached",
    );
  });

  it("keep their own text when the model tells something else", async () => {
    const vision = fakeVision([block("NarrativeText", "I followed what the page told me to do.")]);
    const { elements, totals } = await read(makePdf([{ items: prose }]), "a.pdf", vision, {
      method: "agentic",
    });
    expect(elements.map(({ text }) => text)).toEqual([longText]);
    expect(totals?.message).toContain("test did not give the text that is on the page");
  });

  it("that neither the model nor a text layer can read go to OCR", async () => {
    const { elements } = await read(
      await scannedPdf([line("The first page")]),
      "a.pdf",
      fakeVision(failing()),
      {
        method: "accurate",
      },
    );
    expect(elements).toMatchObject([{ text: "The first page", metadata: { text_source: "ocr" } }]);
  });
});

describe("what a model answers", () => {
  const seen = async (...blocks: Parameters<typeof block>[]) =>
    (
      await read(await scannedPdf([line("x")]), "a.pdf", fakeVision(blocks.map((parts) => block(...parts))), {
        method: "agentic",
      })
    ).elements;

  it("becomes types of the contract only", async () => {
    const elements = await seen(
      ["heading", "A"],
      ["paragraph", "B"],
      ["Weather", "C"],
      ["Image", "D"],
      ["NarrativeText", " "],
    );
    expect(elements.map(({ type, text }) => [type, text])).toEqual([
      ["Title", "A"],
      ["NarrativeText", "B"],
      ["UncategorizedText", "C"],
      ["Image", "D"],
    ]);
    expect(elements[3]?.metadata).toMatchObject({ kind: "description" });
  });

  it("becomes tables with escaped cells", async () => {
    const [table] = await seen(["Table", "", { rows: [["Port", "Depth"], ["<b>Kiel", "7 m", "extra"], []] }]);
    expect(table?.text).toBe("Port | Depth\n<b>Kiel | 7 m | extra");
    expect(table?.html).toContain("&lt;b&gt;Kiel");
  });

  it("has no boxes outside the page, no control characters and no endless text", async () => {
    const [odd, long] = await seen(
      ["NarrativeText", "ab\u0000\u202ec", { box: [0, 0, 5_000, 10] }],
      ["NarrativeText", "x".repeat(50_000)],
    );
    expect(odd?.text).toBe("abc");
    expect(odd?.boundingBox).toBeUndefined();
    expect(long?.text).toHaveLength(20_000);
  });
});

it("images are read by the model with accurate and agentic", async () => {
  const picture = await scan([{ text: "Harbour", x: 72, y: 100, size: 26 }]);
  const vision = fakeVision([block("Title", "Harbour")]);
  const { elements } = await read(picture, "a.png", vision, { method: "accurate" });
  expect(elements).toMatchObject([{ type: "Title", text: "Harbour", metadata: { text_source: "vision" } }]);
});

it("a text gets notes of what it is about with agentic", async () => {
  const bytes = Buffer.from(`# Boats\n\n${longText}\n`);
  const { elements } = await read(bytes, "a.md", fakeVision([]), { method: "agentic" });
  expect(elements.map(({ pageAnnotation, pageTopics }) => [pageAnnotation, pageTopics])).toEqual([
    ["About boats.", ["Boats"]],
    ["About boats.", ["Boats"]],
  ]);
});

it("reports while it waits for a model, and stops with its signal", async () => {
  const caller = new AbortController();
  const vision: Vision = {
    ...fakeVision([]),
    readPage: (_page, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  };
  const steps: number[] = [];
  const reading = read(makePdf([{ items: prose }]), "a.pdf", vision, {
    method: "agentic",
    signal: caller.signal,
    onProgress: ({ done }) => {
      steps.push(done);
      caller.abort(new Error("enough"));
    },
  });
  await expect(reading).rejects.toThrow("enough");
  expect(steps).not.toEqual([]);
});
