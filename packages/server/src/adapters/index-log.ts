import type { FastifyBaseLogger } from "fastify";
import type { IndexLog } from "../retrieval/words/index-log.ts";

/** Writes what happens to the words' index to the service's log. */
export const createIndexLog = (logger: FastifyBaseLogger): IndexLog => ({
  indexing: (done, total) =>
    logger.info({ done, total }, `the words of documents are being indexed: ${done} of ${total}`),
  indexed: (total) => logger.info({ total }, "the words of all documents are indexed"),
  failed: (error) =>
    logger.error({ err: error }, "the words' index could not be completed; it is tried again in a minute"),
  warned: (projectId, text) => logger.warn({ projectId }, text),
});
