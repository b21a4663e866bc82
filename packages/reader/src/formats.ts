import type { MediaOptions } from "./formats/media/parse-media.ts";
import type { OpenPdf } from "./formats/pdf/pdf-document.ts";
import type { OpenOcr } from "./ocr/open-ocr.ts";
import type { Parser } from "./parser.ts";
import type { DocumentVision } from "./vision/document-vision.ts";

/**
 * What decides the cost of reading a format, for limits on time and memory: characters to read, a zip package of XML to
 * unpack, pages to lay out, pictures to recognise text in, or recordings to hear.
 */
export type FormatKind = "text" | "package" | "pages" | "image" | "media";

/** A file type that can be read. */
export type Format = {
  /** Lowercase, without the dot. */
  extension: string;
  mediaType: string;
  kind: FormatKind;
  /** Whether its pages can be shown as pictures. */
  paged: boolean;
};

/** What parsers need from outside. It is requested when the first document of a kind comes. */
export type ParserDependencies = {
  pdfReader: () => Promise<OpenPdf>;
  openOcr: OpenOcr;
  media: MediaOptions;
  vision?: DocumentVision | undefined;
};

type LoadParser = (dependencies: ParserDependencies) => Promise<Parser>;

const word: LoadParser = async () => (await import("./formats/word/parse-word.ts")).parseWord;
const wordBinary: LoadParser = async () =>
  (await import("./formats/word-binary/parse-word-binary.ts")).parseWordBinary;
const openDocument: LoadParser = async () =>
  (await import("./formats/opendocument/parse-opendocument.ts")).parseOpenDocument;
const text: LoadParser = async () => (await import("./formats/text/parse-text.ts")).parseText;
const markdown: LoadParser = async () => (await import("./formats/markdown/parse-markdown.ts")).parseMarkdown;
const html: LoadParser = async () => (await import("./formats/html/parse-html.ts")).parseHtml;
const delimited: LoadParser = async () =>
  (await import("./formats/delimited/parse-delimited.ts")).parseDelimited;
const spreadsheet: LoadParser = async () =>
  (await import("./formats/spreadsheet/parse-spreadsheet.ts")).parseSpreadsheet;
const presentation: LoadParser = async () =>
  (await import("./formats/presentation/parse-presentation.ts")).parsePresentation;
const richText: LoadParser = async () =>
  (await import("./formats/rich-text/parse-rich-text.ts")).parseRichText;
const webArchive: LoadParser = async () =>
  (await import("./formats/web-archive/parse-web-archive.ts")).parseWebArchive;
const presentationBinary: LoadParser = async () =>
  (await import("./formats/presentation-binary/parse-presentation-binary.ts")).parsePresentationBinary;
const pdf: LoadParser = async ({ pdfReader, openOcr, vision }) =>
  (await import("./formats/pdf/parse-pdf.ts")).createPdfParser(await pdfReader(), openOcr, vision);
const image: LoadParser = async ({ openOcr, vision }) =>
  (await import("./formats/image/parse-image.ts")).createImageParser(openOcr, vision);
const media: LoadParser = async ({ media }) =>
  (await import("./formats/media/parse-media.ts")).createMediaParser(media);

const odt = "application/vnd.oasis.opendocument.text";
const pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The one table of all formats. A new format needs only a row here, besides its own folder. */
const table: readonly (Format & { load: LoadParser })[] = [
  { extension: "pdf", mediaType: "application/pdf", kind: "pages", paged: true, load: pdf },
  { extension: "doc", mediaType: "application/msword", kind: "package", paged: false, load: wordBinary },
  { extension: "docx", mediaType: docx, kind: "package", paged: false, load: word },
  { extension: "odt", mediaType: odt, kind: "package", paged: false, load: openDocument },
  { extension: "txt", mediaType: "text/plain", kind: "text", paged: false, load: text },
  { extension: "text", mediaType: "text/plain", kind: "text", paged: false, load: text },
  { extension: "md", mediaType: "text/markdown", kind: "text", paged: false, load: markdown },
  { extension: "html", mediaType: "text/html", kind: "text", paged: false, load: html },
  { extension: "htm", mediaType: "text/html", kind: "text", paged: false, load: html },
  {
    extension: "ppt",
    mediaType: "application/vnd.ms-powerpoint",
    kind: "package",
    paged: false,
    load: presentationBinary,
  },
  { extension: "pptx", mediaType: pptx, kind: "package", paged: false, load: presentation },
  { extension: "csv", mediaType: "text/csv", kind: "text", paged: false, load: delimited },
  { extension: "tsv", mediaType: "text/tab-separated-values", kind: "text", paged: false, load: delimited },
  {
    extension: "xls",
    mediaType: "application/vnd.ms-excel",
    kind: "package",
    paged: false,
    load: spreadsheet,
  },
  { extension: "xlsx", mediaType: xlsx, kind: "package", paged: false, load: spreadsheet },
  { extension: "png", mediaType: "image/png", kind: "image", paged: true, load: image },
  { extension: "jpg", mediaType: "image/jpeg", kind: "image", paged: true, load: image },
  { extension: "jpeg", mediaType: "image/jpeg", kind: "image", paged: true, load: image },
  { extension: "tiff", mediaType: "image/tiff", kind: "image", paged: true, load: image },
  { extension: "bmp", mediaType: "image/bmp", kind: "image", paged: true, load: image },
  { extension: "heic", mediaType: "image/heic", kind: "image", paged: true, load: image },
  { extension: "mp3", mediaType: "audio/mpeg", kind: "media", paged: false, load: media },
  { extension: "wav", mediaType: "audio/wav", kind: "media", paged: false, load: media },
  { extension: "m4a", mediaType: "audio/mp4", kind: "media", paged: false, load: media },
  { extension: "ogg", mediaType: "audio/ogg", kind: "media", paged: false, load: media },
  { extension: "flac", mediaType: "audio/flac", kind: "media", paged: false, load: media },
  { extension: "mp4", mediaType: "video/mp4", kind: "media", paged: false, load: media },
  { extension: "mov", mediaType: "video/quicktime", kind: "media", paged: false, load: media },
  { extension: "avi", mediaType: "video/x-msvideo", kind: "media", paged: false, load: media },
  { extension: "mkv", mediaType: "video/x-matroska", kind: "media", paged: false, load: media },
  { extension: "webm", mediaType: "video/webm", kind: "media", paged: false, load: media },
];

/** Other spellings of extensions, which programs give to files of the same format. */
const spellings: readonly (readonly [written: string, extension: string])[] = [
  ["tif", "tiff"],
  ["heif", "heic"],
  ["jfif", "jpg"],
  ["markdown", "md"],
  ["xhtml", "html"],
];

const byExtension: ReadonlyMap<string, (typeof table)[number]> = new Map([
  ...table.map((format) => [format.extension, format] as const),
  ...spellings.flatMap(([written, extension]) =>
    table.filter((format) => format.extension === extension).map((format) => [written, format] as const),
  ),
]);

/** Every format that can be read, in the order the contract lists their extensions. */
export const formats: readonly Format[] = table.map(({ load: _, ...format }) => format);

/** Extensions that can be read: lowercase, without the dot. */
export const readableExtensions: readonly string[] = table.map(({ extension }) => extension);

/** The format of an extension (lowercase, without the dot), also of `tif` and the like; undefined when it can't be read. */
export function formatOf(extension: string): Format | undefined {
  return byExtension.get(extension);
}

/** Formats that are read under the extensions of others, and not under their own: both are often named `.doc`. */
const disguised: ReadonlyMap<string, LoadParser> = new Map([
  ["rtf", richText],
  ["mhtml", webArchive],
]);

/**
 * The loader of the parser for an extension; undefined when there is none. Parsers are loaded on first use, so that the
 * start stays fast.
 */
export function parserFor(extension: string): LoadParser | undefined {
  return byExtension.get(extension)?.load;
}

/** The loader of the parser for what a file is, whatever its extension says. */
export function parserForContent(trueExtension: string): LoadParser | undefined {
  return parserFor(trueExtension) ?? disguised.get(trueExtension);
}
