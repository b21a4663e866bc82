import { joined } from "../forward/read-limited.ts";
import type { BodyFilter } from "../plan.ts";
import { readPart } from "./read-part.ts";
import { malformed } from "./upload-errors.ts";

export type MultipartRules = {
  /** Sent before the parts of the client. */
  before: Uint8Array;
  /** Called for each part that is a file. Throws a `Refusal` when it may not pass. */
  onFile: (fileNames: readonly string[]) => void;
  /** Called with the size of the current file so far. Throws a `Refusal` when it is too large. */
  onFileBytes: (bytes: number) => void;
  /** Whether a field of this name is withheld from the service. */
  isWithheld: (name: string) => boolean;
};

const maxPartHeaderBytes = 16 * 1024;
const [cr, lf, dash] = [13, 10, 45];

/**
 * Reads a multipart body (RFC 7578) while it passes. A field that is withheld gets another name of the same length, so
 * that the body keeps the length that the client announced. What two readers could understand differently is refused.
 */
export function createMultipartFilter(boundary: string, rules: MultipartRules): BodyFilter {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  let state: "start" | "headers" | "content" | "end" = "start";
  let pending: Uint8Array = new Uint8Array();
  let isFile = false;
  let fileBytes = 0;

  const count = (bytes: number) => {
    fileBytes += bytes;
    if (isFile && bytes > 0) rules.onFileBytes(fileBytes);
  };

  /** Handles as much of `pending` as can be. Returns what may be sent, and leaves the rest. */
  function step(): Uint8Array | undefined {
    if (state === "end") return take(pending.length);
    if (state === "headers") return readHeaders();
    // The first delimiter has no line break before it.
    const needle = state === "start" ? delimiter.subarray(2) : delimiter;
    const at = indexOf(pending, needle);
    if (state === "start" && at !== 0) {
      if (pending.length >= needle.length) throw malformed("it does not begin with its boundary");
      return undefined;
    }
    if (at === -1) {
      // An unfinished delimiter may be at the end.
      const safe = Math.max(0, pending.length - needle.length + 1);
      count(safe);
      return safe === 0 ? undefined : take(safe);
    }
    const end = at + needle.length;
    if (pending.length < end + 2) {
      count(at);
      return at === 0 ? undefined : take(at);
    }
    const isLast = pending[end] === dash && pending[end + 1] === dash;
    if (!isLast && !(pending[end] === cr && pending[end + 1] === lf)) throw malformed("a boundary goes on");
    count(at);
    state = isLast ? "end" : "headers";
    return take(end + 2);
  }

  function readHeaders(): Uint8Array | undefined {
    const blank = indexOf(pending, blankLine);
    if (blank === -1) {
      if (pending.length > maxPartHeaderBytes) throw malformed("the headers of a part are too long");
      return undefined;
    }
    if (indexOf(pending.subarray(0, blank), delimiter) !== -1)
      throw malformed("a part ends within its headers");
    const part = readPart(pending.subarray(0, blank), rules.isWithheld);
    isFile = part.fileNames.length > 0;
    fileBytes = -lineBreak.length;
    if (isFile) rules.onFile(part.fileNames);
    pending.set(part.headers);
    state = "content";
    // The line break that ends the headers may begin the next delimiter, as other readers see it.
    return take(blank + lineBreak.length);
  }

  function take(length: number): Uint8Array {
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    return taken;
  }

  let isFirst = true;
  return {
    addedBytes: rules.before.byteLength,
    pass(chunk) {
      // A copy: the headers of a part are rewritten in place.
      pending = joined([pending, chunk], pending.byteLength + chunk.byteLength);
      const passed: Uint8Array[] = [];
      for (let piece = step(); piece !== undefined; piece = step()) {
        passed.push(piece);
        if (pending.length === 0) break;
      }
      if (isFirst && passed.length > 0) {
        isFirst = false;
        passed.unshift(rules.before);
      }
      return joined(
        passed,
        passed.reduce((sum, { byteLength }) => sum + byteLength, 0),
      );
    },
    end() {
      if (state !== "end") throw malformed("it has no end");
    },
  };
}

const lineBreak = new Uint8Array([cr, lf]);
const blankLine = new Uint8Array([cr, lf, cr, lf]);

function indexOf(bytes: Uint8Array, needle: Uint8Array): number {
  const [first = 0] = needle;
  const last = bytes.length - needle.length;
  for (let at = bytes.indexOf(first); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1))
    if (needle.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
