import { createHash } from "node:crypto";
import type { ChunkingSplitter } from "@headwater/spec";

/** How a version is cut into chunks. */
export type ChunkingConfig = BuildChunking | FlowChunking;

/** The chunks of builds, with lengths in characters. Existing data folders know them by this very JSON. */
export type BuildChunking = {
  chunker: "title";
  /** Target length of a chunk. */
  target: number;
  /** Maximum length of a chunk, at least the target. */
  max: number;
};

/** The configuration of every build. Its chunks are in the index, and answers come from them. */
export const defaultChunking: BuildChunking = { chunker: "title", target: 900, max: 1500 };

/** The chunks of a flow: only what decides where they end, so that configurations that cut alike share their chunks. */
export type FlowChunking = {
  /** Counts the changes of the splitters' rules. Chunks that were made by older rules are made anew. */
  rules: typeof splitterRules;
  splitter: ChunkingSplitter;
  /** Maximum length of a chunk: tokens of the splitter `token`, else characters. */
  size: number;
  /** Maximum length that neighbouring chunks share, less than the size. */
  overlap: number;
  /** Element types that are left out, each once, sorted. */
  without: string[];
  /** Where `character` cuts first; absent of other splitters. */
  separator?: string;
  /** The deepest heading that begins a chunk of `title`, 0 for all of them; absent of other splitters. */
  level?: number;
  /** The space of the vectors that `semantic` compares; absent where it compares words, and of other splitters. */
  space?: string;
};

/** Raise it when a splitter cuts the same text elsewhere. */
export const splitterRules = 1;

/** The configuration as JSON with sorted keys. Equal configurations have the same text. */
export const canonicalConfig = (config: ChunkingConfig): string =>
  JSON.stringify(config, Object.keys(config).sort());

/** SHA-256 of the canonical configuration, in hexadecimal. Sets of one configuration are found by it. */
export const hashConfig = (config: ChunkingConfig): string =>
  createHash("sha256").update(canonicalConfig(config)).digest("hex");
