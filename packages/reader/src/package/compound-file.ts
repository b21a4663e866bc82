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
/** Numbers from here on are not sectors: they end chains, or mark what is free. */
const firstSpecialSector = 0xfffffffa;
const [STORAGE, STREAM, ROOT] = [1, 2, 5];

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

type Container = {
  /** All entries of the directory, by their number. */
  entries: readonly Entry[];
  root: Entry;
  read(entry: Entry): Uint8Array;
  /** Puts content of the same length back where `read` found it. */
  write(entry: Entry, content: Uint8Array): void;
  directory: Uint8Array;
  /** Puts the directory and the mini stream back after changes. */
  finish(): void;
};

function openContainer(bytes: Uint8Array): Container {
  if (!isCompoundFile(bytes) || bytes.length < headerBytes) throw new Error("no header of a compound file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new Error(`sectors of 2^${shift} bytes`);
  const next = readChains(view, shift);
  const large = (start: number, size: number): Chain => ({
    start,
    size: Math.min(size, bytes.length),
    shift,
    next,
    offset: 1 << shift,
  });

  const directoryChain = large(view.getUint32(48, true), bytes.length);
  const directory = followChain(bytes, directoryChain);
  const entries = directoryEntries(directory);
  const root = entries.find(({ type }) => type === ROOT);
  if (!root) throw new Error("no root in the directory");
  const miniStreamChain = large(root.start, root.size);
  const miniStream = followChain(bytes, miniStreamChain);
  const miniChains = words(
    followChain(bytes, large(view.getUint32(60, true), view.getUint32(64, true) * 2 ** shift)),
  );
  const placeOf = ({ start, size }: Entry): [bytes: Uint8Array, chain: Chain] =>
    size < minStreamBytes
      ? [
          miniStream,
          {
            start,
            size: Math.min(size, miniStream.length),
            shift: miniSectorShift,
            next: miniChains,
            offset: 0,
          },
        ]
      : [bytes, large(start, size)];
  return {
    entries,
    root,
    directory,
    read: (entry) => followChain(...placeOf(entry)),
    write(entry, content) {
      const [whole, chain] = placeOf(entry);
      fillChain(whole, chain, content);
    },
    finish() {
      fillChain(bytes, miniStreamChain, miniStream);
      fillChain(bytes, directoryChain, directory);
    },
  };
}

function readStreams(bytes: Uint8Array): Map<string, () => Uint8Array> {
  const { entries, root, read } = openContainer(bytes);
  return new Map(
    childrenOf(root, entries)
      .filter(({ type }) => type === STREAM)
      .map((entry) => [entry.name.toLowerCase(), () => read(entry)]),
  );
}

/**
 * A copy of a compound file with other content in its streams, at every level. `change` gets the name of each stream and
 * its bytes, and changes them where they are. A storage that is not kept is renamed, so that no program finds it. Throws
 * ParseError as `openCompoundFile` does.
 */
export function changeCompoundFile(
  bytes: Uint8Array,
  {
    keepsStorage,
    change,
  }: { keepsStorage: (name: string) => boolean; change: (name: string, content: Uint8Array) => void },
): Uint8Array {
  openCompoundFile(bytes);
  const copy = Uint8Array.from(bytes);
  const container = openContainer(copy);
  for (const [number, entry] of container.entries.entries()) {
    if (entry.type === STORAGE && !keepsStorage(entry.name))
      container.directory.set(Buffer.from("~", "utf16le"), number * entryBytes);
    if (entry.type !== STREAM) continue;
    const content = container.read(entry);
    change(entry.name, content);
    container.write(entry, content);
  }
  container.finish();
  return copy;
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

/** Where a stream lies: its first sector, and how these follow each other. `offset` is where sector 0 begins. */
type Chain = { start: number; size: number; shift: number; next: Chains; offset: number };

/** The first `size` bytes of a chain; fewer when it ends before. */
function followChain(bytes: Uint8Array, chain: Chain): Uint8Array {
  const content = new Uint8Array(chain.size);
  let length = 0;
  for (const piece of piecesOf(bytes, chain)) {
    content.set(piece, length);
    length += piece.length;
  }
  return content.subarray(0, length);
}

/** Writes content over the bytes of a chain. */
function fillChain(bytes: Uint8Array, chain: Chain, content: Uint8Array): void {
  let done = 0;
  for (const piece of piecesOf(bytes, { ...chain, size: content.length })) {
    piece.set(content.subarray(done, done + piece.length));
    done += piece.length;
  }
}

function* piecesOf(bytes: Uint8Array, { start, size, shift, next, offset }: Chain): Generator<Uint8Array> {
  let length = 0;
  for (let sector = start; length < size && sector < firstSpecialSector; sector = next(sector)) {
    const from = offset + sector * 2 ** shift;
    if (from >= bytes.length) break;
    const piece = bytes.subarray(from, Math.min(from + 2 ** shift, from + size - length));
    yield piece;
    length += piece.length;
  }
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

/** The entries directly below the root: a binary tree, which may be damaged. */
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
