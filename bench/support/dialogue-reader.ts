import type { Answerer } from "../../packages/server/src/answering/answerer.ts";
import type { Turn } from "../../packages/server/src/answering/conversation-store.ts";
import { gatherPassages } from "../../packages/server/src/answering/gather-passages.ts";
import { replyToSmallTalk } from "../../packages/server/src/answering/small-talk.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import { createLexicalCandidates } from "../../packages/server/src/retrieval/lexical-candidates.ts";
import { createRetrieve } from "../../packages/server/src/retrieval/retrieve.ts";
import type { RetrievedChunk } from "../../packages/server/src/retrieval/retrieved-chunk.ts";
import { withTerms } from "../../packages/server/src/retrieval/search-terms.ts";
import { createMemoryChunkStore } from "./memory-chunk-store.ts";
import { createMemoryWords, type IndexedChunk } from "./memory-words.ts";

const never = new AbortController().signal;
const topK = 10;

export type ReadAnswer = {
  text: string;
  /** The elements cited by the first statement. */
  cited: Element[];
  /** The elements of the chunks found, a list for each chunk, best first. */
  found: Element[][];
};

export type DialogueReader = {
  search: (text: string) => Promise<RetrievedChunk[]>;
  /** Answers as a turn of a conversation. `question` is what `asked` means. */
  answer: (asked: string, question: string, history: Turn[]) => Promise<ReadAnswer>;
};

/** Ingests documents as the service does, answers questions about them, and removes them after use. */
export async function withDialogueReader(
  files: { fileName: string; elements: Element[] }[],
  answerer: Answerer,
  use: (reader: DialogueReader) => Promise<void>,
): Promise<void> {
  const index = createMemoryWords();
  const projectId = newId();
  const chunks = createMemoryChunkStore();
  const indexed: IndexedChunk[] = [];
  const located = new Map<string, { versionId: string; element: Element; sectionNumber: number }>();
  for (const { elements } of files) {
    const [fileId, versionId] = [newId(), newId()];
    const parts = chunkByTitle(elements);
    await chunks.begin(projectId, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
    await chunks.add(versionId, parts);
    indexed.push(...withTerms(parts).map((chunk) => ({ ...chunk, fileId, versionId })));
    for (const element of elements)
      located.set(`${versionId}/${element.elementId}`, { versionId, element, sectionNumber: 1 });
  }
  index.add(projectId, indexed);
  const retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks });
  const search: DialogueReader["search"] = (text) => retrieve({ projectId, text, topK }, never);
  const elements = {
    located: async (references: { versionId: string; elementId: string }[]) =>
      references.flatMap(({ versionId, elementId }) => located.get(`${versionId}/${elementId}`) ?? []),
  };
  const answer: DialogueReader["answer"] = async (asked, question, history) => {
    const smallTalk = replyToSmallTalk(asked);
    if (smallTalk !== undefined) return { text: smallTalk, cited: [], found: [] };
    const hits = await search(question);
    const found = hits.map(({ versionId, elementIds }) =>
      elementIds.flatMap((elementId) => located.get(`${versionId}/${elementId}`)?.element ?? []),
    );
    const passages = await gatherPassages(elements, hits, never);
    const texts: string[] = [];
    let cited: Element[] | undefined;
    if (passages.length > 0) {
      const request = { question, asked, history, passages, thinkingLevel: "balanced" as const };
      for await (const event of answerer(request, never)) {
        if (event.type !== "statement") continue;
        texts.push(event.statement.text);
        cited ??= event.statement.passages.flatMap((position) => passages[position]?.element ?? []);
      }
    }
    return { text: texts.join(" "), cited: cited ?? [], found };
  };
  await use({ search, answer });
}
