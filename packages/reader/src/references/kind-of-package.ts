import { unzipSync } from "fflate";
import { ParseError } from "../parse-error.ts";

/** Kinds of documents that can be laid out, some of which come under the extensions of others. */
export type ConvertibleKind =
  | "doc"
  | "docx"
  | "odt"
  | "rtf"
  | "ppt"
  | "pptx"
  | "odp"
  | "odg"
  | "xls"
  | "xlsx"
  | "ods";

const mainParts: readonly [pattern: RegExp, kind: ConvertibleKind][] = [
  [/^word\/\w+\.xml$/i, "docx"],
  [/^xl\/workbook\.\w+$/i, "xlsx"],
  [/^ppt\/presentation\.xml$/i, "pptx"],
];

const openDocuments: readonly [start: string, kind: ConvertibleKind][] = [
  ["application/vnd.oasis.opendocument.text", "odt"],
  ["application/vnd.oasis.opendocument.presentation", "odp"],
  ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["application/vnd.oasis.opendocument.graphics", "odg"],
];

/** What a zip package is, by its parts. Throws ParseError when it is not a document that can be laid out. */
export function kindOfPackage(bytes: Uint8Array, names: readonly string[]): ConvertibleKind {
  const media = names.includes("mimetype") ? mediaTypeOf(bytes) : "";
  const found =
    openDocuments.find(([start]) => media.startsWith(start))?.[1] ??
    mainParts.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  if (!found) throw new ParseError("The content is not an office document.");
  return found;
}

const maxMediaType = 200;

function mediaTypeOf(bytes: Uint8Array): string {
  const { mimetype } = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === "mimetype" && originalSize <= maxMediaType,
  });
  return Buffer.from(mimetype ?? []).toString("latin1");
}
