import type { EncoderFolder } from "./encoder-folder.ts";

export type EncoderThreadData = { encoder: EncoderFolder; threads: number };

/** To the thread: one batch, with prefixes. */
export type EncodeBatch = { id: number; texts: string[] };

/** From the thread. */
export type BatchResult =
  | { id: number; vectors: Float32Array[]; tokens: number }
  | { id: number; error: string };
