import type { EncoderFolder } from "./encoder-folder.ts";
import type { Encoded } from "./sentence-encoder.ts";

export type EncoderThreadData = { encoder: EncoderFolder };

/** To the thread: one text, with its prefix. */
export type EncodeText = { id: number; text: string };

/** From the thread. */
export type EncodeResult = ({ id: number } & Encoded) | { id: number; error: string };
