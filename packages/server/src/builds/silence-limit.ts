import { formatOf } from "@headwater/reader";

/**
 * How long reading may go on without a word until it is taken for a hang, in ms. Readers report at least once a second
 * of work, so this is room for one long step on a busy machine:
 * - text: steps of some thousand characters or rows; the longest is decoding all of it, some seconds for 100 MB;
 * - package: a part of it is unpacked and parsed in one step, up to hundreds of MB of XML;
 * - pages and images: one page is one step, inside PDFium or the OCR, so this is the limit of a page, a setting;
 * - media: readers report each second, also while a transcriber works, which has a limit of its own.
 */
const limits = { text: 15_000, package: 20_000, media: 60_000 } as const;

/** The limit for documents with this extension (lowercase, without the dot). `pageMs` is what one page may take. */
export function silenceLimitMs(extension: string, pageMs: number): number {
  const kind = formatOf(extension)?.kind ?? "package";
  return kind === "pages" || kind === "image" ? pageMs : limits[kind];
}
