import { defaultLimits } from "../limits.ts";
import { openCompoundFile } from "../package/compound-file.ts";
import { partNames } from "../package/open-archive.ts";
import { isCompoundFile } from "../package/signatures.ts";
import { ParseError } from "../parse-error.ts";
import { cleanCompoundFile } from "./clean-compound-file.ts";
import { cleanPackage } from "./clean-package.ts";
import { cleanRichText, isRichText } from "./clean-rich-text.ts";
import { type ConvertibleKind, kindOfPackage } from "./kind-of-package.ts";

export type SelfContained = { bytes: Uint8Array; kind: ConvertibleKind };

/**
 * A document for programs that draw it: its kind by its bytes, whatever it is called, without references to anything
 * outside of it. What is read as elements never passes here. Throws ParseError for what is not an office document, and for
 * one that is damaged or protected by a password.
 */
export function selfContained(bytes: Uint8Array, maxBytes = defaultLimits.unpackedBytes): SelfContained {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const cleaned = cleanPackage(bytes, maxBytes);
    return { kind: kindOfPackage(bytes, partNames(bytes)), bytes: cleaned };
  }
  if (isRichText(bytes)) return { kind: "rtf", bytes: cleanRichText(bytes) };
  if (isCompoundFile(bytes)) return { kind: kindOfCompound(bytes), bytes: cleanCompoundFile(bytes) };
  throw new ParseError("The content is not an office document.");
}

function kindOfCompound(bytes: Uint8Array): ConvertibleKind {
  const container = openCompoundFile(bytes);
  if (container.stream("WordDocument")) return "doc";
  if (container.stream("Workbook") ?? container.stream("Book")) return "xls";
  if (container.stream("PowerPoint Document")) return "ppt";
  throw new ParseError("The content is not an office document.");
}
