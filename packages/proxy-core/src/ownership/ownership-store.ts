/**
 * - `build`: a build that the caller started and may follow.
 * - `ingestion`: a build that makes a new file, until it has ended. Its id is the id of the build.
 * - `file`: a file that the caller ingested.
 * - `conversation`: a conversation that the caller began.
 * - `answer`: a streamed answer that the caller asked for. The service forgets it after some minutes; a store may, too.
 * - `run`: a run of a flow that the caller began, as `<flow>/<run id>`. The service forgets it after some days.
 */
export type OwnedKind = "build" | "ingestion" | "file" | "conversation" | "answer" | "run";

/**
 * Remembers which scoped caller started what. Ids are unique within a kind. If a store rejects or does not answer
 * within five seconds, the request is refused with 503.
 */
export type OwnershipStore = {
  /** Records the owner of an id unless the id has one already. Resolves when it is stored. */
  claim: (kind: OwnedKind, id: string, caller: string) => Promise<void>;
  ownerOf: (kind: OwnedKind, id: string) => Promise<string | undefined>;
  /** All ids of a kind that a caller owns, oldest first. */
  listOwned: (kind: "ingestion" | "file" | "conversation", caller: string) => Promise<readonly string[]>;
  /** Forgets an id. Resolves to whether the id was there: when several callers release it, only the first gets true. */
  release: (kind: OwnedKind, id: string) => Promise<boolean>;
};

/** A build that makes a file and has not ended yet, with the caller who started it. */
export type OpenIngestion = { buildId: string; caller: string };

/**
 * A store whose records outlive the process. With such a store `onFileReady` is called at least once for every file that
 * was recorded: after a restart the proxy goes on with the builds that `listOpen` names.
 */
export type LastingOwnershipStore = OwnershipStore & {
  readonly lasting: true;
  /** The ingestions of all callers, oldest first, at most `max`. */
  listOpen: (max: number) => Promise<readonly OpenIngestion[]>;
};
