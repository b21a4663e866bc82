import { join, resolve } from "node:path";
import { openLocalEmbedder } from "../packages/server/src/adapters/onnx/local-embedder.ts";
import { chunkByTitle } from "../packages/server/src/chunks/chunkers/title.ts";
import { newId } from "../packages/server/src/kernel/ids.ts";
import type { Embedder } from "../packages/server/src/models/embedder.ts";
import type { Candidate } from "../packages/server/src/retrieval/candidate-source.ts";
import { embeddedText } from "../packages/server/src/retrieval/dense/embedded-text.ts";
import { fuse } from "../packages/server/src/retrieval/fuse.ts";
import { createLexicalCandidates } from "../packages/server/src/retrieval/lexical-candidates.ts";
import { withTerms } from "../packages/server/src/retrieval/search-terms.ts";
import type { Collection } from "./corpora/collection.ts";
import { readCranfield } from "./corpora/cranfield.ts";
import { readMultiHop } from "./corpora/multi-hop.ts";
import { readQuestions } from "./corpora/questions.ts";
import { createLatentSemantics } from "./support/latent-semantics.ts";
import { createMemoryWords, type IndexedChunk } from "./support/memory-words.ts";
import { mean, ndcg, pairedBootstrap } from "./support/ranking-measures.ts";
import { reciprocalRanks } from "./support/reciprocal-ranks.ts";
import { type Figure, printReport } from "./support/report.ts";

/** As deep as hybrid search looks. */
const depth = 300;
const encoderThread = new URL("../packages/server/src/compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;
const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const modelFolder = process.env.HEADWATER_EMBEDDING_MODEL?.replace(/^local:/, "");

const ways: [string, (words: Candidate[], meaning: Candidate[]) => Candidate[]][] = [
  ["meaning alone", (_, meaning) => meaning],
  ...[0.2, 0.35, 0.5, 0.65, 0.8].map(
    (share) =>
      [
        `stretched scores, ${share} meaning`,
        (words: Candidate[], meaning: Candidate[]) => fuse(words, meaning, share),
      ] as [string, (words: Candidate[], meaning: Candidate[]) => Candidate[]],
  ),
  ["reciprocal ranks", reciprocalRanks],
];

/** Both lists of candidates for each query, and the document of each chunk. */
async function listsOf({ documents, queries }: Collection) {
  const index = createMemoryWords();
  const projectId = newId();
  const documentOf = new Map<string, string>();
  const texts: { chunkId: string; text: string }[] = [];
  const indexed: IndexedChunk[] = [];
  for (const { id, title, text } of documents) {
    const parts = chunkByTitle([
      { elementId: newId(), position: 0, type: "Title", level: 1, text: title, pageNumber: 1 },
      { elementId: newId(), position: 1, type: "NarrativeText", text, pageNumber: 1 },
    ]);
    for (const part of parts) {
      documentOf.set(part.chunkId, id);
      texts.push({ chunkId: part.chunkId, text: embeddedText(part) });
    }
    const file = { fileId: newId(), versionId: newId() };
    for (const { chunkId, position, termHashes } of withTerms(parts))
      indexed.push({ chunkId, position, termHashes, ...file });
  }
  index.add(projectId, indexed);
  const embedder: Embedder = modelFolder
    ? await openLocalEmbedder(modelFolder, encoderThread)
    : createLatentSemantics(texts.map(({ text }) => text));
  const passages = await embedder.embed(
    texts.map(({ text }) => text),
    "passage",
    never,
  );
  const asked = await embedder.embed(
    queries.map(({ text }) => text),
    "query",
    never,
  );
  const byWords = createLexicalCandidates(index);
  const lists = new Map<string, { words: Candidate[]; meaning: Candidate[] }>();
  for (const [at, { id, text }] of queries.entries()) {
    const words = await byWords.search(text, { projectId }, depth, never);
    lists.set(id, { words, meaning: nearest(asked.vectors[at], passages.vectors, texts) });
  }
  return { lists, documentOf };
}

function nearest(
  query: Float32Array | undefined,
  vectors: Float32Array[],
  texts: { chunkId: string }[],
): Candidate[] {
  return vectors
    .map((vector, at) => ({
      chunkId: texts[at]?.chunkId ?? "",
      score: vector.reduce((sum, value, place) => sum + value * (query?.[place] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, depth);
}

async function compare(collection: Collection): Promise<void> {
  const { lists, documentOf } = await listsOf(collection);
  const valuesOf = (join: (words: Candidate[], meaning: Candidate[]) => Candidate[]) =>
    [...collection.gains].flatMap(([id, gains]) => {
      const list = lists.get(id);
      if (!list) return [];
      const ranking = join(list.words, list.meaning).map(({ chunkId }) => documentOf.get(chunkId) ?? "");
      return [ndcg([...new Set(ranking)], gains, 10)];
    });
  const alone = valuesOf((words) => words);
  const signed = (value: number) => (value >= 0 ? "+" : "") + value.toFixed(3);
  const figures: Figure[] = [{ what: "nDCG@10, words alone", measured: mean(alone).toFixed(3) }];
  for (const [name, join] of ways) {
    const values = valuesOf(join);
    const { mean: difference, low, high } = pairedBootstrap(values, alone);
    figures.push({
      what: `nDCG@10, ${name}`,
      measured: mean(values).toFixed(3),
      against: `words alone ${signed(difference)} [${signed(low)}, ${signed(high)}]`,
    });
  }
  console.log(`\n${collection.name}: ${collection.documents.length} documents, ${alone.length} queries\n`);
  printReport(figures);
}

await compare(await readCranfield(join(root, "retrieval/cranfield")));
for (const article of [0, 1])
  await compare(await readQuestions(join(root, "questions/squad-two-articles.json"), article));
await compare(await readMultiHop(join(root, "multi-hop")));
