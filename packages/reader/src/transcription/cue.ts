/** A line of subtitles, captions or speech with its time, in seconds from the beginning. */
export type Cue = { start: number; end: number; text: string };
