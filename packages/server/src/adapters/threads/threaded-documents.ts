import type { DocumentReader } from "../../builds/document-reader.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { Job, JobPart, TermsJob } from "./messages.ts";
import type { RunOptions, ThreadPool } from "./thread-pool.ts";

export const createThreadedReader =
  (pool: ThreadPool): DocumentReader =>
  (request, limits) =>
    pool.run({ kind: "read", request }, limits);

/** A page that can't be painted within its time is an error, never a hang. */
export const createThreadedRenderer = (pool: ThreadPool, signal: AbortSignal): PageRenderer => ({
  render: (bytes, pageNumber, maxWidth) =>
    onlyPart(pool, { kind: "render", bytes, pageNumber, maxWidth }, { signal }),
});

/** Cuts chunks into terms in the threads of a pool: work of milliseconds, which nobody calls off. */
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
