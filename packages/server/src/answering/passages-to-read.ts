import type { ElementStore } from "../elements/element-store.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import { fileNameWords } from "../text/file-name-words.ts";
import { termsOf } from "../text/terms.ts";
import { asksForOverview } from "./asks-for-overview.ts";
import { beginningsOfSources } from "./beginnings-of-sources.ts";
import type { Catalogue } from "./catalogue.ts";
import { gatherOverview } from "./gather-overview.ts";
import { gatherPassages, type SourcedPassage } from "./gather-passages.ts";
import { namedByYear } from "./named-by-year.ts";
import type { FindNamedSources } from "./named-sources.ts";
import { readAboutSources } from "./read-about-sources.ts";
import type { Reading } from "./reading.ts";

export type ReadingDependencies = {
  retrieve: Retrieve;
  elements: ElementStore;
  findNamedSources: FindNamedSources;
  catalogue: Catalogue;
};

/** More would make no overview. */
const maxInOverview = 8;
/** Sources of which the beginnings are read when no word of the question is in any. */
const maxBeginnings = 20;

/**
 * Yields the places to search for the answer, one after the other; none is empty. The sources that the question names
 * come first, then all sources. When the question named sources, the second place holds only passages of documents that
 * mention the name: the total of another invoice is not the answer. A `reader` that understands more than the words of
 * the question gets something to read even where nothing was found: a small scope whole, else the beginnings. `filled`: a
 * schema is to be filled, so the question is about what the sources say.
 */
export async function* passagesToRead(
  { retrieve, elements, findNamedSources, catalogue }: ReadingDependencies,
  query: RetrievalQuery,
  question: string,
  { reader, filled, signal }: { reader: "meaning" | "words"; filled: boolean; signal: AbortSignal },
): AsyncGenerator<Reading> {
  if (query.fileIds?.length === 0) return;
  async function* ofNamedYear(chunks: RetrievedChunk[]): AsyncGenerator<Reading> {
    const meant = namedByYear(question, chunks);
    const passages = meant ? await gatherPassages(elements, meant.chunks, signal) : [];
    if (meant && passages.length > 0) yield { question: meant.question, passages };
  }
  const named = await findNamedSources(query.projectId, question, query.fileIds);
  signal.throwIfAborted();
  const overview = asksForOverview(question);
  if (overview === "whole" || (overview === "named" && named)) {
    const among = named?.fileIds ?? query.fileIds;
    const { total, sources } = await catalogue(query.projectId, among, { limit: maxInOverview });
    const passages = await gatherOverview(elements, sources, signal);
    if (passages.length > 0) yield { question, passages, overview: true, more: total - sources.length };
  } else if (!filled) {
    const about = await readAboutSources({ catalogue, elements }, query, question, named, signal);
    if (about) yield about;
  }
  if (named) {
    const chunks = await retrieve({ ...query, fileIds: named.fileIds }, signal);
    yield* ofNamedYear(chunks);
    const passages = await gatherPassages(elements, chunks, signal);
    if (passages.length > 0) yield { question: named.question, passages };
  }
  const found = await retrieve(query, signal);
  if (!named) yield* ofNamedYear(found);
  const all = await gatherPassages(elements, found, signal);
  const passages = named ? speakingOf(named.terms, all) : all;
  if (passages.length > 0) yield { question, passages };
  else if (reader === "meaning" && found.length === 0) {
    const { sources } = await catalogue(query.projectId, query.fileIds, { limit: maxBeginnings });
    const beginnings = await beginningsOfSources(elements, sources, signal);
    if (beginnings.length > 0) yield { question, passages: beginnings };
  }
}

/** The passages of the sources in which any passage has one of the terms. */
function speakingOf(terms: Set<string>, passages: SourcedPassage[]): SourcedPassage[] {
  const speaking = new Set<string>();
  for (const { fileId, fileName, sectionTitle, text } of passages) {
    if (speaking.has(fileId)) continue;
    const words = termsOf(`${fileNameWords(fileName)} ${sectionTitle} ${text}`);
    if (words.some((word) => terms.has(word))) speaking.add(fileId);
  }
  return passages.filter(({ fileId }) => speaking.has(fileId));
}
