/**
 * - `build`: a build the caller started, and may follow.
 * - `ingestion`: a build that makes a new file, until it has ended; its id is the build's.
 * - `file`: a file the caller ingested.
 * - `conversation`: a conversation the caller began.
 */
export type OwnedKind = "build" | "ingestion" | "file" | "conversation";

/**
 * Remembers who started what, for scoped callers. Ids are unique per kind. A store that rejects, or does not answer
 * within five seconds, closes: the request is answered 503.
 */
export type OwnershipStore = {
  /** Records the owner of an id, unless it has one already. Resolves when it is kept. */
  claim(kind: OwnedKind, id: string, caller: string): Promise<void>;
  ownerOf(kind: OwnedKind, id: string): Promise<string | undefined>;
  /** Everything of a kind that a caller owns, oldest first. */
  listOwned(kind: "ingestion" | "file", caller: string): Promise<readonly string[]>;
  /** Forgets an id. Resolves to whether it was there, so that of several who release it one knows to be the first. */
  release(kind: OwnedKind, id: string): Promise<boolean>;
};
