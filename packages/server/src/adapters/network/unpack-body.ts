import { pipeline, Readable, type Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { WebFetchError } from "../../ports/web-fetcher.ts";

export type BodyLimits = {
  /** Bytes, as sent and as unpacked. */
  maxBytes: number;
  /** How many times as large a body may become by unpacking. Small ones are free. */
  maxRatio: number;
};

/** What we can unpack, as a request says it. */
export const acceptedEncodings = "gzip, deflate, br, zstd";

/** Below this an unpacked body may have any ratio: a page of one repeated line is not a bomb. */
const freeBytes = 4 * 1024 * 1024;

/** One coding is what servers send; two are met behind proxies. */
const maxCodings = 2;

/** Yields the body as it was before it was packed for the way. Throws WebFetchError. */
export async function* unpackBody(
  raw: AsyncIterable<Uint8Array>,
  contentEncoding: string | null,
  { maxBytes, maxRatio }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  let [sent, unpacked] = [0, 0];
  const tooLarge = () => failed(`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  async function* counted() {
    for await (const piece of raw) {
      sent += piece.byteLength;
      if (sent > maxBytes) throw tooLarge();
      yield piece;
    }
  }
  const codings = codingsOf(contentEncoding);
  let body: AsyncIterable<Uint8Array> = counted();
  for (const coding of codings.reverse()) body = unpack(body, coding);
  for await (const piece of body) {
    unpacked += piece.byteLength;
    if (unpacked > maxBytes) throw tooLarge();
    if (codings.length > 0 && unpacked > freeBytes && unpacked > sent * maxRatio)
      throw failed(`it grows more than ${maxRatio} times by unpacking`);
    yield piece;
  }
}

function codingsOf(contentEncoding: string | null): string[] {
  const codings = (contentEncoding ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > maxCodings) throw failed(`it is packed ${codings.length} times over`);
  return codings;
}

async function* unpack(packed: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const pieces = packed[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const unpacker = unpackerFor(coding, first.value);
  async function* all() {
    yield first.value;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  // The iteration below throws what the pipeline meets.
  pipeline(Readable.from(all(), { objectMode: false }), unpacker, () => {});
  try {
    yield* unpacker as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code && /^(Z_|ERR__?Z|ERR_BROTLI|ZSTD|ERR_ZSTD)/.test(code))
      throw failed(`its ${coding} packing is damaged`, error);
    throw error;
  }
}

function unpackerFor(coding: string, first: Uint8Array): Transform {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    case "deflate":
      // Some servers leave out the zlib header, which begins with 8 in its lower half byte.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      throw failed(`its packing '${coding}' is not known`);
  }
}

const failed = (why: string, cause?: unknown) => new WebFetchError(why, { passing: false, cause });
