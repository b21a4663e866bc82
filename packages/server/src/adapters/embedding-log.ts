import type { FastifyBaseLogger } from "fastify";
import type { EmbeddingLog } from "../retrieval/dense/embedding-log.ts";

/** Writes what happens to vectors into the service's log. Neither text nor question appears in it. */
export const createEmbeddingLog = (logger: FastifyBaseLogger): EmbeddingLog => ({
  failed: (projectId, error) =>
    logger.error(
      { projectId, err: error },
      "documents could not be embedded; it is tried again, and questions are answered by words",
    ),
  recovered: (projectId) => logger.warn({ projectId }, "documents are embedded again"),
  whole: (projectId, model) =>
    logger.info({ projectId, model }, "every document is embedded; questions are answered by meaning too"),
  fellBack: (what, error) =>
    logger.warn(
      { err: error },
      what === "embedding"
        ? "a question was answered by words alone: its vector, or the search for it, failed"
        : "the reranking model failed; a question was answered in the order without it",
    ),
});
