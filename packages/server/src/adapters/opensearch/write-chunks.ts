import type { WordDocument } from "../../retrieval/words/word-store.ts";
import { type SearchClient, SearchRefusedError } from "./open-search-client.ts";

/** A chunk as it is sent: its terms as hashes, in reading order. */
export type IndexedChunk = { position: number; termHashes: Uint32Array };

/** A request that is sent once it is as long as this, in characters. */
const maxLength = 4_000_000;
const writeMs = 60_000;

/** The word of the index for a term. Two of one hash are one term to the embedded index, too. */
export const wordOf = (hash: number): string => hash.toString(36);

const idOf = (versionId: string, position: number): string => `${versionId}:${position}`;

/** Gathers what is written to one index, or to several alike, and sends it in large requests. */
export type ChunkWriter = {
  add(document: WordDocument, chunks: IndexedChunk[]): Promise<void>;
  /** Of a version its chunks at the positions below `chunks`; what else has its id goes as well where that is 0. */
  remove(document: WordDocument & { chunks: number }): Promise<void>;
  /** Sends what is left, and these lines behind it. Once it resolves, a crash of the cluster loses nothing. */
  end(lastLines: (index: string) => string): Promise<void>;
};

export function createChunkWriter(client: SearchClient, indices: string[]): ChunkWriter {
  let lines: string[] = [];
  let length = 0;
  const send = async (last: (index: string) => string = () => "") => {
    const text = lines.join("");
    [lines, length] = [[], 0];
    for (const index of indices) await sendLines(client, index, text + last(index));
  };
  const push = async (...added: object[]) => {
    for (const line of added) {
      const text = `${JSON.stringify(line)}\n`;
      lines.push(text);
      length += text.length;
    }
    if (length >= maxLength) await send();
  };
  return {
    async add({ versionId, fileId, chunkSetId }, chunks) {
      for (const { position, termHashes } of chunks)
        await push(
          { index: { _id: idOf(versionId, position) } },
          {
            terms: Array.from(termHashes, wordOf).join(" "),
            version: versionId,
            file: fileId,
            set: chunkSetId,
            position,
          },
        );
    },
    async remove({ versionId, chunks }) {
      for (let position = 0; position < chunks; position++)
        await push({ delete: { _id: idOf(versionId, position) } });
      if (chunks > 0) return;
      await send();
      for (const index of indices) await removeVersion(client, index, versionId);
    },
    end: send,
  };
}

type BulkAnswer = {
  errors?: boolean;
  items?: Record<string, { error?: { type: string; reason: string } }>[];
};

/** `ofAlias`: an alias is written to, and an index that is missing is not made. */
export async function sendLines(
  client: SearchClient,
  index: string,
  lines: string,
  { ofAlias = false } = {},
): Promise<void> {
  if (lines === "") return;
  const answer = await client.ask<BulkAnswer>({
    method: "POST",
    path: `/${index}/_bulk?require_alias=${ofAlias}&filter_path=errors,items.*.error`,
    lines,
    timeoutMs: writeMs,
  });
  if (answer?.errors === false) return;
  const fault = answer?.items?.flatMap((item) => Object.values(item)).find(({ error }) => error)?.error;
  throw new SearchRefusedError(
    `${client.place} did not write everything: ${fault ? `${fault.type}: ${fault.reason}` : "it does not say why"}`,
    500,
  );
}

/** Of one whose number of chunks is not known. */
async function removeVersion(client: SearchClient, index: string, versionId: string): Promise<void> {
  await client.ask({
    method: "POST",
    path: `/${index}/_delete_by_query?refresh=true&conflicts=proceed`,
    body: { query: { term: { version: versionId } } },
    timeoutMs: writeMs,
  });
}
