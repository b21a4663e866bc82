import { createHash } from "node:crypto";

/** How a version is cut into chunks: the chunker and its lengths in characters. */
export type ChunkingConfig = {
  chunker: "title";
  /** Target length of a chunk. */
  target: number;
  /** Maximum length of a chunk, at least the target. */
  max: number;
};

/** The configuration of every build. Its chunks are in the index, and answers come from them. */
export const defaultChunking: ChunkingConfig = { chunker: "title", target: 900, max: 1500 };

/** The configuration as JSON with sorted keys. Equal configurations have the same text. */
export const canonicalConfig = (config: ChunkingConfig): string =>
  JSON.stringify(config, Object.keys(config).sort());

/** SHA-256 of the canonical configuration, in hexadecimal. Sets of one configuration are found by it. */
export const hashConfig = (config: ChunkingConfig): string =>
  createHash("sha256").update(canonicalConfig(config)).digest("hex");
