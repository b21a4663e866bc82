import { closeSync, copyFileSync, fstatSync, openSync, readSync } from "node:fs";

/** A write-ahead log with a damaged frame. Frames are counted from 1. */
export type CutLog = {
  frame: number;
  /** Whole commits behind the damaged frame. SQLite reads none of them, and writes over them. */
  lostCommits: number;
};

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;
/** What the file's own format allows. */
const largestPage = 65_536;

/**
 * Looks for a damaged frame with commits behind it. SQLite takes such a log for one that a crash has cut: it uses what
 * is before the frame and reports nothing. Null when there is no log, or when nothing was written behind its end.
 * The format is that of "WAL-mode File Format" in SQLite's documentation.
 */
export function findCut(database: string): CutLog | null {
  const file = openLog(database);
  if (file === null) return null;
  try {
    const header = read(file, 0, headerBytes);
    if (header.length < headerBytes) return null;
    const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
    const pageBytes = header.readUInt32BE(8);
    if ((header.readUInt32BE(0) & ~1) !== magic || pageBytes < 512 || pageBytes > largestPage) return null;
    const checksum = createChecksum(isBigEndian);
    checksum.add(header.subarray(0, 24));
    const isSound = checksum.equals(header.subarray(24, 32));
    // A damaged header makes every frame unreadable. Each frame repeats its salts.
    const salts = isSound ? header.subarray(16, 24) : read(file, headerBytes + 8, 8);

    const frameBytes = frameHeaderBytes + pageBytes;
    const frames = Math.floor((fstatSync(file).size - headerBytes) / frameBytes);
    let damaged = isSound ? 0 : 1;
    let commits = 0;
    for (let number = 1; number <= frames; number += 1) {
      const frame = read(file, headerBytes + (number - 1) * frameBytes, frameBytes);
      // The salts change each time the log begins anew: these frames are older than its end.
      const isOfThisLog = frame.subarray(8, 16).equals(salts);
      const isCommit = frame.readUInt32BE(4) > 0;
      if (damaged > 0) {
        if (isOfThisLog && isCommit) commits += 1;
        continue;
      }
      checksum.add(frame.subarray(0, 8));
      checksum.add(frame.subarray(frameHeaderBytes));
      if (!isOfThisLog || !checksum.equals(frame.subarray(16, 24))) damaged = number;
    }
    return commits > 0 ? { frame: damaged, lostCommits: commits } : null;
  } finally {
    closeSync(file);
  }
}

export const cutLogLine = ({ frame, lostCommits }: CutLog): string =>
  `The database's log is damaged in frame ${frame}: ${lostCommits} ${lostCommits === 1 ? "change" : "changes"} behind it can't be read.`;

export const afterPowerCut =
  "After a power cut these may be changes that were not acknowledged yet; otherwise the disk may be failing.";

/** Copies the log aside, before SQLite writes over it. Returns the copy's path. */
export function keepCutLog(database: string, now: Date): string {
  const copy = `${database}-wal.lost-${now.toISOString().replaceAll(/[-:]/g, "")}`;
  copyFileSync(`${database}-wal`, copy);
  return copy;
}

function openLog(database: string): number | null {
  try {
    return openSync(`${database}-wal`, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function read(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

/** SQLite's running sum over pairs of 32-bit words. */
function createChecksum(isBigEndian: boolean) {
  let [first, second] = [0, 0];
  return {
    add(bytes: Buffer): void {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at + 8 <= bytes.byteLength; at += 8) {
        first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
        second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
      }
    },
    equals: (stored: Buffer): boolean =>
      stored.readUInt32BE(0) === first && stored.readUInt32BE(4) === second,
  };
}
