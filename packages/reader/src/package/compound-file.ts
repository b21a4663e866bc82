import { ParseError } from "../parse-error.ts";
import { isCompoundFile } from "./signatures.ts";

/** The streams of a compound file ([MS-CFB]), the container of the binary Office formats. */
export type CompoundFile = {
  /** The stream of a name at the top of the container, in any case; undefined when there is none. */
  stream(name: string): Uint8Array | undefined;
};

const headerBytes = 512;
const entryBytes = 128;
const miniSectorShift = 6;
/** Smaller streams lie in the mini stream. */
const minStreamBytes = 4_096;
/** Numbers from here on are no sectors: they end chains, or mark what is free. */
const firstSpecialSector = 0xfffffffa;
const [STREAM, ROOT] = [2, 5];

/** The next sector of each sector. */
type Chains = (sector: number) => number;

type Entry = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
};

/**
 * Opens a compound file. Throws ParseError when it is damaged, or holds a document that a password protects. Chains that
 * run in circles end: nothing is read that is larger than the file. (The library `cfb` has no such limit: a few kB made
 * it take gigabytes.)
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  try {
    const streams = readStreams(bytes);
    if (streams.has("encryptedpackage")) throw passwordProtected();
    return { stream: (name) => streams.get(name.toLowerCase())?.() };
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw new ParseError("The document is damaged: its container cannot be read. Upload an intact copy.", {
      cause,
    });
  }
}

/** The error for a document that a password protects. */
export const passwordProtected = (): ParseError =>
  new ParseError("The document is protected with a password. Remove the password and upload it again.");

function readStreams(bytes: Uint8Array): Map<string, () => Uint8Array> {
  if (!isCompoundFile(bytes) || bytes.length < headerBytes) throw new Error("no header of a compound file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new Error(`sectors of 2^${shift} bytes`);
  const next = readChains(view, shift);
  const read = (start: number, size: number) =>
    followChain(bytes, { start, size: Math.min(size, bytes.length), shift, next, offset: 1 << shift });

  const entries = directoryEntries(read(view.getUint32(48, true), bytes.length));
  const root = entries.find(({ type }) => type === ROOT);
  if (!root) throw new Error("no root in the directory");
  const miniStream = read(root.start, root.size);
  const miniChains = words(read(view.getUint32(60, true), view.getUint32(64, true) * 2 ** shift));
  const readMini = ({ start, size }: Entry) =>
    followChain(miniStream, {
      start,
      size: Math.min(size, miniStream.length),
      shift: miniSectorShift,
      next: miniChains,
      offset: 0,
    });
  return new Map(
    childrenOf(root, entries)
      .filter(({ type }) => type === STREAM)
      .map((entry) => [
        entry.name.toLowerCase(),
        () => (entry.size < minStreamBytes ? readMini(entry) : read(entry.start, entry.size)),
      ]),
  );
}

/** Reads the table of chains. Its own sectors are listed in the header, and from there on in a chain of lists. */
function readChains(view: DataView, shift: number): Chains {
  const sectorBytes = 1 << shift;
  const sectors = Math.ceil(view.byteLength / sectorBytes);
  const table = new Uint32Array(sectors).fill(firstSpecialSector);
  const perSector = sectorBytes / 4;
  let known = 0;
  const add = (sector: number) => {
    const from = (sector + 1) * sectorBytes;
    for (let at = from; at < from + sectorBytes && known < sectors; at += 4, known += 1)
      table[known] = at + 4 <= view.byteLength ? view.getUint32(at, true) : firstSpecialSector;
  };
  for (let index = 0; index < 109 && known < sectors; index += 1) {
    const sector = view.getUint32(76 + 4 * index, true);
    if (sector >= firstSpecialSector) break;
    add(sector);
  }
  let list = view.getUint32(68, true);
  // Each list adds to the table, which ends the loop also when the lists go round in a circle.
  while (list < sectors && known < sectors) {
    const from = (list + 1) * sectorBytes;
    if (from + sectorBytes > view.byteLength) break;
    const before = known;
    for (let index = 0; index < perSector - 1; index += 1) {
      const sector = view.getUint32(from + 4 * index, true);
      if (sector < sectors) add(sector);
    }
    if (known === before) break;
    list = view.getUint32(from + sectorBytes - 4, true);
  }
  return (sector) => table[sector] ?? firstSpecialSector;
}

function words(bytes: Uint8Array): Chains {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (index) => (4 * index + 4 <= bytes.length ? view.getUint32(4 * index, true) : firstSpecialSector);
}

/** The first `size` bytes of a chain; fewer when it ends before. `offset` is where sector 0 begins. */
function followChain(
  bytes: Uint8Array,
  {
    start,
    size,
    shift,
    next,
    offset,
  }: { start: number; size: number; shift: number; next: Chains; offset: number },
): Uint8Array {
  const content = new Uint8Array(size);
  let length = 0;
  for (let sector = start; length < size && sector < firstSpecialSector; sector = next(sector)) {
    const from = offset + sector * 2 ** shift;
    if (from >= bytes.length) break;
    const piece = bytes.subarray(from, Math.min(from + 2 ** shift, from + size - length));
    content.set(piece, length);
    length += piece.length;
  }
  return content.subarray(0, length);
}

function directoryEntries(directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.length);
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62);
    entries.push({
      name: Buffer.from(directory.subarray(at, at + nameBytes)).toString("utf16le"),
      type: directory[at + 66] ?? 0,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** The entries directly below the root: a binary tree, which in damaged files may be none. */
function childrenOf(root: Entry, entries: readonly Entry[]): Entry[] {
  const found = new Set<Entry>();
  const waiting = [root.child];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = entries[number];
    if (!entry || found.has(entry)) continue;
    found.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...found];
}
