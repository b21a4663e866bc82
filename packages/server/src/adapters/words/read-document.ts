import type { WordChange, WordStore } from "../../retrieval/words/word-store.ts";
import { chunksPerRun, type NewRun } from "./segment.ts";

/** The chunks of a version that was added, in runs. Null when terms of it are missing; no runs when it was removed since. */
export async function readDocument(
  store: Pick<WordStore, "terms">,
  { chunkSetId, versionId, fileId, number }: WordChange,
): Promise<NewRun[] | null> {
  const document = { versionId, fileId, chunkSetId, number };
  const runs: NewRun[] = [];
  for await (const batch of store.terms(chunkSetId, chunksPerRun)) {
    for (const { position, termHashes } of batch) {
      if (termHashes === null) return null;
      const run = runs.at(-1);
      const follows = run && run.firstPosition + run.chunks.length === position;
      if (follows && run.chunks.length < chunksPerRun) run.chunks.push(termHashes);
      else runs.push({ document, firstPosition: position, chunks: [termHashes] });
    }
  }
  return runs;
}
