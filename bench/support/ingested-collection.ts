import type { Chunk } from "../../packages/server/src/chunks/chunk.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import type { MeaningSource } from "../../packages/server/src/retrieval/candidate-source.ts";
import { embeddedText } from "../../packages/server/src/retrieval/dense/embedded-text.ts";
import { createHybridCandidates } from "../../packages/server/src/retrieval/hybrid-candidates.ts";
import { createLexicalCandidates } from "../../packages/server/src/retrieval/lexical-candidates.ts";
import { createRetrieve } from "../../packages/server/src/retrieval/retrieve.ts";
import type { RetrievalQuery, RetrievedChunk } from "../../packages/server/src/retrieval/retrieved-chunk.ts";
import { withTerms } from "../../packages/server/src/retrieval/search-terms.ts";
import type { Collection } from "../corpora/collection.ts";
import type { KeptVectors } from "./kept-vectors.ts";
import { createMemoryChunkStore } from "./memory-chunk-store.ts";
import { createMemoryWords, type IndexedChunk } from "./memory-words.ts";
import type { Passage, Search } from "./plain-bm25.ts";

const never = new AbortController().signal;

const elementsOf = ({ id, title, text }: Collection["documents"][number]): Element[] => [
  { elementId: `${id} title`, position: 0, type: "Title", level: 1, text: title, pageNumber: 1 },
  { elementId: `${id} text`, position: 1, type: "NarrativeText", text, pageNumber: 1 },
];

/** A document with the chunks that were made of it. */
type IngestedFile = { id: string; fileName: string; elements: Element[] };

/** Finds chunks. Each is given as the id of its file, a line break, its text. */
type FindChunks = (text: string, topK: number) => Promise<string[]>;

/** Ingests documents as the service does, under their file names, and removes them after use. */
export async function withIngestedFiles(
  files: IngestedFile[],
  use: (find: FindChunks) => Promise<void>,
): Promise<void> {
  const index = createMemoryWords();
  const projectId = newId();
  const { store: chunks, name } = namedChunkStore();
  const documentOf = new Map<string, string>();
  const indexed: IndexedChunk[] = [];
  for (const { id, fileName, elements } of files) {
    const [fileId, versionId] = [newId(), newId()];
    const parts = chunkByTitle(elements);
    documentOf.set(fileId, id);
    name(fileId, fileName);
    await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
    await chunks.add(versionId, parts);
    indexed.push(...withTerms(parts).map((chunk) => ({ ...chunk, fileId, versionId })));
  }
  index.add(projectId, indexed);
  const retrieve = createRetrieve({ candidates: createLexicalCandidates(index), hopIndex: index, chunks });
  await use(async (text, topK) =>
    (await retrieve({ projectId, text, topK }, never)).map(
      (chunk) => `${documentOf.get(chunk.fileId)}\n${chunk.text}`,
    ),
  );
}

/** Finds the chunks nearest to the queries of a collection, as the service's vector index does. */
async function nearestOf(
  { vectors }: KeptVectors,
  queries: Collection["queries"],
  chunks: { chunkId: string; text: string }[],
): Promise<MeaningSource> {
  const made = await vectors(
    chunks.map(({ text }) => text),
    "passage",
  );
  const asked = await vectors(
    queries.map(({ text }) => text),
    "query",
  );
  const ofQuery = new Map(queries.map(({ text }, at) => [text, asked[at]]));
  return {
    async search(text, _scope, limit, _signal, chunkIds = []) {
      const query = ofQuery.get(text) ?? (await vectors([text], "query"))[0];
      const wanted = new Set(chunkIds);
      return chunks
        .map(({ chunkId }, at) => {
          const cosine = made[at]?.reduce((sum, value, place) => sum + value * (query?.[place] ?? 0), 0) ?? 0;
          return { chunkId, sum: cosine, score: Math.max(0, cosine) };
        })
        .sort((one, other) => other.sum - one.sum)
        .filter(({ chunkId, sum }, at) => (at < limit && sum > 0) || wanted.has(chunkId));
    },
  };
}

/** A chunk store that gives chunks the file names of their documents. */
function namedChunkStore() {
  const store = createMemoryChunkStore();
  const names = new Map<string, string>();
  const named: typeof store = {
    ...store,
    findActive: async (projectId, chunkIds) =>
      (await store.findActive(projectId, chunkIds)).map((chunk) => ({
        ...chunk,
        fileName: names.get(chunk.fileId) ?? chunk.fileName,
      })),
  };
  return { store: named, name: (fileId: string, fileName: string) => void names.set(fileId, fileName) };
}

export type SearchParts = {
  secondHop?: RetrievalQuery["secondHop"];
  /** Whether misspelt words and compounds are corrected. Default true. */
  corrects?: boolean;
  /** Default true. */
  byMeaning?: boolean;
};

export type IngestedCollection = {
  /** The search of the service, as it is, or without a part. By words alone where no vectors were handed in. */
  searchWith: (parts?: SearchParts) => Search;
  /** The chunks, for other engines. */
  passages: Passage[];
};

/** Ingests a collection as the service does, and removes it after use. */
export async function withIngested(
  { documents, queries }: Collection,
  use: (ingested: IngestedCollection) => Promise<void>,
  keptVectors?: KeptVectors,
  index = createMemoryWords(),
): Promise<void> {
  const projectId = newId();
  const chunks = createMemoryChunkStore();
  const indexed: IndexedChunk[] = [];
  const documentOf = new Map<string, string>();
  const passages: Passage[] = [];
  const embedded: { chunkId: string; text: string }[] = [];
  const files = Map.groupBy(documents, ({ id, file = id }) => file);
  for (const together of files.values()) {
    const [fileId, versionId] = [newId(), newId()];
    const parts: Chunk[] = [];
    for (const document of together) {
      for (const part of chunkByTitle(elementsOf(document))) {
        documentOf.set(part.chunkId, document.id);
        passages.push({ documentId: document.id, title: part.title, text: part.text });
        parts.push({ ...part, position: parts.length });
        embedded.push({ chunkId: part.chunkId, text: embeddedText(part) });
      }
    }
    await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
    await chunks.add(versionId, parts);
    indexed.push(...withTerms(parts).map((chunk) => ({ ...chunk, fileId, versionId })));
  }
  index.add(projectId, indexed);
  const byMeaning = keptVectors && (await nearestOf(keptVectors, queries, embedded));
  // A hit names the places of its copies: they are found with it.
  const documentsOf = (found: RetrievedChunk[]): string[] =>
    found.flatMap((chunk) =>
      [chunk, ...(chunk.copies ?? [])].map(({ chunkId }) => documentOf.get(chunkId) ?? ""),
    );
  const searchWith: IngestedCollection["searchWith"] = ({
    secondHop,
    corrects = true,
    byMeaning: isByMeaning = true,
  } = {}) => {
    const words = createLexicalCandidates(index, { corrects });
    const candidates = byMeaning && isByMeaning ? createHybridCandidates(words, byMeaning) : words;
    const retrieve = createRetrieve({ candidates, hopIndex: index, chunks });
    return async (text, topK) => documentsOf(await retrieve({ projectId, text, topK, secondHop }, never));
  };
  await use({ searchWith, passages });
}
