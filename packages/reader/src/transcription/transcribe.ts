/** What was said in one breath. */
export type SpeechSegment = {
  text: string;
  /** Seconds from the beginning of the recording. */
  startSeconds: number;
  endSeconds: number;
};

export type Speech = {
  /** In the order in which they were said. Empty when nothing was said. */
  segments: SpeechSegment[];
  /** BCP 47, when the transcriber knows it. */
  language: string | null;
};

export type TranscribeOptions = {
  /** Stops the work. The promise then rejects with the signal's reason. */
  signal: AbortSignal;
  /** BCP 47 code of the language that is probably spoken; absent: the transcriber finds out. */
  language?: string | undefined;
};

/**
 * Port: turns speech into text. A model behind an address and a program on this machine implement it.
 */
export type Transcriber = {
  /** For messages: the model's name, or the program's. */
  name: string;
  /** Longest recording in seconds that it takes at once. The caller cuts longer ones. */
  maxSeconds: number;
  /** `wav`: 16 kHz, mono, 16 bits. Throws TranscriptionError, whose message is written for the person who brought the recording. */
  transcribe: (wav: Uint8Array, options: TranscribeOptions) => Promise<Speech>;
};

/** The transcriber could not do its work: it can't be reached, refuses, or takes too long. */
export class TranscriptionError extends Error {
  override readonly name = "TranscriptionError";
}
