import type { FastifyBaseLogger } from "fastify";
import { defaultThreadOptions, type ThreadPoolOptions } from "../adapters/threads/thread-pool.ts";
import type { Settings } from "../config.ts";

/** The limits of threads that read documents. */
export const threadLimits = (
  { buildTimeoutMs }: Pick<Settings, "buildTimeoutMs">,
  logger: FastifyBaseLogger,
): Omit<ThreadPoolOptions, "size"> => ({
  ...defaultThreadOptions,
  jobMs: buildTimeoutMs,
  onPrinted: (text) => logger.debug({ text }, "a library printed this while it read a document"),
});
