import { ParseError, type SelfContained } from "@headwater/reader";
import type { DocumentReader } from "../../builds/document-reader.ts";
import { ReaderStoppedError } from "../../builds/errors.ts";
import { workContext } from "../../kernel/work-context.ts";
import { ConversionError } from "../../ports/office-converter.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { Job, JobPart, TermsJob } from "./messages.ts";
import type { RunOptions, ThreadPool } from "./thread-pool.ts";

export const createThreadedReader =
  (pool: ThreadPool): DocumentReader =>
  (request, limits) =>
    pool.run({ kind: "read", request, context: workContext() }, limits);

/** A page that can't be painted within its time is an error, never a hang. */
export const createThreadedRenderer = (pool: ThreadPool, signal: AbortSignal): PageRenderer => ({
  render: (bytes, pageNumber, maxWidth) =>
    onlyPart(pool, { kind: "render", bytes, pageNumber, maxWidth }, { signal }),
});

/** Takes out of a document what it refers to outside of itself, in a thread: its parts may be large, or endless. */
export const createThreadedCleaner =
  (pool: ThreadPool) =>
  async (bytes: Uint8Array, signal: AbortSignal): Promise<SelfContained> => {
    try {
      return await onlyPart(pool, { kind: "clean", bytes }, { signal });
    } catch (error) {
      if (error instanceof ParseError || error instanceof ReaderStoppedError)
        throw new ConversionError(error.message.replace(/\.$/, ""), { cause: error });
      throw error;
    }
  };

/** Cuts chunks into terms in the threads of a pool: work of milliseconds, which is never cancelled. */
export const createThreadedTerms =
  (pool: ThreadPool) =>
  (chunks: TermsJob["chunks"]): Promise<Uint32Array[]> =>
    onlyPart(
      pool,
      { kind: "terms", chunks: chunks.map(({ title, text }) => ({ title, text })) },
      { signal: AbortSignal.any([]) },
    );

async function onlyPart<J extends Job>(
  pool: ThreadPool,
  job: J,
  options: RunOptions,
): Promise<JobPart[J["kind"]]> {
  const parts: JobPart[J["kind"]][] = [];
  for await (const part of pool.run(job, options)) parts.push(part);
  const [only] = parts;
  if (only === undefined || parts.length > 1)
    throw new Error(`A ${job.kind} job answered ${parts.length} parts`);
  return only;
}
