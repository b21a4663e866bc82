import type { ProjectId } from "../../kernel/ids.ts";
import type { ChunkHit, ChunkQueries, ChunkQuery } from "../chunk-index.ts";

/**
 * Port: the words' index of all projects, as one thread has it, over the words that the database has. One process
 * brings it up to the database.
 */
export type WordIndex = {
  /** Finds what was written before the call. */
  search(projectId: ProjectId, query: WordSearch): Promise<ChunkHit[]>;
  searchAll(projectId: ProjectId, query: WordSearches): Promise<ChunkHit[][]>;
  /** Stores what is new, where that pays. To be called every second or so. */
  tidy(): Promise<void>;
  /** Takes the terms of deleted documents out of what is stored. Answers whether there were any. */
  clear(): Promise<boolean>;
  /** Compares a project with the database, and lists what the index lacks or should drop. Answers how many versions. */
  compare(projectId: ProjectId): Promise<{ missing: number; leftOver: number }>;
};

/** As it comes over a port: file ids as one text, with a comma between two, which is passed on in no time. */
export type WordSearch = Omit<ChunkQuery, "fileIds"> & { fileIds?: string | undefined };

export type WordSearches = Omit<ChunkQueries, "fileIds"> & { fileIds?: string | undefined };
