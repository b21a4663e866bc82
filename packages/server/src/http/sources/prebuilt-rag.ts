import { limits, messages } from "@headwater/spec";
import { defineRoute } from "../define-route.ts";
import { presentBestSentence } from "../present/best-sentence.ts";
import { presentCopy } from "../present/copy.ts";
import { presentMoment } from "../present/moment.ts";
import { selectedFiles } from "../selected-files.ts";

export const prebuiltRag = defineRoute(
  "prebuiltRag",
  async ({ body, caller, signal }, { resolveFiles, retrieve }) => {
    const { projectId } = caller;
    const fileIds = await resolveFiles(projectId, selectedFiles(body));
    const topK = body.top_k ?? limits.topK.default;
    const found = await retrieve({ projectId, text: body.query, fileIds, topK }, signal);
    const chunks = found.map((chunk) => ({
      text: chunk.text,
      file_id: chunk.fileId,
      file_name: chunk.fileName,
      page_number: chunk.pageNumber,
      score: chunk.score,
      metadata: {
        chunk_id: chunk.chunkId,
        title: chunk.title,
        element_ids: chunk.elementIds,
        ...(chunk.copies && { copies: chunk.copies.map(presentCopy) }),
        ...presentMoment(chunk.moment),
        ...presentBestSentence(chunk.best),
      },
    }));
    return { query: body.query, chunks, total: chunks.length };
  },
  { elsewhere: "always", failure: "Failed to retrieve chunks", required: { query: messages.queryRequired } },
);
