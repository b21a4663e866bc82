import { unzipSync, zipSync } from "fflate";
import { isCompoundFile } from "../package/signatures.ts";
import { ParseError } from "../parse-error.ts";
import { cleanCompoundFile } from "./clean-compound-file.ts";
import { cleanRichText, isRichText } from "./clean-rich-text.ts";
import { cleanXml } from "./clean-xml.ts";
import { isFontName, isSafePicture } from "./safe-picture.ts";

const maxParts = 20_000;
/** Documents in documents, such as a workbook behind a chart. */
const maxDepth = 3;
/** Code, and what was signed or encrypted in another form. */
const droppedParts = /(?:^|\/)(?:vbaproject\.bin|basic\/|scripts\/|.*\.(?:rtf\.gz|svgz|exe|dll))/i;

/**
 * Writes a zip package anew, each part without what leaves the document. Parts of other kinds than XML, known pictures,
 * fonts and documents are emptied. Throws ParseError for a damaged or too large package.
 */
export function cleanPackage(bytes: Uint8Array, maxBytes: number, depth = 0): Uint8Array {
  if (depth > maxDepth) return new Uint8Array();
  const parts = unpack(bytes, maxBytes);
  const cleaned = Object.entries(parts).map(([name, part]): [string, Uint8Array] => [
    name,
    droppedParts.test(name) ? new Uint8Array() : cleanPart(name, part, maxBytes, depth),
  ]);
  // OpenDocument names its kind in the first part, which is not compressed.
  cleaned.sort(([a], [b]) => Number(b === "mimetype") - Number(a === "mimetype"));
  return zipSync(Object.fromEntries(cleaned), { level: 0 });
}

function cleanPart(name: string, part: Uint8Array, maxBytes: number, depth: number): Uint8Array {
  if (name.endsWith("/") || part.length === 0 || name === "mimetype") return part;
  if (isSafePicture(part) || isFontName(name)) return part;
  if (part[0] === 0x50 && part[1] === 0x4b) return cleanPackage(part, maxBytes, depth + 1);
  if (isCompoundFile(part)) return cleanCompoundFile(part);
  if (isRichText(part)) return cleanRichText(part);
  return isXml(part) ? cleanXml(part) : new Uint8Array();
}

/** In UTF-8 or UTF-16, with or without a mark. */
const isXml = (part: Uint8Array): boolean =>
  Buffer.from(part.subarray(0, 64))
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "")
    .replaceAll("\u0000", "")
    .trimStart()
    .startsWith("<");

function unpack(bytes: Uint8Array, maxBytes: number): Record<string, Uint8Array> {
  let [left, parts] = [maxBytes, 0];
  const tooLarge = () => new ParseError("The document is not readable: unpacked, it is too large.");
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        parts += 1;
        left -= originalSize;
        if (parts > maxParts || left < 0) throw tooLarge();
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw new ParseError("The document is damaged: its zip package cannot be unpacked.", { cause });
  }
}
