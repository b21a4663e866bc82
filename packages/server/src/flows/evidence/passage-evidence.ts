import type { Passage } from "../../answering/answerer.ts";
import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { Element } from "../../elements/element.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { Span } from "../../text/sentences.ts";
import type { PassageText } from "./passage-texts.ts";
import { placeQuote } from "./place-quote.ts";

/** A passage of a flow as evidence of an answer. */
export type PassageEvidence = {
  passage: Passage;
  chunk: StoredChunk;
  /** The text is not a text of the source. */
  isSummary: boolean;
  /** The elements of the chunk that are there, in order. */
  elements: Element[];
};

/** Passages as statements are verified against them: whole, with the tables that they were flattened from. */
export async function evidenceOf(
  store: Pick<ElementStore, "located">,
  passages: PassageText[],
): Promise<PassageEvidence[]> {
  const references = passages.flatMap(({ chunk: { versionId, elementIds } }) =>
    elementIds.map((elementId) => ({ versionId, elementId })),
  );
  const located = new Map(
    (await store.located(references)).map((each) => [
      `${each.versionId}/${each.element.elementId}`,
      each.element,
    ]),
  );
  return passages.map(({ passage: { score, summary }, text, chunk }) => {
    const elements = chunk.elementIds.flatMap((id) => located.get(`${chunk.versionId}/${id}`) ?? []);
    const isSummary = summary !== undefined;
    const tables = isSummary ? [] : elements.flatMap(({ html }) => html ?? []);
    const passage: Passage = {
      fileId: chunk.fileId,
      fileName: chunk.fileName,
      elementId: chunk.chunkId,
      elementType: "NarrativeText",
      pageNumber: chunk.pageNumber,
      sectionNumber: 1,
      sectionTitle: chunk.title,
      text,
      // The rules read the rows of one table.
      ...(tables.length === 1 && { html: tables[0] as string }),
      score,
    };
    return { passage, chunk, isSummary, elements };
  });
}

/** The page on which a part of a passage begins: a chunk may go over several. */
export const pageOf = ({ passage, chunk, elements }: PassageEvidence, span: Span): number =>
  placeQuote(passage.text, elements, span)[0]?.element.pageNumber ?? chunk.pageNumber;
