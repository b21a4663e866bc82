import { unzipSync } from "fflate";
import { defaultLimits, type ReadingLimits } from "../limits.ts";
import { ParseError } from "../parse-error.ts";
import { passwordProtected } from "./compound-file.ts";

const maxEntries = 20_000;
/** Maximum compression ratio. Text never compresses better than this, and pictures hardly compress. */
const maxRatio = 2_000;

/** A flag of each entry. The format's own encryption, which few programs use for documents. */
const encrypted = 1;

/** The parts of a document package by name. A part is unpacked when it is asked for. */
export type Archive = {
  has(name: string): boolean;
  /** Undefined when there is no such part. Throws ParseError when a part is damaged or far too large. */
  read(name: string): Uint8Array | undefined;
};

/** The expected file type, for messages: its name with an article, and its current and older extensions. */
export type PackageKind = { name: string; extension: string; before: string };

/** Opens a zip package. Throws ParseError for anything else. The message names the real type when it is known. */
export function openArchive(
  bytes: Uint8Array,
  kind: PackageKind,
  { unpackedBytes }: ReadingLimits = defaultLimits,
): Archive {
  if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) {
    throw new ParseError(
      `The document is protected with a password, or is an old .${kind.before} file under a new name. Remove the password, or save it as .${kind.extension}, and upload it again.`,
    );
  }
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    throw new ParseError(
      `The file is not ${kind.name} (.${kind.extension}). Open it in the program that made it and save it as .${kind.extension}.`,
    );
  }
  if (((bytes[6] ?? 0) & encrypted) !== 0) throw passwordProtected();
  const sizes = new Map<string, { size: number; originalSize: number }>();
  unzip(bytes, ({ name, size, originalSize }) => {
    sizes.set(name, { size, originalSize });
    if (sizes.size > maxEntries)
      throw new ParseError(
        "The document is not readable: it has more than 20,000 parts. Save it again in the program that made it and upload that.",
      );
    return false;
  });
  // The case of part names does not matter, as the packaging standard requires.
  const names = new Map([...sizes.keys()].map((name) => [name.toLowerCase().replace(/\\/g, "/"), name]));
  let left = unpackedBytes;
  return {
    has: (name) => names.has(name.toLowerCase()),
    read(name) {
      const entry = names.get(name.toLowerCase());
      const found = entry === undefined ? undefined : sizes.get(entry);
      if (entry === undefined || !found) return undefined;
      const { size, originalSize } = found;
      if (originalSize > left) throw tooLarge(unpackedBytes);
      if (originalSize > Math.max(size, 1024) * maxRatio) {
        throw new ParseError(
          "The document is not readable: unpacked, it would be far larger than any document. Save it again in the program that made it and upload that.",
        );
      }
      left -= originalSize;
      return unzip(bytes, (file) => file.name === entry)[entry];
    },
  };
}

const tooLarge = (limit: number): ParseError =>
  new ParseError(
    `The document is not readable: unpacked, it has more than ${Math.floor(limit / 1_000_000)} MB. Remove pictures, or split it, and upload it again.`,
  );

/** Names of the parts of a zip package, without unpacking any; none for a package that is damaged. */
export function partNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzip(bytes, ({ name }) => {
      if (names.length < maxEntries) names.push(name);
      return false;
    });
  } catch {
    return [];
  }
  return names;
}

type Filter = (file: { name: string; size: number; originalSize: number }) => boolean;

function unzip(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw new ParseError(
      "The document is damaged: its zip package cannot be unpacked. Upload an intact copy.",
      { cause },
    );
  }
}
