import { formatOf } from "@headwater/reader";
import type { FileSource } from "../sources/source.ts";

/**
 * Builds wait in three queues, so that a line of text never waits behind a book, and no upload behind a site that answers
 * once a second: what is fetched waits for others most of the time.
 */
export const lanes = ["quick", "heavy", "web"] as const;

export type Lane = (typeof lanes)[number];

/** Read within about a second: text of this size, or a PDF of some forty pages of text. */
const quickBytes = 256 * 1024;
const quickPages = 20;

/** Builds that fetch at a time. They share a thread that reads for them alone. */
const webLimit = 8;

type Known = { bytes: number; pages: number | null; fileSource: FileSource; fileType: string };

/** The lane for a source of which so much is known; `pages` only once it was opened. */
export const laneOf = ({ bytes, pages, fileSource, fileType }: Known): Lane => {
  if (fileSource !== "local file") return "web";
  // Recognising the text of a picture takes seconds, and hearing a recording minutes, however small the file is.
  const kind = formatOf(fileType)?.kind;
  return kind === "image" || kind === "media" || bytes > quickBytes || (pages ?? 0) > quickPages
    ? "heavy"
    : "quick";
};

export type LaneCounts = Record<Lane, number>;

/** Threads that may read at a time. One worker is not enough for two lanes; idle threads end, so the other costs no memory at rest. */
export const threadsFor = (workers: number): number => Math.max(2, workers);

/** Heavy builds at a time: one thread is always left to the quick ones. */
const heavyLimit = (workers: number): number => Math.max(1, workers - 1);

/**
 * The lanes that may have one more build, in the order in which to ask them. Heavy builds never hold all threads. Quick
 * ones may, while nothing heavy waits: a heavy build gets the next free thread when none runs, so neither lane starves.
 */
export function lanesWithRoom(running: LaneCounts, workers: number): Lane[] {
  const { quick, heavy, web } = running;
  const lanes: Lane[] = web < webLimit ? ["web"] : [];
  if (quick < Math.max(1, workers - heavy)) lanes.push("quick");
  if (heavy < heavyLimit(workers) && quick + heavy < threadsFor(workers)) {
    if (heavy === 0) lanes.unshift("heavy");
    else lanes.push("heavy");
  }
  return lanes;
}

/** Whether a quick build that turns out to be heavy may go on where it runs. */
export const mayTurnHeavy = ({ heavy }: LaneCounts, workers: number): boolean => heavy < heavyLimit(workers);
