import { randomUUID } from "node:crypto";

/** Identifiers are UUIDs on the wire. Each alias says what the identifier belongs to. */
export type ProjectId = string;
export type FileId = string;
export type BuildId = string;
/** One complete set of elements and chunks of a source. A reprocess writes a new version beside the active one. */
export type VersionId = string;
/** The chunks that one chunking configuration makes of a version. */
export type ChunkSetId = string;

/**
 * UUID version 7 (RFC 9562). It starts with the time in milliseconds, so rows that are written together are stored
 * together in the database. Writing elements then takes half the time it takes with random ids.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The smallest id that `newId` gives from this moment on. */
export const firstIdOf = (moment: Date): string => {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of our identifiers. Any other text is unknown and needs no query. */
export const isId = (text: string): boolean => uuid.test(text);
