import { ParseError } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import type { BuildLog } from "../builds/build-log.ts";
import { BuildError } from "../builds/errors.ts";

/** Logs and counts how builds end. A document that can't be read is news, a fault of ours is an error with its stack. */
export function createBuildLog(logger: FastifyBaseLogger, count: (result: string) => void): BuildLog {
  return {
    ended({ buildId, fileId, method }, result, error) {
      count(result);
      const build = { buildId, fileId, method, result };
      if (error === undefined) return logger.info(build, "build ended");
      if (result === "retried") return logger.warn({ ...build, err: error }, "build will be tried again");
      if (error instanceof ParseError || error instanceof BuildError) {
        return logger.warn({ ...build, reason: error.message }, "build failed");
      }
      logger.error({ ...build, err: error }, "build failed for a reason of ours");
    },
    queueFailed: (error) => logger.error({ err: error }, "the build queue could not work; it tries again"),
  };
}
