import { formatOf } from "@headwater/reader";
import { type NewVersion, VersionRemovedError } from "../elements/element-store.ts";
import type { VersionId } from "../kernel/ids.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { Acquire } from "../sources/acquire/acquire.ts";
import { type LeftOut, leftOutOf } from "../sources/acquire/left-out.ts";
import { contentKey } from "../sources/content-key.ts";
import type { Source } from "../sources/source.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build, BuildOutcome, BuildProgress } from "./build.ts";
import type { BuildStore } from "./build-store.ts";
import { type CopyStores, copyVersion } from "./copy-version.ts";
import type { DocumentReader, PreparedPart } from "./document-reader.ts";
import { BuildError, buildErrors } from "./errors.ts";
import { gatherParts } from "./gather-parts.ts";
import { joinSentences } from "./join-sentences.ts";
import { readFailedPages } from "./read-failed-pages.ts";
import { readInTurn } from "./read-in-turn.ts";
import { readPastPages } from "./read-past-pages.ts";
import { silenceLimitMs } from "./silence-limit.ts";
import { takeTurn } from "./take-turn.ts";
import { createVersionWriter, type VersionStores, type VersionWriter } from "./version-writer.ts";

export type RunOptions = {
  signal: AbortSignal;
  onProgress: (progress: BuildProgress) => void;
  /** Called when the document is read: from now on it needs no thread. */
  onRead: () => void;
  /** Whether more builds are about to be stored: this one may wait a moment for them. */
  hasCompany: () => boolean;
};

export type RunBuild = (build: Build, options: RunOptions) => Promise<BuildOutcome>;

/** Metadata of the documents from the acquirer (upload, crawl, repository, video). */
type Remarks = { notes: string[]; leftOut: LeftOut | null };

/** Where the parts of a version come from, and what is said of it. */
type Origin = { parts: AsyncIterable<PreparedPart>; remarks: Remarks } & Pick<
  NewVersion,
  "reader" | "duplicateOf"
>;

/**
 * The pipeline: acquire → read → write elements and chunks as a new version → activate. The stages are streams, a
 * part at a time, so that a build holds a few parts however long its documents are. Any throw fails the build. The same
 * bytes are read once in a project: their first builds take turns, and the later ones copy what the first one made.
 */
export function createRunBuild(
  deps: {
    sources: Pick<SourceStore, "find">;
    acquire: Acquire;
    read: DocumentReader;
    /** For what is fetched, beside uploads: neither waits for the other. */
    readFetched: DocumentReader;
    builds: Pick<BuildStore, "isLatest">;
    /** Names what reads documents and how; results of another one are not used. */
    reader: string;
    lock: ContentLock;
    /** What one page may take. */
    pageMs: number;
    /** Called with a version that answers from now on, while the one that it replaces is still there. Never rejects. */
    onActivated?: ((build: Build, versionId: VersionId) => Promise<void>) | undefined;
  } & VersionStores &
    Pick<CopyStores, "cutTerms">,
): RunBuild {
  const findSource = async ({ projectId, fileId }: Build): Promise<Source> => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw new Error(`Source ${fileId} was deleted while its build was waiting`);
    return source;
  };

  const read = (
    source: Source,
    { projectId, fileId, buildId, method, methodNamed }: Build,
    { signal, onProgress }: RunOptions,
    remarks: Remarks,
    pages?: number[],
  ): AsyncIterable<PreparedPart> => {
    const isFetched = source.fileSource !== "local file";
    const readOne = isFetched ? deps.readFetched : deps.read;
    const documents = deps.acquire(source, {
      build: { projectId, fileId, buildId },
      signal,
      onProgress,
      note: (sentence) => remarks.notes.push(sentence),
      leaveOut: (counts) => {
        remarks.leftOut = leftOutOf(counts);
      },
    });
    // Of what is fetched the type, and with it the default, is known only now.
    const asked = isFetched && !methodNamed ? {} : { method };
    const parts = readInTurn(documents, ({ oneOfMany, bytesAgain, ...document }, after) =>
      readPastPages(
        readOne,
        { ...document, ...asked, after, projectId, ...(pages ? { pages } : {}) },
        {
          signal,
          silenceMs: silenceLimitMs(document.extension, deps.pageMs),
          // An acquirer of many documents reports the progress of all of them; a single document has no such progress.
          onProgress: oneOfMany ? () => {} : onProgress,
          bytesAgain,
        },
      ),
    );
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
  const activate = async (
    { fileId, buildId }: Build,
    version: VersionWriter,
    hasCompany: () => boolean,
  ): Promise<VersionId | null> =>
    (await deps.builds.isLatest(fileId, buildId)) ? version.activate({ hasCompany }) : version.versionId;

  const makeVersion = async (
    build: Build,
    { parts, remarks, ...origin }: Origin,
    { signal, onRead, hasCompany }: Pick<RunOptions, "signal" | "onRead" | "hasCompany">,
  ): Promise<BuildOutcome> => {
    const version = createVersionWriter(deps, build, origin);
    let outcome: BuildOutcome;
    let superseded: VersionId | null;
    try {
      outcome = withRemarks(await write(parts, version, signal), remarks);
      onRead();
      superseded = await activate(build, version, hasCompany);
    } catch (error) {
      await version.drop();
      throw error;
    }
    if (superseded !== version.versionId) await deps.onActivated?.(build, version.versionId);
    // Outside the `try`: when this fails, the version that answers now must stay.
    if (superseded !== null) await deps.elements.removeVersion(superseded);
    if (!build.methodNamed) return outcome;
    const { method: _, ...asAsked } = outcome;
    return asAsked;
  };

  const makeByReading = (source: Source, build: Build, options: RunOptions): Promise<BuildOutcome> => {
    const remarks = noRemarks();
    const parts = read(source, build, options, remarks);
    return makeVersion(build, { parts, remarks, reader: deps.reader }, options);
  };

  const makeFromFailedPages = async (source: Source, build: Build, options: RunOptions) => {
    const active = await deps.elements.active(build.fileId);
    if (!active || active.failedPages.length === 0) throw new BuildError(buildErrors.nothingFailed());
    const remarks = noRemarks();
    const fresh = read(source, build, options, remarks, active.failedPages);
    // Without a reader: another document should not get pages that were read by themselves.
    return makeVersion(build, { parts: readFailedPages(deps, active, fresh), remarks }, options);
  };

  /** Takes over what was read from the same bytes, when there is something. */
  const makeOnce = async (source: Source, build: Build, options: RunOptions): Promise<BuildOutcome> => {
    const { projectId, fileId, contentHash, fileType } = source;
    const same = await deps.elements.findSame({
      ...{ projectId, fileId, contentHash, fileType, method: build.method, reader: deps.reader },
      // The text of a picture may be its file's name, which is private.
      fileName: formatOf(fileType)?.kind === "image" ? source.fileName : undefined,
    });
    if (!same) return makeByReading(source, build, options);
    try {
      const parts = copyVersion(deps, same, options.onProgress);
      const origin = { parts, remarks: noRemarks(), reader: deps.reader, duplicateOf: same.fileId };
      return await makeVersion(build, origin, options);
    } catch (error) {
      // It was deleted, or read again, while it was copied.
      if (!(error instanceof VersionRemovedError)) throw error;
      return makeByReading(source, build, options);
    }
  };

  return async (build, options) => {
    const source = await findSource(build);
    if (source.fileSource !== "local file" || build.task === "again")
      return makeByReading(source, build, options);
    if (build.task === "failed pages") return makeFromFailedPages(source, build, options);
    const key = `${contentKey(source.projectId, source.contentHash)}.${source.fileType} by ${build.method}`;
    return takeTurn(deps.lock, key, options.signal, () => makeOnce(source, build, options));
  };
}

const noRemarks = (): Remarks => ({ notes: [], leftOut: null });

const withRemarks = (outcome: BuildOutcome, { notes, leftOut }: Remarks): BuildOutcome => ({
  ...outcome,
  message: joinSentences([outcome.message, ...notes]),
  ...(leftOut ? { leftOut } : {}),
});
