import type { Source } from "@headwater/client";

/** Extensions of files the service's contract names, and what a reader calls such a file. */
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

/** What the file chooser lets through: the files this service reads, all of the contract's while that is not known. */
export const acceptedFiles = (fileTypes: readonly string[] = [...kindOfExtension.keys()]): string =>
  fileTypes.map((extension) => `.${extension}`).join(",");

/** The largest file the service takes, in bytes. */
export const maxFileBytes = 100 * 1024 * 1024;

/** What a source is, in one word: "PDF", "Web page", "GitHub". */
export const kindOfSource = ({ file_source, file_type }: Pick<Source, "file_source" | "file_type">): string =>
  kindOfAddress[file_source] ?? kindOfExtension.get(file_type.toLowerCase()) ?? file_type.toUpperCase();

/** What a file is, by its name. */
export function kindOfFile(fileName: string): string {
  const extension = plainName(fileName).split(".").pop()?.toLowerCase() ?? "";
  return kindOfExtension.get(extension) ?? (extension.toUpperCase() || "File");
}

/**
 * A name without the signs that only turn the direction of writing: "evil\u202Efdp.md" would be shown as if it ended in
 * "pdf", and turn round what stands beside it. Names in Arabic or Hebrew need none of them within a `<bdi>`.
 */
export const plainName = (name: string): string =>
  name.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");

/** The name a source is listed under: addresses lose what every address has. */
export function nameOfSource({ file_source, file_name }: Pick<Source, "file_source" | "file_name">): string {
  const name = plainName(file_name);
  if (file_source === "local file") return name;
  const address = name.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  return file_source === "github" ? address.replace(/^github\.com\//, "").replace(/\.git$/, "") : address;
}
