import { formatOf } from "@headwater/reader";
import { allowedExtensions } from "@headwater/spec";
import { fileExtensionMissing, fileNameMissing, fileNameTooLong, unsupportedFileType } from "./errors.ts";

const MAX_NAME_LENGTH = 255;

/** Control characters, line breaks of any kind, and what turns or nests the direction: a name is to look like what it is. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A display name from what a client sent: no path, no unwanted characters, Unicode NFC. Throws 400 for one that is empty, too long, or without an extension. */
export function cleanFileName(sent: string): { fileName: string; extension: string } {
  const fileName = (sent.split(/[\\/]/).pop() ?? "")
    .toWellFormed()
    .replace(unwanted, "")
    .trim()
    .normalize("NFC");
  // A dot and nothing before it: an extension without a name.
  if (fileName === "" || /^\.[^.]*$/.test(fileName)) throw fileNameMissing();
  if (fileName.length > MAX_NAME_LENGTH) throw fileNameTooLong(fileName.length, MAX_NAME_LENGTH);
  const extension = /^.+\.([^.\s]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined) throw fileExtensionMissing(fileName, allowedExtensions);
  return { fileName, extension: formatOf(extension)?.extension ?? extension };
}

/** Throws the contract's 400 for an extension outside its list. */
export function assertReadable(extension: string): void {
  if (!(allowedExtensions as readonly string[]).includes(extension)) {
    throw unsupportedFileType(extension, allowedExtensions);
  }
}
