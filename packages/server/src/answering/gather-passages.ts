import type { Element } from "../elements/element.ts";
import type { ElementStore } from "../elements/element-store.ts";
import { momentOf } from "../elements/moment.ts";
import type { VersionId } from "../kernel/ids.ts";
import { embeddedText } from "../retrieval/dense/embedded-text.ts";
import type { RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import type { Passage } from "./answerer.ts";

/** A passage with the element it was taken from. */
export type SourcedPassage = Passage & { element: Element; versionId: VersionId };

/** Elements of a source, best first: a retrieved chunk is one. */
export type ElementsToRead = Pick<
  RetrievedChunk,
  "fileId" | "fileName" | "versionId" | "title" | "elementIds" | "score"
> & { text?: string };

/** Element types that an answer never quotes: headers, footers, page numbers and pictures. */
const silent = new Set(["Header", "Footer", "PageNumber"]);

/** An element as a passage. */
export function passageOf(
  element: Element,
  place: Pick<
    SourcedPassage,
    "versionId" | "fileId" | "fileName" | "sectionNumber" | "sectionTitle" | "score"
  >,
): SourcedPassage {
  const moment = momentOf(element);
  return {
    ...place,
    element,
    elementId: element.elementId,
    elementType: element.type,
    pageNumber: element.pageNumber,
    text: element.text,
    ...(element.html !== undefined && { html: element.html }),
    ...(moment && { moment }),
  };
}

/**
 * Replaces retrieved chunks by their elements. Each element comes once, the best chunk first, in document order within
 * a chunk. Elements of a version that was replaced meanwhile are left out.
 */
export async function gatherPassages(
  elements: Pick<ElementStore, "located">,
  retrieved: (ElementsToRead & { copies?: ElementsToRead[] })[],
  signal: AbortSignal,
): Promise<SourcedPassage[]> {
  // Copies come last: they are read so that citations name them.
  const chunks: ElementsToRead[] = [...retrieved, ...retrieved.flatMap(({ copies = [] }) => copies)];
  const references = chunks.flatMap(({ versionId, elementIds }) =>
    elementIds.map((elementId) => ({ versionId, elementId })),
  );
  const located = await elements.located(references);
  signal.throwIfAborted();
  const found = new Map(located.map((each) => [`${each.versionId}/${each.element.elementId}`, each]));
  const passages: SourcedPassage[] = [];
  for (const chunk of chunks) {
    let sectionTitle = chunk.title;
    for (const elementId of chunk.elementIds) {
      const key = `${chunk.versionId}/${elementId}`;
      const entry = found.get(key);
      if (!entry) continue;
      found.delete(key);
      const { element, sectionNumber } = entry;
      if (element.type === "Title") sectionTitle = under(chunk.title, element.text);
      if (silent.has(element.type) || element.text.trim() === "") continue;
      const { versionId, fileId, fileName, score } = chunk;
      passages.push({
        ...passageOf(element, { versionId, fileId, fileName, sectionNumber, sectionTitle, score }),
        ...(chunk.text !== undefined && { chunk: embeddedText({ title: chunk.title, text: chunk.text }) }),
      });
    }
  }
  return passages;
}

/** A chunk may hold several small sections, so each element belongs to the last heading before it. */
const under = (title: string, heading: string): string =>
  title === "" || title === heading
    ? heading
    : title.endsWith(` › ${heading}`)
      ? title
      : `${title} › ${heading}`;
