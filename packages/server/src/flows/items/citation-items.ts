import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { ElementStore, LocatedElement } from "../../elements/element-store.ts";
import { momentOf } from "../../elements/moment.ts";
import { boxOfWords } from "../../elements/word-boxes.ts";
import { placeQuote } from "../evidence/place-quote.ts";
import type { OutputAnswer, OutputCitation } from "../flow/node-output.ts";

export type CitationPlaces = Pick<ElementStore, "located" | "wordBoxes">;

/**
 * The citations of an answer in the shape of those of `/ask-sources`, with the words that they quote and the place of
 * these words. One whose chunk is gone is left out.
 */
export async function citationItems(
  store: CitationPlaces,
  { citations = [] }: Pick<OutputAnswer, "citations">,
  found: ReadonlyMap<string, StoredChunk>,
): Promise<Record<string, unknown>[]> {
  const cited = citations.flatMap((citation) => {
    const chunk = found.get(citation.chunkId);
    return chunk ? [{ citation, chunk }] : [];
  });
  const references = cited.flatMap(({ citation, chunk: { versionId, elementIds } }) =>
    citation.span ? elementIds.map((elementId) => ({ versionId, elementId })) : [],
  );
  const located = new Map(
    (references.length === 0 ? [] : await store.located(references)).map((each) => [
      `${each.versionId}/${each.element.elementId}`,
      each,
    ]),
  );
  return Promise.all(
    cited.map(async ({ citation, chunk }) => ({
      index: citation.index,
      file_id: chunk.fileId,
      file_name: chunk.fileName,
      page_number: citation.pageNumber,
      chunk_id: chunk.chunkId,
      quote: citation.span && chunk.text.slice(citation.span.start, citation.span.end),
      verdict: citation.verdict,
      ...(await placeOf(store, citation, chunk, located)),
    })),
  );
}

/** Nothing for a summary, which is not in the source. */
async function placeOf(
  store: CitationPlaces,
  { span }: OutputCitation,
  { versionId, elementIds, text }: StoredChunk,
  located: ReadonlyMap<string, LocatedElement>,
): Promise<Record<string, unknown>> {
  if (!span) return {};
  const own = elementIds.flatMap((id) => located.get(`${versionId}/${id}`)?.element ?? []);
  const places = placeQuote(text, own, span);
  const [first] = places;
  if (!first) return {};
  const { elementId, boundingBox } = first.element;
  const words = first.span && boundingBox ? await store.wordBoxes({ versionId, elementId }) : null;
  const around = words && first.span ? boxOfWords(words, first.span) : undefined;
  const moment = momentOf(first.element);
  return {
    section_number: located.get(`${versionId}/${elementId}`)?.sectionNumber ?? null,
    element_id: elementId,
    element_ids: places.map(({ element }) => element.elementId),
    ...(first.span && { char_start: first.span.start, char_end: first.span.end }),
    bounding_box: around ?? boundingBox ?? null,
    metadata: { ...(boundingBox && { box: around ? "words" : "block" }) },
    ...(moment && { start_seconds: moment.startSeconds, end_seconds: moment.endSeconds }),
  };
}
