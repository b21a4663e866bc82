import { addPageKeywords, type DocumentPart, type ParsedElement } from "@headwater/reader";
import type { Method } from "@headwater/spec";
import type { Chunk } from "../chunks/chunk.ts";
import { createTitleChunker } from "../chunks/chunkers/title.ts";
import { newId } from "../kernel/ids.ts";
import { withTerms } from "../retrieval/search-terms.ts";
import type { DocumentPlace, PreparedPart } from "./document-reader.ts";

/** One write of the index: each costs about as much for 250 chunks as for one. */
const maxPartChunks = 250;
/** Texts, tables and pictures of one part, in UTF-16 units; one element alone may have more. */
const maxPartCharacters = 1_000_000;

/**
 * What a reader found becomes what is stored: each element gets an id and its place in the version, and the chunks are
 * cut, which may reach from one part into the next, but never into another document.
 */
export async function* prepareDocument(
  parts: AsyncIterable<DocumentPart>,
  after: DocumentPlace,
  metadata?: Record<string, unknown>,
): AsyncGenerator<PreparedPart> {
  const chunker = createTitleChunker();
  let position = after.elements;
  let waiting: Chunk[] = [];

  function* fullParts(): Generator<PreparedPart> {
    while (waiting.length >= maxPartChunks) yield searchable(waiting.splice(0, maxPartChunks));
  }
  const take = (chunks: Chunk[]) => {
    waiting = waiting.concat(chunks.map((chunk) => ({ ...chunk, position: chunk.position + after.chunks })));
  };

  for await (const part of parts) {
    if (part.kind === "elements") {
      for (const slice of slicesOf(part.elements)) {
        const elements = slice.map((element) => ({
          ...element,
          ...(metadata ? { metadata: withFacts(element.metadata, metadata) } : {}),
          pageNumber: element.pageNumber + after.pages,
          elementId: newId(),
          position: position++,
        }));
        yield { kind: "elements", elements };
        take(chunker.add(elements));
        yield* fullParts();
      }
    } else {
      take(chunker.end());
      yield* fullParts();
      if (waiting.length > 0) yield searchable(waiting);
      yield { ...part, failedPages: part.failedPages.map((page) => page + after.pages) };
    }
  }
}

/**
 * The facts of a document go to each of its elements; what an element says of itself, such as the moment of a video, stays. Links that a page
 * has without their host get that of the page.
 */
function withFacts(
  own: ParsedElement["metadata"] = {},
  facts: Record<string, unknown>,
): Record<string, unknown> {
  const { link_urls: links } = own;
  const { url } = facts;
  const resolved =
    Array.isArray(links) && typeof url === "string"
      ? { link_urls: links.map((link) => URL.parse(String(link), url)?.href ?? link) }
      : {};
  return { ...facts, ...own, ...resolved };
}

/** Elements that need no reader any more, as a reader would give them. Together they are one page. */
export async function* partsOf(elements: ParsedElement[], method: Method): AsyncGenerator<DocumentPart> {
  addPageKeywords(elements);
  yield { kind: "elements", elements };
  yield { kind: "totals", totalPages: 1, failedPages: [], method, message: null };
}

const searchable = (chunks: Chunk[]): PreparedPart => ({
  kind: "chunks",
  chunks: withTerms(chunks),
});

function* slicesOf(elements: ParsedElement[]): Generator<ParsedElement[]> {
  let slice: ParsedElement[] = [];
  let characters = 0;
  for (const element of elements) {
    const size = sizeOf(element);
    if (slice.length > 0 && characters + size > maxPartCharacters) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(element);
    characters += size;
  }
  if (slice.length > 0) yield slice;
}

const sizeOf = ({ text, markdown = "", html = "", imageBase64 = "" }: ParsedElement): number =>
  text.length + markdown.length + html.length + imageBase64.length;
