import type { Source } from "@headwater/client";
import { allowedExtensions } from "@headwater/spec";

/** File extensions of the service's contract, and a plain name for each. */
const kinds: Record<string, readonly string[]> = {
  PDF: ["pdf"],
  Document: ["doc", "docx", "odt"],
  Text: ["txt", "text", "md"],
  "Web page": ["html", "htm"],
  Slides: ["ppt", "pptx"],
  Table: ["csv", "tsv"],
  Spreadsheet: ["xls", "xlsx"],
  Image: ["png", "jpg", "jpeg", "tiff", "bmp", "heic"],
  Audio: ["mp3", "wav", "m4a", "ogg", "flac"],
  Video: ["mp4", "mov", "avi", "mkv", "webm"],
};

const kindOfExtension = new Map(
  Object.entries(kinds).flatMap(([kind, extensions]) => extensions.map((extension) => [extension, kind])),
);

const kindOfAddress: Record<string, string> = { url: "Web page", github: "GitHub", youtube: "YouTube" };

/**
 * What the file chooser accepts: the files that this service reads, or all files of the contract while that is unknown.
 */
export const acceptedFiles = (fileTypes: readonly string[] = allowedExtensions): string =>
  fileTypes.map((extension) => `.${extension}`).join(",");

/** The kind of a source in one word: "PDF", "Web page", "GitHub". */
export const kindOfSource = ({ file_source, file_type }: Pick<Source, "file_source" | "file_type">): string =>
  kindOfAddress[file_source] ?? kindOfExtension.get(file_type.toLowerCase()) ?? file_type.toUpperCase();

/** The kind of a file, by its name. */
export function kindOfFile(fileName: string): string {
  const extension = plainName(fileName).split(".").pop()?.toLowerCase() ?? "";
  return kindOfExtension.get(extension) ?? (extension.toUpperCase() || "File");
}

/**
 * A name without the characters that only change the text direction: "evil\u202Efdp.md" would look as if it ended in
 * "pdf", and would also turn the text beside it. Arabic and Hebrew names do not need them inside a `<bdi>`.
 */
export const plainName = (name: string): string =>
  name.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");

/** The name of a source in the list. Addresses lose the parts that all addresses have. */
export function nameOfSource({ file_source, file_name }: Pick<Source, "file_source" | "file_name">): string {
  const name = plainName(file_name);
  if (file_source === "local file") return name;
  const address = name.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  return file_source === "github" ? address.replace(/^github\.com\//, "").replace(/\.git$/, "") : address;
}
