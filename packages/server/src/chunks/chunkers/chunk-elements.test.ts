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
  const chunks: Chunk[] = [];
  for await (const some of chunkElements(batches, chunkingOf(changes), embed)) chunks.push(...some);
  return chunks;
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

  it("is the same for a text that does not fit in memory at once, in whatever parts it comes", async () => {
    const elements = elementsOf(
      Array.from({ length: 900 }, (_, at) => ({ text: sentences(4, `point ${at}`) })),
    );
    const options = { splitter: "token", size: 60, overlap: 20 } as const;
    const chunks = await chunksOf(elements, options);
    expect(await textsOf(elements, options, { batch: 7 })).toEqual(chunks.map(({ text }) => text));
    const whole = textOf(elements);
    expect(whole.length).toBeGreaterThan(100_000);
    const uncovered = chunks.map(({ charStart }, at) => whole.slice(chunks[at - 1]?.charEnd ?? 0, charStart));
    expect(uncovered.join("").trim()).toBe("");
    expect(chunks.every(({ text }) => estimateTokens(text) <= 60)).toBe(true);
  });

  it("cuts a long list of short items into huge chunks", async () => {
    const items = elementsOf(
      Array.from({ length: 60_000 }, (_, at) => ({ type: "ListItem", text: `Item ${at}` })),
    );
    const chunks = await chunksOf(items, { size: 300_000 });
    expect(chunks.every(({ text }) => text.length <= 300_000)).toBe(true);
    expect(chunks.map(({ text }) => text).join("\n")).toBe(textOf(items));
  });

  it("refuses an overlap that leaves no room for anything new", async () => {
    await expect(chunksOf(elementsOf([{ text: "a" }]), { size: 10, overlap: 10 })).rejects.toThrow(
      "0 ≤ overlap < size, got 10, 10",
    );
  });

  it("leaves out the types to remove, and says what is above a chunk even when headings are removed", async () => {
    const elements = elementsOf([
      { type: "Header", text: "ACME 2026" },
      { type: "Title", text: "Results", level: 1 },
      { text: "We grew." },
      { type: "Title", text: "Outlook", level: 2, pageNumber: 2 },
      { text: "We shall grow.", pageNumber: 2 },
    ]);
    const chunks = await chunksOf(elements, { size: 20, without: ["Header", "Title"] });
    expect(
      chunks.map(({ text, title, pageNumber, elementTypes }) => [text, title, pageNumber, elementTypes]),
    ).toEqual([
      ["We grew.", "Results", 1, ["NarrativeText"]],
      ["We shall grow.", "Results › Outlook", 2, ["NarrativeText"]],
    ]);
  });

  it("shares whole sentences where they fit in the overlap, else whole words", async () => {
    const text = "One is short. Two is short. Three is short. Four is short. Five is short.";
    const whole = await textsOf(elementsOf([{ text }]), { size: 44, overlap: 16 });
    expect(whole.slice(0, 2)).toEqual(["One is short. Two is short.", "Two is short. Three is short."]);
    const sentence = "The first one is plain here. The second one is plain here.";
    const words = await textsOf(elementsOf([{ text: sentence }]), { size: 40, overlap: 8 });
    expect(words).toEqual(["The first one is plain here.", "here. The second one is plain here."]);
  });

  it("keeps rows of tables, lines of code, and a heading with its text whole where they fit", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `Item ${at} | ${at * 7} | a note. And more`);
    const table = await textsOf(elementsOf([{ type: "Table", text: rows.join("\n") }]), { size: 90 });
    expect(table.flatMap((text) => text.split("\n"))).toEqual(rows);
    const headed = await textsOf(
      elementsOf([{ text: sentences(2) }, { type: "Title", text: "Next" }, { text: sentences(2) }]),
      { size: 100 },
    );
    expect(headed[1]).toMatch(/^Next\nSentence 1/);
  });
});

describe("the splitter character", () => {
  it("cuts at its separator first, and keeps what that consists of", async () => {
    const text = "First part.\n\nStill first. --- Second part, longer. --- Third.";
    const chunks = await textsOf(elementsOf([{ text }]), { size: 45, separator: "---" });
    expect(chunks).toEqual(["First part.\n\nStill first. ---", "Second part, longer. --- Third."]);
  });

  it("would rather leave a chunk short than cut beside its separator", async () => {
    const elements = elementsOf([{ text: "Hi. --- Aaaa aaaa aaaa." }, { text: "Bbbb bbbb bbbb." }]);
    const inOne = elementsOf([{ text: "Hi. --- Aaaa aaaa aaaa.\n\nBbbb bbbb bbbb." }]);
    const expected = ["Hi. ---", "Aaaa aaaa aaaa.\n\nBbbb bbbb bbbb."];
    expect(await textsOf(elements, { size: 34, separator: "---" })).toEqual(expected);
    expect(await textsOf(inOne, { size: 34, separator: "---" })).toEqual(expected);
  });

  it("joins paragraphs up to the size, and cuts one that is too long between sentences, words, and characters", async () => {
    expect(await textsOf(elementsOf([{ text: "A b." }, { text: "C d." }]), { size: 20 })).toEqual([
      "A b.\n\nC d.",
    ]);
    expect(await textsOf(elementsOf([{ text: "One two. Three four." }]), { size: 12 })).toEqual([
      "One two.",
      "Three four.",
    ]);
    expect(await textsOf(elementsOf([{ text: "alpha beta gamma" }]), { size: 11 })).toEqual([
      "alpha beta",
      "gamma",
    ]);
    expect(await textsOf(elementsOf([{ text: "👩‍👩‍👧‍👦👩‍👩‍👧‍👦" }]), { size: 3 })).toEqual([
      "👩‍👩‍👧‍👦",
      "👩‍👩‍👧‍👦",
    ]);
    const chinese = await textsOf(elementsOf([{ text: "公司今年收入增长。明年继续增长。" }]), { size: 9 });
    expect(chinese).toEqual(["公司今年收入增长。", "明年继续增长。"]);
  });
});

describe("the splitter title", () => {
  const book = elementsOf([
    { type: "Title", text: "Book", level: 1 },
    { type: "Title", text: "One", level: 2 },
    { text: "First." },
    { type: "Title", text: "One and a half", level: 3 },
    { text: "Between." },
    { type: "Title", text: "Two", level: 2 },
    { text: "Second." },
  ]);

  it("begins a chunk at every heading that has text above it", async () => {
    const chunks = await chunksOf(book, { splitter: "title", size: 500 });
    expect(chunks.map(({ text, title }) => [text, title])).toEqual([
      ["Book\nOne\nFirst.", "Book › One"],
      ["One and a half\nBetween.", "Book › One › One and a half"],
      ["Two\nSecond.", "Book › Two"],
    ]);
  });

  it("begins none at headings below its level, and shares nothing across a heading", async () => {
    const options = { splitter: "title", size: 500, level: 2, overlap: 100 } as const;
    expect(await textsOf(book, options)).toEqual([
      "Book\nOne\nFirst.\n\nOne and a half\nBetween.",
      "Two\nSecond.",
    ]);
  });
});

describe("the splitter element", () => {
  it("makes a chunk of each element, with small ones joined", async () => {
    const long = sentences(2);
    const elements = elementsOf([
      { type: "Title", text: "Results" },
      { text: long },
      { text: long },
      { type: "ListItem", text: "one" },
      { type: "ListItem", text: "two" },
    ]);
    expect(await textsOf(elements, { splitter: "element", size: 200 })).toEqual([
      `Results\n${long}`,
      `${long}\n\none\ntwo`,
    ]);
  });

  it("begins a chunk at each heading", async () => {
    const elements = elementsOf([
      { type: "Title", text: "One" },
      { text: "First." },
      { type: "Title", text: "Two" },
      { text: "Second." },
    ]);
    const options = { splitter: "element", size: 200 } as const;
    expect(await textsOf(elements, options)).toEqual(["One\nFirst.", "Two\nSecond."]);
  });
});

describe("the splitter semantic", () => {
  const cats = "The cat sleeps on its mat. A cat hunts mice at night. Cats purr when the cat owner returns.";
  const ships = "The ship left the harbour. Ships carry freight over the sea. A ship needs a harbour crew.";
  const elements = elementsOf([{ text: `${cats} ${ships}` }]);

  it("cuts where the words change, without a model", async () => {
    expect(await textsOf(elements, { splitter: "semantic", size: 170 })).toEqual([cats, ships]);
  });

  it("cuts where the vectors change, and asks for each text once", async () => {
    const asked: string[] = [];
    const embed: EmbedTexts = async (texts) => {
      asked.push(...texts);
      return texts.map((text) => (/mat|mice/.test(text) ? [1, 0] : [0, 1]));
    };
    const chunks = await textsOf(elements, { splitter: "semantic", size: 170 }, { embed });
    expect(chunks[0]).toBe("The cat sleeps on its mat. A cat hunts mice at night.");
    expect(new Set(asked).size).toBe(asked.length);
  });
});
