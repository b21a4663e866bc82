import type { FastifyBaseLogger } from "fastify";
import type { IndexMenderLog } from "../retrieval/index-mender-log.ts";

/** Logs what becomes of the search index: an operator need not act on any of it. */
export const createIndexMenderLog = (logger: FastifyBaseLogger): IndexMenderLog => ({
  failed(projectId, error, damaged) {
    const what = damaged
      ? "the search index of a project is damaged: it is set aside and rebuilt from the database"
      : "the search index could not work; it is tried again, and read from the database until then";
    logger.warn({ projectId, err: error }, what);
  },
  mended: (projectId, counts) => logger.warn({ projectId, ...counts }, "the search index was mended"),
});
