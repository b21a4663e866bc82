import type { VersionId } from "../kernel/ids.ts";
import type { Acquire } from "../sources/acquire/acquire.ts";
import type { Source } from "../sources/source.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build, BuildOutcome, BuildProgress } from "./build.ts";
import type { BuildStore } from "./build-store.ts";
import type { DocumentReader, PreparedPart } from "./document-reader.ts";
import { gatherParts } from "./gather-parts.ts";
import { readInTurn } from "./read-in-turn.ts";
import { silenceLimitMs } from "./silence-limit.ts";
import {
  createVersionWriter,
  dropVersion,
  type VersionStores,
  type VersionWriter,
} from "./version-writer.ts";

export type RunBuild = (
  build: Build,
  options: { signal: AbortSignal; onProgress: (progress: BuildProgress) => void },
) => Promise<BuildOutcome>;

/**
 * The pipeline: acquire → read → write elements, chunks and index as a new version → activate. The stages are streams, a
 * part at a time, so that a build holds a few parts however long its documents are. Any throw fails the build.
 */
export function createRunBuild(
  deps: {
    sources: Pick<SourceStore, "find">;
    acquire: Acquire;
    read: DocumentReader;
    /** For what is fetched, beside uploads: neither waits for the other. */
    readFetched: DocumentReader;
    builds: Pick<BuildStore, "isLatest">;
  } & VersionStores,
): RunBuild {
  const findSource = async ({ projectId, fileId }: Build): Promise<Source> => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw new Error(`Source ${fileId} was deleted while its build was waiting`);
    return source;
  };

  const read = (
    source: Source,
    { projectId, fileId, buildId, method }: Build,
    { signal, onProgress }: Parameters<RunBuild>[1],
    note: (sentence: string) => void,
  ): AsyncIterable<PreparedPart> => {
    const isFetched = source.fileSource !== "local file";
    const readOne = isFetched ? deps.readFetched : deps.read;
    const documents = deps.acquire(source, {
      build: { projectId, fileId, buildId },
      signal,
      onProgress,
      note,
    });
    const parts = readInTurn(documents, ({ oneOfMany, ...document }, after) => {
      const silenceMs = silenceLimitMs(document.extension);
      // Whoever acquires many documents reports how far they all are; one alone says nothing of that.
      const limits = { signal, silenceMs, onProgress: oneOfMany ? () => {} : onProgress };
      return readOne({ ...document, method, after }, limits);
    });
    return isFetched ? gatherParts(parts) : parts;
  };

  const write = async (parts: AsyncIterable<PreparedPart>, version: VersionWriter, signal: AbortSignal) => {
    for await (const part of parts) {
      signal.throwIfAborted();
      await version.write(part);
    }
    signal.throwIfAborted();
    return version.outcome();
  };

  /** Answers the version that no one needs any more: the one replaced, or this one when a newer build was asked for. */
  const activate = async ({ fileId, buildId }: Build, versionId: VersionId): Promise<VersionId | null> =>
    (await deps.builds.isLatest(fileId, buildId)) ? deps.elements.activate(fileId, versionId) : versionId;

  return async (build, options) => {
    const source = await findSource(build);
    const version = createVersionWriter(deps, build);
    const notes: string[] = [];
    let outcome: BuildOutcome;
    let superseded: VersionId | null;
    try {
      const parts = read(source, build, options, (sentence) => notes.push(sentence));
      outcome = withNotes(await write(parts, version, options.signal), notes);
      superseded = await activate(build, version.versionId);
    } catch (error) {
      await version.drop();
      throw error;
    }
    // Outside the `try`: when this fails, the version that answers now must stay.
    if (superseded !== null) await dropVersion(deps, build.projectId, superseded);
    return outcome;
  };
}

const withNotes = (outcome: BuildOutcome, notes: string[]): BuildOutcome => {
  const sentences = [...(outcome.message === null ? [] : [outcome.message]), ...notes];
  return { ...outcome, message: sentences.length === 0 ? null : sentences.join(" ") };
};
