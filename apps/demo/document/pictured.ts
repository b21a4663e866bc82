import type { Source } from "@headwater/client";

/** Sources without pages of their own: a word processor lays its text out anew each time it is opened. */
const textual = new Set(["doc", "docx", "odt", "txt", "text", "md", "html", "htm", "csv", "tsv"]);
const heard = new Set(["mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "avi", "mkv", "webm"]);

/** Whether a source may have images of its pages; the service has the last word. */
export function mayHavePages({
  file_source,
  file_type,
  total_pages,
}: Pick<Source, "file_source" | "file_type" | "total_pages">): boolean {
  const type = file_type.toLowerCase();
  return file_source === "local file" && !textual.has(type) && !heard.has(type) && (total_pages ?? 0) > 0;
}
