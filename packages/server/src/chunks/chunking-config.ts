import { createHash } from "node:crypto";

/** How a version is cut into chunks: the chunker and its lengths in characters. */
export type ChunkingConfig = {
  chunker: "title";
  /** What a chunk aims at. */
  target: number;
  /** What a chunk never passes, at least the target. */
  max: number;
};

/** What every build cuts by: its chunks are those that the index holds and questions are answered from. */
export const defaultChunking: ChunkingConfig = { chunker: "title", target: 900, max: 1500 };

/** The configuration as JSON with its keys in order: the same text for the same configuration, however it was written. */
export const canonicalConfig = (config: ChunkingConfig): string =>
  JSON.stringify(config, Object.keys(config).sort());

/** SHA-256 of the canonical configuration, in hexadecimal: what sets of one configuration are found by. */
export const hashConfig = (config: ChunkingConfig): string =>
  createHash("sha256").update(canonicalConfig(config)).digest("hex");
