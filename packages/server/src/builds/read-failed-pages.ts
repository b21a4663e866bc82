import { createTitleChunker } from "../chunks/chunkers/title.ts";
import type { Element } from "../elements/element.ts";
import type { ElementStore, ElementVersion } from "../elements/element-store.ts";
import type { CutTerms } from "../retrieval/words/cut-terms.ts";
import type { PreparedPart } from "./document-reader.ts";
import { buildErrors } from "./errors.ts";
import { joinSentences } from "./join-sentences.ts";

const chunksPerPart = 250;

type Totals = Extract<PreparedPart, { kind: "totals" }>;

/**
 * A version with its failed pages read again: what `read` finds on them is at its place between the elements of the
 * other pages, which keep their ids. Chunks are cut anew, because they reach over pages.
 */
export async function* readFailedPages(
  { elements, cutTerms }: { elements: Pick<ElementStore, "stream">; cutTerms: CutTerms },
  active: ElementVersion,
  read: AsyncIterable<PreparedPart>,
): AsyncGenerator<PreparedPart> {
  const found: { totals?: Totals } = {};
  const failed = new Set(active.failedPages);
  const chunker = createTitleChunker();
  let waiting: ReturnType<typeof chunker.add> = [];

  async function* fullParts(max: number): AsyncGenerator<PreparedPart> {
    while (waiting.length >= max) {
      const chunks = waiting.splice(0, chunksPerPart);
      const terms = await cutTerms(chunks);
      yield {
        kind: "chunks",
        chunks: chunks.map((chunk, index) => ({ ...chunk, termHashes: terms[index] ?? new Uint32Array() })),
      };
    }
  }

  const kept = withoutPages(elements.stream(active.versionId), failed);
  for await (const part of inPageOrder(kept, elementsOf(read, found))) {
    yield { kind: "elements", elements: part };
    waiting = waiting.concat(chunker.add(part));
    yield* fullParts(chunksPerPart);
  }
  waiting = waiting.concat(chunker.end());
  yield* fullParts(1);

  const { totals } = found;
  if (!totals) throw new Error("The failed pages were not read to their end");
  const readNow = active.failedPages.filter((page) => !totals.failedPages.includes(page));
  const sentences = [
    active.message,
    totals.message,
    readNow.length > 0 ? buildErrors.readAgain(readNow) : null,
  ];
  yield {
    ...totals,
    totalPages: active.totalPages,
    message: joinSentences(sentences),
  };
}

async function* withoutPages(
  slices: AsyncIterable<Element[]>,
  pages: ReadonlySet<number>,
): AsyncGenerator<Element[]> {
  for await (const slice of slices) {
    const rest = slice.filter(({ pageNumber }) => !pages.has(pageNumber));
    if (rest.length > 0) yield rest;
  }
}

/** The elements of the parts; their chunks are of no use, and the totals are noted. */
async function* elementsOf(
  parts: AsyncIterable<PreparedPart>,
  found: { totals?: Totals },
): AsyncGenerator<Element[]> {
  for await (const part of parts) {
    if (part.kind === "elements") yield part.elements;
    if (part.kind === "totals") found.totals = part;
  }
}

/** Two streams of elements as one, by page; `kept` goes first on the same page. Positions are numbered anew. */
async function* inPageOrder(
  kept: AsyncIterable<Element[]>,
  added: AsyncIterable<Element[]>,
): AsyncGenerator<Element[]> {
  let position = 0;
  const numbered = (elements: Element[]) => elements.map((element) => ({ ...element, position: position++ }));
  const additions = added[Symbol.asyncIterator]();
  let waiting: Element[] = [];
  let ended = false;
  const fill = async () => {
    while (waiting.length === 0 && !ended) {
      const next = await additions.next();
      if (next.done) ended = true;
      else waiting = [...next.value];
    }
  };
  try {
    for await (const slice of kept) {
      const merged: Element[] = [];
      for (const element of slice) {
        for (await fill(); waiting[0] && waiting[0].pageNumber < element.pageNumber; await fill())
          merged.push(waiting.shift() as Element);
        merged.push(element);
      }
      yield numbered(merged);
    }
    for (await fill(); waiting.length > 0; await fill()) yield numbered(waiting.splice(0));
  } finally {
    await additions.return?.();
  }
}
