import type { Chunk } from "../../chunks/chunk.ts";

/** Cuts chunks into their terms, off the main thread, and hashes these: the i-th are those of `chunks[i]`. */
export type CutTerms = (chunks: Pick<Chunk, "title" | "text">[]) => Promise<Uint32Array[]>;
