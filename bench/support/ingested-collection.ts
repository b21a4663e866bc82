import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLanceChunkIndex } from "../../packages/server/src/adapters/lance/lance-chunk-index.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import type { IndexedChunk } from "../../packages/server/src/retrieval/chunk-index.ts";
import {
  type Contribution,
  readContribution,
} from "../../packages/server/src/retrieval/graph/contribution.ts";
import { sumContributions } from "../../packages/server/src/retrieval/graph/entity-graph.ts";
import { searchGraph } from "../../packages/server/src/retrieval/graph/search-graph.ts";
import { createLexicalCandidates } from "../../packages/server/src/retrieval/lexical-candidates.ts";
import type { RankingFeatures } from "../../packages/server/src/retrieval/ranking-features.ts";
import { createRetrieve } from "../../packages/server/src/retrieval/retrieve.ts";
import type { RetrievedChunk } from "../../packages/server/src/retrieval/retrieved-chunk.ts";
import { withTerms } from "../../packages/server/src/retrieval/search-terms.ts";
import type { Collection } from "../corpora/collection.ts";
import type { Passage, Search } from "./lexical-baselines.ts";
import { createMemoryChunkStore } from "./memory-chunk-store.ts";

const never = new AbortController().signal;

const elementsOf = ({ id, title, text }: Collection["documents"][number]): Element[] => [
  { elementId: `${id} title`, position: 0, type: "Title", level: 1, text: title, pageNumber: 1 },
  { elementId: `${id} text`, position: 1, type: "NarrativeText", text, pageNumber: 1 },
];

/** A document with the chunks that were made of it. */
type IngestedFile = { id: string; fileName: string; elements: Element[] };

export type IngestedFiles = {
  /** The ids of chunks, as those of `passages`. */
  retrieve: (text: string, topK: number) => Promise<string[]>;
  /** The chunks, for other engines. Each is a document of its own: its id is that of the file, a line break, its text. */
  passages: Passage[];
};

/** Ingests documents as the service does, under their file names, and removes them after use. */
export async function withIngestedFiles(
  files: IngestedFile[],
  use: (ingested: IngestedFiles) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-quality-"));
  const index = openLanceChunkIndex(folder);
  try {
    const projectId = newId();
    const { store: chunks, name } = namedChunkStore();
    const documentOf = new Map<string, string>();
    const passages: Passage[] = [];
    const indexed: IndexedChunk[] = [];
    for (const { id, fileName, elements } of files) {
      const [fileId, versionId] = [newId(), newId()];
      const parts = chunkByTitle(elements);
      documentOf.set(fileId, id);
      name(fileId, fileName);
      passages.push(...parts.map(({ title, text }) => ({ documentId: `${id}\n${text}`, title, text })));
      await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
      await chunks.add(versionId, parts);
      indexed.push(...withTerms(parts).map((chunk) => ({ ...chunk, fileId, versionId })));
    }
    await index.add(projectId, indexed);
    const retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks });
    await use({
      retrieve: async (text, topK) =>
        (await retrieve({ projectId, text, topK }, never)).map(
          (chunk) => `${documentOf.get(chunk.fileId)}\n${chunk.text}`,
        ),
      passages,
    });
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  }
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

export type IngestedCollection = {
  /** The search of the service, with some features of the ranking or all. */
  searchWith: (features: RankingFeatures, hops?: 1 | 2) => Search;
  /** The search of a graph-rag node, with all features of the ranking. */
  searchByGraph: Search;
  /** The chunks, for other engines. */
  passages: Passage[];
};

/** Ingests a collection as the service does, and removes it after use. */
export async function withIngested(
  { documents }: Collection,
  use: (ingested: IngestedCollection) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-quality-"));
  const index = openLanceChunkIndex(folder);
  try {
    const projectId = newId();
    const chunks = createMemoryChunkStore();
    const indexed: IndexedChunk[] = [];
    const documentOf = new Map<string, string>();
    const passages: Passage[] = [];
    const contributions = new Map<string, Contribution>();
    for (const document of documents) {
      const [fileId, versionId] = [newId(), newId()];
      const parts = chunkByTitle(elementsOf(document));
      documentOf.set(fileId, document.id);
      contributions.set(versionId, readContribution(parts));
      passages.push(...parts.map(({ title, text }) => ({ documentId: document.id, title, text })));
      await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
      await chunks.add(versionId, parts);
      indexed.push(...withTerms(parts).map((chunk) => ({ ...chunk, fileId, versionId })));
    }
    await index.add(projectId, indexed);
    // A hit names the places of its copies: they are found with it.
    const documentsOf = (found: RetrievedChunk[]): string[] =>
      found.flatMap((chunk) =>
        [chunk, ...(chunk.copies ?? [])].map(({ fileId }) => documentOf.get(fileId) ?? ""),
      );
    const searchWith = (features: RankingFeatures, hops: 1 | 2 = 1): Search => {
      const retrieve = createRetrieve({ candidates: createLexicalCandidates(index, features), chunks });
      return async (text, topK) => documentsOf(await retrieve({ projectId, text, topK, hops }, never));
    };
    const graph = sumContributions(contributions);
    const retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks });
    const search = (text: string, topK: number) => retrieve({ projectId, text, topK }, never);
    const searchByGraph: Search = async (text, topK) =>
      documentsOf(await searchGraph(graph, { text, topK, search }));
    await use({ searchWith, searchByGraph, passages });
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  }
}
