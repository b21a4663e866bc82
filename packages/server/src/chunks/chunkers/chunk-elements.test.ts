import { chunkingSplitters } from "@headwater/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element, ParsedElement } from "../../elements/element.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { Chunk } from "../chunk.ts";
import { type FlowChunking, splitterRules } from "../chunking-config.ts";
import { chunkElements } from "./chunk-elements.ts";
import { createPassageReader } from "./passages.ts";
import type { EmbedTexts } from "./splitters/semantic.ts";

const elementsOf = (parsed: Partial<ParsedElement>[]): Element[] =>
  parsed.map((element, position) => ({
    type: "NarrativeText",
    text: "",
    pageNumber: 1,
    ...element,
    position,
    elementId: `e${position}`,
  }));

const chunkingOf = (changes: Partial<FlowChunking> = {}): FlowChunking => ({
  rules: splitterRules,
  splitter: "character",
  size: 100,
  overlap: 0,
  without: [],
  ...changes,
});

async function chunksOf(
  elements: Element[],
  changes: Partial<FlowChunking> = {},
  { batch = elements.length || 1, embed }: { batch?: number; embed?: EmbedTexts } = {},
): Promise<Chunk[]> {
  const batches = Array.from({ length: Math.ceil(elements.length / batch) }, (_, index) =>
    elements.slice(index * batch, (index + 1) * batch),
  );
  return (await Array.fromAsync(chunkElements(batches, chunkingOf(changes), embed))).flat();
}

const textsOf = async (...given: Parameters<typeof chunksOf>): Promise<string[]> =>
  (await chunksOf(...given)).map(({ text }) => text);

function textOf(elements: Element[], without: string[] = []): string {
  const reader = createPassageReader(without);
  return elements
    .flatMap((element) => reader.add(element) ?? [])
    .map(({ separator, text }) => separator + text)
    .join("");
}

const squeeze = (text: string): string => text.replace(/\s+/g, "");
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const sentences = (count: number, word = "matter"): string =>
  Array.from({ length: count }, (_, at) => `Sentence ${at + 1} says something about the ${word}.`).join(" ");

const scraps = [
  "The cat sat. ",
  "A rather long sentence, with commas; and more of it: much more, until it ends somewhere! ",
  "\n",
  "\n\n",
  "Supercalifragilisticexpialidocious",
  "株式会社の売上高は増加した。来年も続く見込みです。",
  "ราคาสินค้าเพิ่มขึ้นทุกปี",
  "👩‍👩‍👧‍👦",
  "🇨🇭🇫🇷",
  "e\u0301",
  " \u0308",
  "مرحبا بالعالم. كيف حالك؟ ",
  "שלום עולם. ",
  "क्षत्रिय ",
  "a | b | c\n1 | 2 | 3\n",
  "const x = 1;\nif (x) {\n  y();\n}\n",
  "—",
  "##",
  "\u0600١",
  "。\ufe00",
  "\r\n",
];
const types = ["Title", "NarrativeText", "ListItem", "Table", "TableRow", "CodeSnippet", "Footer"] as const;

const anyElements = fc
  .array(
    fc.record({
      type: fc.constantFrom(...types),
      text: fc
        .array(fc.oneof(fc.constantFrom(...scraps), fc.string({ unit: "grapheme", maxLength: 5 })), {
          maxLength: 12,
        })
        .map((parts) => parts.join("")),
      level: fc.integer({ min: 1, max: 3 }),
      pageNumber: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .map(elementsOf);

const anyChunking = fc
  .record({
    splitter: fc.constantFrom(...chunkingSplitters),
    size: fc.integer({ min: 1, max: 300 }),
    part: fc.double({ min: 0, max: 0.99, noNaN: true }),
    without: fc.subarray<string>(["Footer", "Table"]),
    separator: fc.constantFrom("\n\n", "\n", ". ", "##", "—", "a", "\u0301", " "),
    level: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ part, ...each }) => chunkingOf({ ...each, overlap: Math.floor(each.size * part) }));

describe("chunkElements", () => {
  it("loses no text, keeps the lengths, and says where each chunk stands, for any document", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyElements,
        anyChunking,
        fc.integer({ min: 1, max: 5 }),
        async (elements, chunking, batch) => {
          const whole = textOf(elements, chunking.without);
          const borders = new Set(Array.from(graphemes.segment(whole), ({ index }) => index)).add(
            whole.length,
          );
          const lengthOf = chunking.splitter === "token" ? estimateTokens : (text: string) => text.length;
          const chunks = await chunksOf(elements, chunking, { batch });
          let covered = 0;
          for (const [
            index,
            { text, position, charStart = -1, charEnd = -1, elementIds },
          ] of chunks.entries()) {
            expect(position).toBe(index);
            expect(whole.slice(charStart, charEnd)).toBe(text);
            expect(borders.has(charStart) && borders.has(charEnd)).toBe(true);
            expect(whole.slice(covered, charStart).trim()).toBe("");
            expect(lengthOf(whole.slice(charStart, Math.max(charStart, covered)))).toBeLessThanOrEqual(
              chunking.overlap,
            );
            expect(charEnd).toBeGreaterThan(covered);
            covered = charEnd;
            expect(text.trim()).not.toBe("");
            if (lengthOf(text) > chunking.size) {
              expect([...graphemes.segment(text)]).toHaveLength(1);
            }
            const own = elements.filter(({ elementId }) => elementIds.includes(elementId));
            expect(squeeze(own.map((each) => each.text).join(""))).toContain(squeeze(text));
          }
          expect(whole.slice(covered).trim()).toBe("");
          const again = await chunksOf(elements, chunking);
          expect(again.map(({ text }) => text)).toEqual(chunks.map(({ text }) => text));
        },
      ),
      { numRuns: 400, seed: 20_261 },
    );
  });
});
