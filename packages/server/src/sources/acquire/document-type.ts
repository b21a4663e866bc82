import { formatOf, formats, readableExtensions } from "@headwater/reader";
import { extensionOfPath } from "../web-address.ts";
import { AcquireError } from "./acquire.ts";
import type { Resource } from "./fetch-resource.ts";

/** Media types that say nothing of what the bytes are: then the name decides. */
const vague = new Set(["", "application/octet-stream", "binary/octet-stream", "application/download"]);

/** Other names of media types that can be read. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "application/xhtml+xml": "html",
    "text/x-markdown": "md",
    "application/csv": "csv",
    "application/x-pdf": "pdf",
    "audio/mp3": "mp3",
    "audio/x-mp3": "mp3",
    "audio/x-wav": "wav",
    "audio/wave": "wav",
    "audio/vnd.wave": "wav",
    "audio/m4a": "m4a",
    "audio/x-m4a": "m4a",
    "application/ogg": "ogg",
    "audio/opus": "ogg",
    "audio/x-flac": "flac",
    "audio/webm": "webm",
    "audio/x-matroska": "mkv",
    "video/ogg": "ogg",
    "video/x-m4v": "mp4",
    "video/avi": "avi",
    "video/vnd.avi": "avi",
    "video/matroska": "mkv",
  }),
);

/** The media type of a Content-Type, without its parameters. */
export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(";")[0] ?? "").trim().toLowerCase();

/**
 * What was fetched is read as this extension. A signature goes before the media type, and that before the name; a name
 * distinguishes texts that all come as `text/plain`. Throws AcquireError for what can't be read.
 */
export function documentType({ url, bytes, contentType, contentDisposition }: Resource): string {
  const mediaType = mediaTypeOf(contentType);
  const named = namedExtension(contentDisposition) ?? extensionOfPath(URL.parse(url)?.pathname ?? "");
  const readable = (named !== null && formatOf(named)?.extension) || null;
  const extension =
    signatureOf(bytes) ??
    (vague.has(mediaType) || (mediaType === "text/plain" && isText(readable)) ? readable : null) ??
    extensionOfMediaType(mediaType, readable) ??
    (vague.has(mediaType) && named === null && looksLikeHtml(bytes) ? "html" : null);
  if (extension === null || !formatOf(extension)) {
    const kind = mediaType || (named === null ? "an unknown type" : `.${named}`);
    throw new AcquireError(
      `${url} is a file of ${kind}, which can't be read. Types that can: ${readableExtensions.join(", ")}.`,
    );
  }
  return extension;
}

const isText = (extension: string | null) => extension !== null && formatOf(extension)?.kind === "text";

/** Of several extensions of a media type, the one that the address names. */
function extensionOfMediaType(mediaType: string, named: string | null): string | null {
  const fitting = formats
    .filter((format) => format.mediaType === mediaType)
    .map(({ extension }) => extension);
  if (named !== null && fitting.includes(named)) return named;
  return fitting[0] ?? aliases.get(mediaType) ?? null;
}

/** Signatures that no text begins with, of formats that are often sent under another name. */
function signatureOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  if (start.toString("latin1").startsWith("%PDF-")) return "pdf";
  if (start.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return "png";
  if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpg";
  return null;
}

const looksLikeHtml = (bytes: Uint8Array): boolean =>
  /^\s*(<!doctype html|<html|<head|<body|<!--)/i.test(Buffer.from(bytes.subarray(0, 512)).toString("latin1"));

/** RFC 6266: `filename*` goes before `filename`. Only its ending is used. */
function namedExtension(contentDisposition: string): string | null {
  const name =
    /filename\*\s*=\s*[^';]*'[^';]*'([^;]+)/i.exec(contentDisposition)?.[1] ??
    /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(contentDisposition)?.[1] ??
    /filename\s*=\s*([^;\s]+)/i.exec(contentDisposition)?.[1];
  return name === undefined ? null : extensionOfPath(`/${name}`);
}
