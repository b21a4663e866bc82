import { type FormatKind, formatOf } from "@headwater/reader";

/**
 * How long reading may go on without a word until it is taken for a hang, in ms. Readers report at least once a second
 * of work, so this is room for one long step on a busy machine:
 * - text: steps of some thousand characters or rows; the longest is decoding all of it, some seconds for 100 MB;
 * - package: a part of it is unpacked and parsed in one step, up to hundreds of MB of XML;
 * - pages: one page is one step inside PDFium, and a map or a drawing may have millions of lines;
 * - image: the text of one picture is recognised in one step, which ends by itself after 45 s;
 * - media: readers report each second, also while a transcriber works, which has a limit of its own.
 */
const limits: Record<FormatKind, number> = {
  text: 15_000,
  package: 20_000,
  pages: 60_000,
  image: 60_000,
  media: 60_000,
};

/** The limit for documents with this extension (lowercase, without the dot). */
export const silenceLimitMs = (extension: string): number => limits[formatOf(extension)?.kind ?? "package"];
