import { LRUCache } from "lru-cache";
import { MakeRoomError, type PatientLanes } from "../kernel/patient-lanes.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { KeptPages } from "../ports/kept-pages.ts";
import { ConversionError, type OfficeConverter } from "../ports/office-converter.ts";
import { contentKey } from "../sources/content-key.ts";
import { fileNotFound } from "../sources/errors.ts";

export type OfficePages = {
  /**
   * The document as PDF: the one that was kept, else a new one, for which projects take turns. The bytes are the
   * caller's own. Throws ConversionError for a document that can't be laid out.
   */
  pdfOf(content: Content): Promise<Uint8Array>;
  /** Removes what was made of bytes that are deleted, and ends what is being made of them. */
  forget(content: Content): Promise<void>;
};

/** Documents that wait to be converted, of all projects. */
const maxWaiting = 32;

/** A document that could not be converted is not tried again for so long, in ms: a try takes a minute at worst. */
const failureMs = 10 * 60_000;

type Job = {
  content: Content;
  /** Aborts when the bytes are deleted. */
  deleted: AbortController;
  done: PromiseWithResolvers<Uint8Array>;
};

/** Converts documents in lanes, each document once however many ask for it; projects take turns. */
export function createOfficePages(deps: {
  converter: OfficeConverter;
  lanes: PatientLanes;
  kept: KeptPages;
  blobs: Pick<BlobStore, "read">;
  /** Whether a source still has these bytes. */
  isUsed: (content: Content) => Promise<boolean>;
  /** The error for a caller who comes when the queue is full. */
  tooBusy: (waiting: number) => Error;
  /** Called with what could not be kept: its pictures work, and the next ones take as long. */
  onNotKept: (error: unknown) => void;
  /** Aborts when the service stops. */
  signal: AbortSignal;
}): OfficePages {
  const jobs = new Map<string, Job>();
  const failures = new LRUCache<string, ConversionError>({ max: 1_000, ttl: failureMs });

  const convert = async ({ content, deleted }: Job, makeRoom: AbortSignal): Promise<Uint8Array> => {
    const signal = AbortSignal.any([deps.signal, deleted.signal, makeRoom]);
    signal.throwIfAborted();
    const bytes = await deps.blobs.read(content.projectId, content.contentHash);
    if (isPdf(bytes)) return bytes; // under the name of an office document
    const pdf = await deps.converter.convert(bytes, signal);
    signal.throwIfAborted();
    await deps.kept.keep(content, pdf).catch(deps.onNotKept);
    // The source may have been deleted after it was found for this request.
    if (!(await deps.isUsed(content))) {
      await deps.kept.remove(content);
      throw fileNotFound();
    }
    return pdf;
  };

  const carryOut = async (job: Job, makeRoom: AbortSignal): Promise<"done" | "stopped"> => {
    const key = keyOf(job.content);
    try {
      job.done.resolve(await convert(job, makeRoom));
    } catch (error) {
      if (error instanceof MakeRoomError) return "stopped";
      if (error instanceof ConversionError) failures.set(key, error);
      job.done.reject(error);
    }
    jobs.delete(key);
    return "done";
  };

  const start = (content: Content): Job => {
    if (deps.lanes.waiting >= maxWaiting) throw deps.tooBusy(deps.lanes.waiting);
    const job = { content, deleted: new AbortController(), done: Promise.withResolvers<Uint8Array>() };
    job.done.promise.catch(() => {}); // rethrown to each caller who waits for it
    jobs.set(keyOf(content), job);
    deps.lanes.add(content.projectId, (makeRoom) => carryOut(job, makeRoom));
    return job;
  };

  return {
    async pdfOf(content) {
      const key = keyOf(content);
      const failure = failures.get(key);
      if (failure) throw failure;
      const running = jobs.get(key);
      if (running) return copyOf(running);
      const kept = await deps.kept.find(content);
      if (kept) return kept;
      return copyOf(jobs.get(key) ?? start(content));
    },

    async forget(content) {
      const job = jobs.get(keyOf(content));
      if (job) {
        job.deleted.abort(fileNotFound());
        await job.done.promise.catch(() => {}); // what matters is that it has ended
      }
      failures.delete(keyOf(content));
      await deps.kept.remove(content);
    },
  };
}

/** Each caller gets bytes of its own: they are handed to threads, and are gone here then. */
const copyOf = async ({ done }: Job): Promise<Uint8Array> => new Uint8Array(await done.promise);

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";

const keyOf = ({ projectId, contentHash }: Content): string => contentKey(projectId, contentHash);
