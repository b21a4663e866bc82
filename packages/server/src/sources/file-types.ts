import { allowedExtensions } from "@headwater/spec";
import { fileExtensionMissing, fileNameMissing, fileNameTooLong, unsupportedFileType } from "./errors.ts";

const MAX_NAME_LENGTH = 255;

/** A display name from what a client sent: no path, no control characters, Unicode NFC. Throws 400 for one that is none, too long, or without an extension. */
export function cleanFileName(sent: string): { fileName: string; extension: string } {
  const fileName = (sent.split(/[\\/]/).pop() ?? "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being removed
    .replace(/[\u0000-\u001f\u007f]/g, "")
    .trim()
    .normalize("NFC");
  // A dot and nothing before it: an extension without a name.
  if (fileName === "" || /^\.[^.]*$/.test(fileName)) throw fileNameMissing();
  if (fileName.length > MAX_NAME_LENGTH) throw fileNameTooLong(fileName.length, MAX_NAME_LENGTH);
  const extension = /^.+\.([^.\s]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined) throw fileExtensionMissing(fileName, allowedExtensions);
  return { fileName, extension };
}

/** Throws the contract's 400 for an extension outside its list. */
export function assertReadable(extension: string): void {
  if (!(allowedExtensions as readonly string[]).includes(extension)) {
    throw unsupportedFileType(extension, allowedExtensions);
  }
}
