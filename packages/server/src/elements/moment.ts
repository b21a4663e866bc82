import type { Element } from "./element.ts";

/** When something is said in a recording or a video, in seconds from its beginning. */
export type Moment = { startSeconds: number; endSeconds: number };

/** The moment of an element; undefined for one of anything else. */
export function momentOf({ metadata }: Pick<Element, "metadata">): Moment | undefined {
  const [startSeconds, endSeconds] = [metadata?.start_seconds, metadata?.end_seconds];
  return typeof startSeconds === "number" && typeof endSeconds === "number"
    ? { startSeconds, endSeconds }
    : undefined;
}
