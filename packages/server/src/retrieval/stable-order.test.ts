import fc from "fast-check";
import { expect, it } from "vitest";
import { createMemoryIndex } from "../../testing/memory-index.ts";
import { newId } from "../kernel/ids.ts";
import { createLexicalCandidates } from "./lexical-candidates.ts";
import { withTerms } from "./search-terms.ts";

const never = new AbortController().signal;

/** Few words in many texts: most searches find more chunks than they look at, many of them equally good. */
const words = "wing lift drag flow heat plate shock wave layer speed angle body nose cone tail load".split(
  " ",
);
const textOf = (seed: number): string => {
  let state = seed * 2654435761;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: 4 + next(12) }, () => words[next(words.length)]).join(" ");
};
/** Each text twice: copies are equally good. */
const texts = Array.from({ length: 400 }, (_, at) => textOf(at % 200));

async function withUploaded(order: number[], parts: number, use: (search: Search) => Promise<void>) {
  const index = createMemoryIndex();
  const projectId = newId();
  const textById = new Map<string, string>();
  const size = Math.ceil(order.length / parts);
  for (let from = 0; from < order.length; from += size) {
    const chunks = order.slice(from, from + size).map((at) => ({
      chunkId: newId(),
      fileId: newId(),
      versionId: newId(),
      position: 0,
      title: "",
      text: texts[at] ?? "",
    }));
    for (const { chunkId, text } of chunks) textById.set(chunkId, text);
    index.add(projectId, withTerms(chunks));
  }
  const candidates = createLexicalCandidates(index);
  await use(async (query, limit) =>
    (await candidates.search(query, { projectId }, limit, never)).map(
      ({ chunkId }) => textById.get(chunkId) ?? "",
    ),
  );
}
type Search = (query: string, limit: number) => Promise<string[]>;

const query = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(" "));
const inOrder = texts.map((_, at) => at);

it("the first ten are the same however many are asked for", () =>
  withUploaded(inOrder, 1, (search) =>
    fc.assert(
      fc.asyncProperty(query, async (text) => {
        const ten = await search(text, 30);
        for (const limit of [60, 150, 300])
          expect((await search(text, limit)).slice(0, 10)).toEqual(ten.slice(0, 10));
      }),
      { numRuns: 60 },
    ),
  ));

it(
  "the first ten are the same in whatever order, and in however many parts, texts were added",
  { timeout: 60_000 },
  () =>
    withUploaded(inOrder, 1, (search) =>
      withUploaded(inOrder.toReversed(), 7, (other) =>
        fc.assert(
          fc.asyncProperty(query, async (text) => {
            expect((await other(text, 30)).slice(0, 10)).toEqual((await search(text, 30)).slice(0, 10));
          }),
          { numRuns: 60 },
        ),
      ),
    ),
);
