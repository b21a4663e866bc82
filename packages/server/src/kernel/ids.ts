import { randomUUID } from "node:crypto";

/** Identifiers are UUIDs on the wire; the aliases say which noun one belongs to. */
export type ProjectId = string;
export type FileId = string;
export type BuildId = string;
/** One complete set of elements and chunks of a source: a reprocess writes a new one beside the active one. */
export type VersionId = string;
/** The chunks that one chunking configuration makes of a version. */
export type ChunkSetId = string;

/**
 * UUID version 7 (RFC 9562): begins with the time in milliseconds, so that rows written together lie together in the
 * database; writing elements takes half the time it takes with random ids.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text could be an identifier of ours at all; anything else is answered as unknown without a query. */
export const isId = (text: string): boolean => uuid.test(text);
