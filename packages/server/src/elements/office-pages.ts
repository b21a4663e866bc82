import { LRUCache } from "lru-cache";
import { createFairQueue } from "../kernel/fair-queue.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import type { KeptPages } from "../ports/kept-pages.ts";
import { ConversionError, type OfficeConverter, type OfficeExtension } from "../ports/office-converter.ts";
import { contentKey } from "../sources/content-key.ts";
import { fileNotFound } from "../sources/errors.ts";

export type OfficePages = {
  /** The document as PDF: the one that was kept, else a new one, for which documents of all projects take turns. */
  pdfOf(content: Content, extension: OfficeExtension): Promise<Uint8Array>;
  /** Removes what was made of bytes that are deleted, and ends what is being made of them. */
  forget(content: Content): Promise<void>;
};

/** Documents that wait to be converted, of all projects. */
const maxWaiting = 32;

/** A document that could not be converted is not tried again for so long, in ms: a try takes a minute at worst. */
const failureMs = 10 * 60_000;

type Job = {
  content: Content;
  extension: OfficeExtension;
  /** Aborts when the bytes are deleted. */
  deleted: AbortController;
  done: PromiseWithResolvers<Uint8Array>;
};

/** Converts one document at a time, each once however many ask for it; projects take turns. */
export function createOfficePages(deps: {
  converter: OfficeConverter;
  kept: KeptPages;
  blobs: Pick<BlobStore, "read">;
  /** Whether a source still has these bytes. */
  isUsed: (content: Content) => Promise<boolean>;
  /** The error for whoever comes when the queue is full. */
  tooBusy: (waiting: number) => Error;
  /** Told what could not be kept: its pictures work, and the next ones take as long. */
  onNotKept: (error: unknown) => void;
  /** Aborts when the service stops. */
  signal: AbortSignal;
}): OfficePages {
  const jobs = new Map<string, Job>();
  const queue = createFairQueue<Job>();
  const failures = new LRUCache<string, ConversionError>({ max: 1_000, ttl: failureMs });
  let working = false;

  const convert = async ({ content, extension, deleted }: Job): Promise<Uint8Array> => {
    const signal = AbortSignal.any([deps.signal, deleted.signal]);
    signal.throwIfAborted();
    const bytes = await deps.blobs.read(content.projectId, content.contentHash);
    if (isPdf(bytes)) return bytes; // under the name of an office document
    const pdf = await deps.converter.convert(bytes, extension, signal);
    signal.throwIfAborted();
    await deps.kept.keep(content, pdf).catch(deps.onNotKept);
    // Whoever asked may have found the source a moment before it was deleted.
    if (!(await deps.isUsed(content))) {
      await deps.kept.remove(content);
      throw fileNotFound();
    }
    return pdf;
  };

  const carryOut = async (job: Job) => {
    const key = keyOf(job.content);
    try {
      job.done.resolve(await convert(job));
    } catch (error) {
      if (error instanceof ConversionError) failures.set(key, error);
      job.done.reject(error);
    } finally {
      jobs.delete(key);
    }
  };

  const work = async () => {
    if (working) return;
    working = true;
    for (let job = queue.take(); job; job = queue.take()) await carryOut(job);
    working = false;
  };

  const start = (content: Content, extension: OfficeExtension): Job => {
    if (queue.size >= maxWaiting) throw deps.tooBusy(queue.size);
    const job = {
      content,
      extension,
      deleted: new AbortController(),
      done: Promise.withResolvers<Uint8Array>(),
    };
    job.done.promise.catch(() => {}); // told to those who wait for it
    jobs.set(keyOf(content), job);
    queue.push(content.projectId, job);
    void work();
    return job;
  };

  return {
    async pdfOf(content, extension) {
      const key = keyOf(content);
      const failure = failures.get(key);
      if (failure) throw failure;
      const running = jobs.get(key);
      if (running) return running.done.promise;
      const kept = await deps.kept.find(content);
      if (kept) return kept;
      return (jobs.get(key) ?? start(content, extension)).done.promise;
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

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";

const keyOf = ({ projectId, contentHash }: Content): string => contentKey(projectId, contentHash);
